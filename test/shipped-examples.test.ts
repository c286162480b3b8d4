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

/** Whatever is linked is linked rightly, and nearly everything is. */
function expectRight(text: string, expected: Record<string, string>): void {
  const links = linker.link(text).filter((link) => link.entity);
  for (const { mention, entity } of links)
    expect([mention, entity?.title]).toEqual([mention, expected[mention]]);
  const found = new Set(links.map((link) => link.mention));
  expect(found.size).toBeGreaterThanOrEqual(Math.ceil(0.75 * Object.keys(expected).length - 1));
}

describe("examples", () => {
  test.each(examples.map((e) => [e.name, e] as const))(
    "%s: every name means what it should",
    (_name, { text, expected }) => {
      expectRight(text, expected);
    },
  );
  test.each(apiExamples.map((e) => [e.text, e] as const))("of the API: %s", (_text, { text, expected }) => {
    expectRight(text, expected);
  });
  test("the API's calls use these texts and no others", () => {
    const source = readFileSync(new URL("../web/src/api.ts", import.meta.url), "utf8");
    expect(source).toMatch(/apiExamples/);
    expect(source).not.toMatch(/text=[A-Z]|"text": "[A-Z]/);
  });
});
