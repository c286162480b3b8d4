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

/** Every name with what it means, in the order of the text. */
const meanings = (text: string, nil?: number) =>
  linker.link(text, { nil }).map(({ mention, entity }) => [mention, entity?.title]);

describe("examples", () => {
  test.each(examples.map((e) => [e.name, e] as const))(
    "%s: every name is found and means what it should",
    (_name, { text, expected }) => {
      expect(meanings(text)).toEqual(expected);
    },
  );
  test("some names mean different things in different examples", () => {
    const all = examples.flatMap(({ expected }) => expected);
    for (const name of ["England", "Liverpool", "Mercury"]) {
      expect(new Set(all.filter(([n]) => n === name).map(([, title]) => title)).size).toBeGreaterThan(1);
    }
  });
  test.each(apiExamples.map((e) => [e.text, e] as const))(
    "of the API: %s, also at the confidence its calls ask for",
    (text, { expected }) => {
      expect(meanings(text)).toEqual(expected);
      expect(meanings(text, 0.3)).toEqual(expected);
    },
  );
  test("the API's calls use these texts and no others", () => {
    const source = readFileSync(new URL("../web/src/api.ts", import.meta.url), "utf8");
    expect(source).toMatch(/apiExamples/);
    expect(source).not.toMatch(/text=[A-Z]|"text": "[A-Z]/);
    expect(source.match(/confidence=[\d.]+/g)).toEqual(["confidence=0.3", "confidence=0.3"]);
  });
});
