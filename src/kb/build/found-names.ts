/**
 * Names found in the texts of a build that can hardly mean anything but one entity. They serve entity vectors like links: most
 * corpora link a name once a page or not at all, and the words around it say as much every time.
 */

import { nameSources } from "../name-sources.js";
import { mixSurface } from "../stores/create-knowledge-base.js";
import type { LoggedText } from "./corpus-log.js";
import { evidenceOf, readNameFile } from "./name-file.js";
import { indexExactly, MOST_NAME_TOKENS, readVocabulary } from "./name-index.js";

/** p̂ from which on a name is taken to mean its entity. */
const CERTAIN = 0.9;
/** A name written without capitals more often than this is a word. */
const MOST_LOWERCASE = 0.3;
/** What a rule or a part of a longer name suggests is not certain. */
const GUESSES = nameSources.rule | nameSources.part;

export interface NameFinderInput {
  folder: string;
  namePath: string;
  surfaces: number;
  lowercaseShare: Float32Array;
  /** Entity number of the build → row. */
  rowOf: ArrayLike<number>;
  /** By row. */
  popularity: ArrayLike<number>;
}

export interface NameInText {
  row: number;
  /** First token and number of tokens. */
  start: number;
  length: number;
}

/** Finds the certain names of a text, left to right, the longest known name each time; links are left out. */
export function createNameFinder(input: NameFinderInput): (text: LoggedText) => Generator<NameInText> {
  const meaning = certainMeanings(input);
  const { exact, surfaceAt } = indexExactly(input.namePath, readVocabulary(input.folder));
  let isLinked = new Uint8Array(1 << 16);
  return function* find(text) {
    if (isLinked.length < text.count) isLinked = new Uint8Array(text.count * 2);
    isLinked.fill(0, 0, text.count);
    for (let i = 0; i < text.links; i++) {
      isLinked.fill(1, text.linkStarts[i], text.linkStarts[i] + text.linkLengths[i]);
    }
    for (let from = 0; from < text.count; ) {
      let node = 0;
      let length = 0;
      let surface = -1;
      const to = Math.min(text.count, from + MOST_NAME_TOKENS);
      for (let t = from; t < to && isLinked[t] === 0; t++) {
        node = exact.child(node, text.tokens[t]);
        if (node === 0) break;
        if (surfaceAt[node] === 0) continue;
        surface = surfaceAt[node] - 1;
        length = t + 1 - from;
      }
      if (surface >= 0 && meaning[surface] >= 0) yield { row: meaning[surface], start: from, length };
      from += Math.max(1, length);
    }
  };
}

/** Of every surface the row it surely means, −1 where that is open. */
function certainMeanings({
  namePath,
  surfaces,
  lowercaseShare,
  rowOf,
  popularity,
}: NameFinderInput): Int32Array {
  const meaning = new Int32Array(surfaces).fill(-1);
  let index = 0;
  for (const { surface, names } of readNameFile(namePath)) {
    if (lowercaseShare[index] <= MOST_LOWERCASE && /\p{Lu}/u.test(surface)) {
      const rows = evidenceOf(names, rowOf);
      const best = mixSurface(surface, rows, (row) => popularity[row]).candidates.at(0);
      if (best && best.prior >= CERTAIN && (best.sources & ~GUESSES) !== 0) meaning[index] = best.entity;
    }
    index++;
  }
  return meaning;
}
