import { describe, expect, test } from "vitest";
import { createSmallLinker } from "../../test/fixtures/small-linker.js";
import { LinkingError } from "../errors.js";
import type { LinkInput, LinkOptions } from "./link.js";

const linker = createSmallLinker();
const refusal = (text: unknown, options?: unknown): string => {
  try {
    linker.link(text as string, options as LinkOptions);
  } catch (error) {
    expect(error).toBeInstanceOf(LinkingError);
    expect((error as LinkingError).code).toBe("bad-input");
    return (error as Error).message;
  }
  return "nothing was refused";
};

describe("a call of link", () => {
  test("without a text is refused in a sentence", () => {
    expect(refusal(undefined)).toBe("The text is undefined; wanted a string.");
    expect(refusal(["a"])).toBe('The text is ["a"]; wanted a string.');
  });
  test("with a threshold that is no share is refused", () => {
    for (const wrong of [Number.NaN, -1, 2, "0.5", null]) {
      expect(refusal("England", { nil: wrong })).toMatch(/^The option nil is .+; wanted a number at least 0/);
      expect(refusal("England", { targetPrecision: wrong })).toMatch(/^The option targetPrecision is /);
    }
    expect(refusal("England", { nil: 0.5, targetPrecision: 0.9 })).toMatch(/give one only/);
  });
  test("with options that do not exist or have another type is refused", () => {
    expect(refusal("England", { treshold: 0.5 })).toMatch(/^There is no option "treshold"; .*nil/);
    expect(refusal("England", { explain: "yes" })).toMatch(/explain is "yes"; wanted a boolean/);
    expect(refusal("England", { types: "person" })).toMatch(
      /types is "person"; wanted a list of other, person/,
    );
    expect(refusal("England", { types: ["film"] })).toMatch(
      /^There is no type "film"; those there are: .*work/,
    );
    expect(refusal("England", { finder: {} })).toMatch(/finder is {}; wanted a function/);
    expect(refusal("England", { signal: 1 })).toMatch(/wanted an AbortSignal/);
    expect(refusal("England", 0.5)).toBe("The options are 0.5; wanted an object.");
  });
  test("with mentions that are no stretches of the text is refused", () => {
    expect(refusal("abc", { mentions: { start: 0, end: 1 } })).toMatch(/wanted a list of {start, end}/);
    expect(refusal("abc", { mentions: [null] })).toMatch(/Mention 0 is the range undefined to undefined/);
    expect(refusal("abc", { mentions: [{ start: 0, end: 1.5 }] })).toMatch(/whole numbers/);
  });
  test("pins mentions by the identifier of an entity, and only mentions that there are", () => {
    const text = "England beat Germany.";
    expect(linker.link(text, { pins: { 1: "Q2" } })[1].entity?.title).toBe("Germany");
    expect(refusal(text, { pins: { 0: 1 } })).toMatch(/pinned to 1; wanted the entity's identifier/);
    expect(refusal(text, { pins: { 0: "Q99" } })).toMatch(/"Q99", which the knowledge base does not have/);
    expect(refusal(text, { pins: { 2: "Q1" } })).toBe(
      "There is no mention 2 to pin or drop; mentions are 0 to 1.",
    );
    expect(refusal(text, { drop: [-1] })).toMatch(/no mention -1/);
    expect(refusal("nothing here", { drop: [0] })).toMatch(/the text has no mentions/);
    expect(refusal(text, { mentions: [{ start: 0, end: 7 }], drop: [1] })).toMatch(/mentions are 0 to 0/);
  });
  test("names the document of a batch that cannot be read", async () => {
    const documents = ["England", { id: "b" }] as LinkInput[];
    const linked = linker.linkAll(documents);
    expect((await linked.next()).value.id).toBe("0");
    await expect(linked.next()).rejects.toThrow('Document 1 is {"id":"b"}; wanted a string');
    await expect(linker.linkAll([], { nil: 7 }).next()).rejects.toThrow(/option nil is 7/);
  });
});
