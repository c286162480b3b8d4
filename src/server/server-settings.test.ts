import { describe, expect, test } from "vitest";
import { createServerSettings, type ServerSettings } from "./server-settings.js";

describe("server settings", () => {
  test("have defaults under what is given", () => {
    expect(createServerSettings({ workers: 3 })).toMatchObject({
      workers: 3,
      queueLimit: 128,
      logLevel: "silent",
    });
  });
  test("that no server can work with are refused in a sentence", () => {
    const wrong: [Record<string, unknown>, RegExp][] = [
      [{ workers: 0 }, /The option workers is 0; wanted a whole number from 1 to 1,024/],
      [{ timeLimit: Number.NaN }, /timeLimit is NaN/],
      [{ queueLimit: 1.5 }, /queueLimit is 1\.5/],
      [{ token: 5 }, /token is 5; wanted a string/],
      [{ cors: "https://example.org" }, /wanted a list of origins/],
      [{ logLevel: "loud" }, /wanted one of silent, error/],
      [{ trustProxy: ["10.0.0.0/99"] }, /wanted a list of addresses/],
      [{ trustProxy: "10.0.0.1" }, /wanted a list of addresses/],
      [{ prot: 80 }, /There is no option "prot"/],
    ];
    for (const [settings, sentence] of wrong) {
      expect(() => createServerSettings(settings as Partial<ServerSettings>)).toThrow(sentence);
    }
  });
});
