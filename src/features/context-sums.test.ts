import { expect, test } from "vitest";
import { Random } from "../math/random.js";
import { contextTokens, readWordRows } from "../text/content-words.js";
import { tokenize } from "../text/tokens.js";
import { ContextSums } from "./context-sums.js";

test("sums around any stretch of tokens are those of its context words, added up one by one", () => {
  const random = new Random(3);
  const vocabulary = ["harbour", "barge", "copper", "wool", "river"];
  const text = Array.from({ length: 80 }, () =>
    random.below(3) === 0 ? "the" : vocabulary[random.below(vocabulary.length)],
  ).join(" ");
  const vectors = vocabulary.map(() => Float32Array.from({ length: 4 }, () => random.normal()));
  const unitWords = {
    rows: vectors.length,
    d: 4,
    readRow: (row: number, out: Float32Array | Float64Array, offset: number) => out.set(vectors[row], offset),
  };
  const words = readWordRows(tokenize(text), (word) => vocabulary.indexOf(word));
  const sums = new ContextSums(words, unitWords);
  for (let first = 0; first < 80; first += 7) {
    for (const [length, each] of [
      [0, 3],
      [2, 25],
      [5, 100],
    ]) {
      const wanted = new Float64Array(4);
      for (const t of contextTokens(words, first, first + length, each)) {
        for (let k = 0; k < 4; k++) wanted[k] += vectors[words.rows[t]][k];
      }
      sums.around(first, first + length, each).forEach((x, k) => {
        expect(x).toBeCloseTo(wanted[k], 4);
      });
    }
  }
});
