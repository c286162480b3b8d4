// Which pieces of a model's files opening it and linking one text read: what a static site loads first.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateRaw } from "../../dist/files/inflate.js";
import { openLinker } from "../../dist/index.js";
import { answerLink } from "../../dist/server/answer-link.js";

/**
 * @param {string} folder of the model
 * @param {string[]} blockFiles names of its files in blocks
 * @param {string} text
 * @param {number} granule pieces begin and end at multiples of it
 * @returns {Promise<[file: string, from: number, to: number][]>}
 */
export async function firstPieces(folder, blockFiles, text, granule) {
  /** @type {Map<string, { length: number, used: Set<number> }>} */
  const touched = new Map();
  const read = (/** @type {string} */ name) => {
    const bytes = new Uint8Array(readFileSync(join(folder, name)));
    if (!blockFiles.includes(name)) return bytes;
    const used = new Set();
    touched.set(name, { length: bytes.length, used });
    return {
      byteLength: bytes.length,
      read(/** @type {number} */ from, /** @type {number} */ to) {
        for (let g = Math.floor(from / granule); g * granule < to; g++) used.add(g);
        return bytes.subarray(from, to);
      },
      inflate: inflateRaw,
      close() {},
    };
  };
  const linker = await openLinker(read);
  answerLink(linker, { text, explain: true });
  return [...touched].flatMap(([name, { length, used }]) =>
    runsOf(used).map(([from, to]) => [name, from * granule, Math.min(length, to * granule)]),
  );
}

/** Numbers that follow each other, as first and end. */
function runsOf(numbers) {
  const runs = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last[1] === number) last[1]++;
    else runs.push([number, number + 1]);
  }
  return runs;
}
