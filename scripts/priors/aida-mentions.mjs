// The mentions of aida-features as names and titles: its words are numbers of GloVe rows, looked up again by their vectors.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parseNpy } from "../../dist/vectors/npy.js";

/** Squared distance from which on a row is another word's. */
const FURTHEST = 0.01;

const letters = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** Mentions whose words are all known and spell a surface of the list; `words` is an open table of the same GloVe vectors. */
export function readAidaMentions(data, words) {
  const folder = join(data, "aida-features");
  const wordOf = wordsOfRows(join(folder, "words.npy"), words);
  const titles = readFileSync(join(folder, "entities.txt"), "utf8").split("\n");
  const surfaces = surfacesByLetters(join(data, "names/surfaces.tsv"));
  const mentions = [];
  for (const part of ["train", "dev"]) {
    const lines = gunzipSync(readFileSync(join(folder, `${part}.jsonl.gz`)))
      .toString()
      .trim()
      .split("\n");
    for (const [document, line] of lines.entries()) {
      for (const { mention, gold } of JSON.parse(line).mentions) {
        const spelled = mention.map((row) => wordOf[row] ?? "\n").join("");
        const forms = surfaces.get(letters(spelled));
        if (forms && !spelled.includes("\n"))
          mentions.push({ part, document, forms, title: titles[gold].replaceAll("_", " ") });
      }
    }
  }
  return mentions;
}

/** Of every row of the table its word; undefined where no vector is near enough. */
function wordsOfRows(path, words) {
  const file = readFileSync(path);
  const table = parseNpy(file.buffer.slice(file.byteOffset, file.byteOffset + file.length), path);
  const near = new Map();
  const vectors = Array.from({ length: words.rows }, (_, row) => words.vector(row));
  for (const [row, vector] of vectors.entries()) {
    const key = Math.round(vector[0] * 100);
    if (near.has(key)) near.get(key).push(row);
    else near.set(key, [row]);
  }
  return Array.from({ length: table.rows }, (_, r) => {
    const own = table.vector(r);
    const key = Math.round(own[0] * 100);
    let best = -1;
    let least = FURTHEST;
    for (const row of [key - 1, key, key + 1].flatMap((k) => near.get(k) ?? [])) {
      let sum = 0;
      for (let d = 0; d < own.length && sum < least; d++) sum += (vectors[row][d] - own[d]) ** 2;
      if (sum < least) [best, least] = [row, sum];
    }
    return best < 0 ? undefined : words.name(best);
  });
}

function surfacesByLetters(path) {
  const surfaces = new Map();
  for (const line of readFileSync(path, "utf8").split("\n")) {
    const surface = line.split("\t", 1)[0];
    const key = letters(surface);
    if (key === "") continue;
    if (surfaces.has(key)) surfaces.get(key).add(surface);
    else surfaces.set(key, new Set([surface]));
  }
  return surfaces;
}
