/** A precision that nothing reaches is told, with what is taken instead. */
import { beforeAll, expect, test } from "vitest";
import { saveSmallLinker } from "../../test/fixtures/small-linker.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { shippedModel } from "./load-linker.js";
import { warnOfPrecision } from "./warn-of-precision.js";

const small = temporaryFolder();
beforeAll(() => saveSmallLinker(small));

async function remarks(precision: number | undefined, source: { model?: string; kb?: string } = {}) {
  const told: string[] = [];
  await warnOfPrecision(source, precision, (sentence) => told.push(sentence));
  return told;
}

test("the shipped model names its strictest threshold and the precision there", async () => {
  const sentence =
    /^No threshold reaches a precision of 0\.9999 on held-out text; the strictest one, 0\.\d+, is taken, which has 0\.\d{4}\.$/;
  const [bare] = await remarks(0.9999);
  expect(bare).toMatch(sentence);
  const [own] = await remarks(0.9999, { kb: "own.csv" });
  expect(own).toMatch(sentence);
  expect(own).not.toBe(bare);
});

test("nothing is said of one that is reached, or when none is asked for", async () => {
  expect(await remarks(0.9, { model: shippedModel() })).toEqual([]);
  expect(await remarks(undefined, { model: "no-such-folder" })).toEqual([]);
});

test("a model that is not there is refused as when it is loaded", async () => {
  await expect(remarks(0.9, { model: "no-such-folder" })).rejects.toThrow("no-such-folder holds no linker");
});
