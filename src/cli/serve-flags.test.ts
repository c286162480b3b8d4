import { Command } from "commander";
import { afterEach, describe, expect, test } from "vitest";
import { addServeFlags, linkersOf, type ServeFlags, settingsOf } from "./serve-flags.js";

function parse(args: string[], variables: Record<string, string> = {}): ServeFlags {
  Object.assign(process.env, variables);
  const command = addServeFlags(new Command()).exitOverride();
  return command.parse(args, { from: "user" }).opts<ServeFlags>();
}

afterEach(() => {
  for (const name of Object.keys(process.env)) if (name.startsWith("MULREL_")) delete process.env[name];
});

describe("the flags of serve", () => {
  test("are variables, too, and go before them", () => {
    const variables = { MULREL_PORT: "9000", MULREL_TIME_LIMIT: "3", MULREL_CORS: "https://a, https://b" };
    expect(parse([], variables)).toMatchObject({
      port: 9000,
      timeLimit: 3,
      cors: ["https://a", "https://b"],
    });
    expect(parse(["--port", "1"], variables).port).toBe(1);
    const command = addServeFlags(new Command());
    expect(command.options.filter((option) => !option.envVar?.startsWith("MULREL_"))).toEqual([]);
  });
  test("put own entities above every model, or in the place of all their knowledge bases", () => {
    const several = ["--model", "news=a", "--model", "own=c"];
    const layers = { add: ["x.csv", "y.csv"], ownShare: 0.3, hide: "h.txt" };
    const flags = ["--own-share", "0.3", "--hide", "h.txt"];
    expect(linkersOf(parse([...several, ...flags, "--add", "x.csv", "--add", "y.csv"]))).toEqual({
      linkers: { news: { model: "a", ...layers }, own: { model: "c", ...layers } },
    });
    expect(linkersOf(parse(flags, { MULREL_ADD: "x.csv,y.csv" }))).toEqual(layers);
    delete process.env.MULREL_ADD;
    expect(linkersOf(parse(["--add", "x.csv", "--only"]))).toEqual({ kb: "x.csv" });
    expect(linkersOf(parse([...several, "--add", "x.csv", "--only"]))).toEqual({
      linkers: { news: { model: "a", kb: "x.csv" }, own: { model: "c", kb: "x.csv" } },
    });
    const both = ["--add", "x.csv", "--only", "--kb", "d.kb"];
    expect(() => linkersOf(parse(both))).toThrow(/there is --kb, too/);
    expect(settingsOf(parse(["--changes", "own.changes"])).changes).toBe("own.changes");
  });
  test("name several models, each with its own knowledge base", () => {
    const flags = parse(["--model", "news=a/b", "--model", "own=c", "--kb", "own=d.kb"]);
    const linkers = { news: { model: "a/b" }, own: { model: "c", kb: "d.kb" } };
    expect(linkersOf(flags)).toEqual({ linkers });
    expect(linkersOf(parse([], { MULREL_MODEL: "news=a/b,own=c", MULREL_KB: "own=d.kb" }))).toEqual({
      linkers,
    });
  });
  test("take a model without a name as it is", () => {
    expect(linkersOf(parse(["--model", "./a=b,c"]))).toEqual({ model: "./a=b,c", kb: undefined });
    expect(linkersOf(parse([]))).toEqual({ model: undefined, kb: undefined });
  });
  test("that do not go together are refused in a sentence", () => {
    expect(() => linkersOf(parse(["--model", "a", "--model", "b"]))).toThrow(/need a name each/);
    expect(() => linkersOf(parse(["--model", "a", "--kb", "own=b"]))).toThrow(/need a name each/);
    expect(() => linkersOf(parse(["--model", "x=a", "--model", "x=b"]))).toThrow(/given twice/);
  });
  test("--quiet silences the log", () => {
    expect(settingsOf(parse([])).logLevel).toBe("info");
    expect(settingsOf(parse(["--quiet", "--log-level", "debug"])).logLevel).toBe("silent");
  });
});
