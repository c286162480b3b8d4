/** How the names of a build occur in its corpora's texts: how often, how often linked, how often without capitals. */
import { type LoggedText, readLoggedTexts } from "./corpus-log.js";
import {
  type ExactNames,
  indexExactly,
  MOST_NAME_TOKENS,
  NodeNumbers,
  readVocabulary,
  type Vocabulary,
} from "./name-index.js";
import { TokenTrie } from "./token-trie.js";

export interface TextStatistics {
  /** Of every surface, by its place in the name file. */
  textCount: Uint32Array;
  /** Pages of linked corpora where it occurs, and where it is an anchor. */
  pagesWith: Uint32Array;
  pagesLinked: Uint32Array;
  lowercaseShare: Float32Array;
  /** Occurrences of every token of the log. */
  tokenCounts: Uint32Array;
  /** Tokens of every title's own pages, added up. */
  pageTokens: Uint32Array;
}

interface NameIndex extends ExactNames {
  blind: TokenTrie;
  /** Group of surfaces that differ in case only, at a node of `blind`, + 1. */
  groupAt: Int32Array;
  /** Surface → group, −1 for one that is not looked for. */
  groupOf: Int32Array;
  groups: number;
}

function indexNames(namePath: string, surfaces: number, vocabulary: Vocabulary): NameIndex {
  const blind = new TokenTrie();
  const groupAt = new NodeNumbers();
  const groupOf = new Int32Array(surfaces).fill(-1);
  let groups = 0;
  const exact = indexExactly(namePath, vocabulary, (surface, ids) => {
    let node = 0;
    for (const id of ids) node = blind.add(node, vocabulary.lower[id]);
    if (groupAt.get(node) === 0) groupAt.set(node, ++groups);
    groupOf[surface] = groupAt.get(node) - 1;
  });
  return { ...exact, blind, groupAt: groupAt.of(blind), groupOf, groups };
}

export function countSurfaces(
  folder: string,
  namePath: string,
  surfaces: number,
  titles: number,
): TextStatistics {
  const vocabulary = readVocabulary(folder);
  const index = indexNames(namePath, surfaces, vocabulary);
  const textCount = new Uint32Array(surfaces);
  const pagesWith = new Uint32Array(surfaces);
  const pagesLinked = new Uint32Array(surfaces);
  const tokenCounts = new Uint32Array(vocabulary.size);
  const pageTokens = new Uint32Array(titles);
  const groupTotal = new Uint32Array(index.groups);
  const groupLower = new Uint32Array(index.groups);
  const seen = new Int32Array(surfaces).fill(-1);
  const seenLinked = new Int32Array(surfaces).fill(-1);
  let page = 0;
  for (const text of readLoggedTexts(folder)) {
    pageTokens[text.title] += text.count;
    for (let t = 0; t < text.count; t++) tokenCounts[text.tokens[t]]++;
    countExact(text, index, textCount, text.links > 0 ? pagesWith : undefined, seen, page);
    countBlind(text, index, vocabulary, groupTotal, groupLower);
    for (let i = 0; i < text.links; i++) {
      const surface = surfaceOfLink(text, i, index);
      if (surface >= 0 && seenLinked[surface] !== page) {
        seenLinked[surface] = page;
        pagesLinked[surface]++;
      }
    }
    page++;
  }
  const lowercaseShare = new Float32Array(surfaces);
  for (let i = 0; i < surfaces; i++) {
    const group = index.groupOf[i];
    if (group >= 0 && groupTotal[group] > 0) lowercaseShare[i] = groupLower[group] / groupTotal[group];
  }
  return { textCount, pagesWith, pagesLinked, lowercaseShare, tokenCounts, pageTokens };
}

function countExact(
  text: LoggedText,
  index: NameIndex,
  textCount: Uint32Array,
  pagesWith: Uint32Array | undefined,
  seen: Int32Array,
  page: number,
): void {
  const { exact, surfaceAt } = index;
  const { tokens, count } = text;
  for (let from = 0; from < count; from++) {
    const to = Math.min(count, from + MOST_NAME_TOKENS);
    let node = 0;
    for (let t = from; t < to; t++) {
      node = exact.child(node, tokens[t]);
      if (node === 0) break;
      const surface = surfaceAt[node] - 1;
      if (surface < 0) continue;
      textCount[surface]++;
      if (pagesWith !== undefined && seen[surface] !== page) {
        seen[surface] = page;
        pagesWith[surface]++;
      }
    }
  }
}

function countBlind(
  text: LoggedText,
  index: NameIndex,
  vocabulary: Vocabulary,
  groupTotal: Uint32Array,
  groupLower: Uint32Array,
): void {
  const { blind, groupAt } = index;
  const { lower, own } = vocabulary;
  const { tokens, count } = text;
  for (let from = 0; from < count; from++) {
    const to = Math.min(count, from + MOST_NAME_TOKENS);
    let node = 0;
    let capital = false;
    for (let t = from; t < to; t++) {
      const token = tokens[t];
      const form = lower[token];
      node = blind.child(node, form);
      if (node === 0) break;
      if (form !== own[token]) capital = true;
      const group = groupAt[node] - 1;
      if (group < 0) continue;
      groupTotal[group]++;
      if (!capital) groupLower[group]++;
    }
  }
}

function surfaceOfLink(text: LoggedText, link: number, { exact, surfaceAt }: NameIndex): number {
  const from = text.linkStarts[link];
  const length = text.linkLengths[link];
  if (length > MOST_NAME_TOKENS) return -1;
  let node = 0;
  for (let t = from; t < from + length; t++) {
    node = exact.child(node, text.tokens[t]);
    if (node === 0) return -1;
  }
  return surfaceAt[node] - 1;
}
