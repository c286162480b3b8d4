/** What the page and the API show as examples is right with the shipped model. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Linker } from "../src/linker/linker.js";
import { loadLinker } from "../src/node.js";
import { apiExamples } from "../web/src/api-examples.js";
import { examples } from "../web/src/examples.js";

let linker: Linker;
beforeAll(async () => {
  linker = await loadLinker();
});
afterAll(() => linker?.close());

function linked(text: string): Record<string, string | null> {
  const links = linker.link(text).map((link) => [link.mention, link.entity?.title ?? null]);
  // of a name that comes twice the first link counts
  return Object.fromEntries(links.reverse());
}

describe("examples", () => {
  test.each(examples.map((e) => [e.name, e] as const))(
    "%s: every name means what it should",
    (_name, { text, expected }) => {
      expect(linked(text)).toMatchObject(expected);
    },
  );
  test.each(apiExamples.map((e) => [e.text, e] as const))("of the API: %s", (_text, { text, expected }) => {
    expect(linked(text)).toMatchObject(expected);
  });
  test("the API's calls use these texts and no others", () => {
    const source = readFileSync(new URL("../web/src/api.ts", import.meta.url), "utf8");
    expect(source).toMatch(/apiExamples/);
    expect(source).not.toMatch(/text=[A-Z]|"text": "[A-Z]/);
  });
});
