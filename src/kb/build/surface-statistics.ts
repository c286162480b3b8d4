/** How the names of a build occur in its corpora's texts: how often, how often linked, how often without capitals. */
import { join } from "node:path";
import { tokenize } from "../../text/tokens.js";
import { type LoggedText, readLoggedTexts, readStrings } from "./corpus-log.js";
import { InternTable } from "./intern-table.js";
import { readNameFile } from "./name-file.js";
import { TokenTrie } from "./token-trie.js";

/** Longer names are not looked for in texts; tokens. */
const LONGEST_NAME = 7;

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

export function countSurfaces(
  folder: string,
  namePath: string,
  surfaces: number,
  titles: number,
): TextStatistics {
  const vocabulary = readTokens(folder);
  const exact = new TokenTrie();
  const blind = new TokenTrie();
  /** Surface at a node of `exact`, + 1; 0 where none ends. */
  let surfaceAt = new Int32Array(1 << 16);
  let groupAt = new Int32Array(1 << 16);
  const groupOf = new Int32Array(surfaces).fill(-1);
  let groups = 0;
  let index = 0;
  for (const { surface } of readNameFile(namePath)) {
    const ids = vocabulary.idsOf(surface);
    if (ids) {
      let node = 0;
      let blindNode = 0;
      for (const id of ids) {
        node = exact.add(node, id);
        blindNode = blind.add(blindNode, vocabulary.lower[id]);
      }
      if (node >= surfaceAt.length) surfaceAt = doubled(surfaceAt);
      if (blindNode >= groupAt.length) groupAt = doubled(groupAt);
      surfaceAt[node] = index + 1;
      if (groupAt[blindNode] === 0) groupAt[blindNode] = ++groups;
      groupOf[index] = groupAt[blindNode] - 1;
    }
    index++;
    if (exact.size + 16 > surfaceAt.length) surfaceAt = doubled(surfaceAt);
    if (blind.size + 16 > groupAt.length) groupAt = doubled(groupAt);
  }
  const counts: TextStatistics = {
    textCount: new Uint32Array(surfaces),
    pagesWith: new Uint32Array(surfaces),
    pagesLinked: new Uint32Array(surfaces),
    lowercaseShare: new Float32Array(surfaces),
    tokenCounts: new Uint32Array(vocabulary.size),
    pageTokens: new Uint32Array(titles),
  };
  const groupTotal = new Uint32Array(groups);
  const groupLower = new Uint32Array(groups);
  const seen = new Int32Array(surfaces).fill(-1);
  const seenLinked = new Int32Array(surfaces).fill(-1);
  let page = 0;
  for (const text of readLoggedTexts(folder)) {
    counts.pageTokens[text.title] += text.count;
    for (let t = 0; t < text.count; t++) {
      counts.tokenCounts[text.tokens[t]]++;
      walkExact(text, t);
      walkBlind(text, t);
    }
    for (let i = 0; i < text.links; i++) {
      const surface = surfaceOfLink(text, i);
      if (surface >= 0 && seenLinked[surface] !== page) {
        seenLinked[surface] = page;
        counts.pagesLinked[surface]++;
      }
    }
    page++;
  }
  for (let i = 0; i < surfaces; i++) {
    const group = groupOf[i];
    if (group >= 0 && groupTotal[group] > 0) counts.lowercaseShare[i] = groupLower[group] / groupTotal[group];
  }
  return counts;

  function walkExact(text: LoggedText, from: number): void {
    const to = Math.min(text.count, from + LONGEST_NAME);
    let node = 0;
    for (let t = from; t < to; t++) {
      node = exact.child(node, text.tokens[t]);
      if (node === 0) return;
      const surface = surfaceAt[node] - 1;
      if (surface < 0) continue;
      counts.textCount[surface]++;
      if (text.links > 0 && seen[surface] !== page) {
        seen[surface] = page;
        counts.pagesWith[surface]++;
      }
    }
  }

  function walkBlind(text: LoggedText, from: number): void {
    const to = Math.min(text.count, from + LONGEST_NAME);
    let node = 0;
    let capital = false;
    for (let t = from; t < to; t++) {
      const token = text.tokens[t];
      node = blind.child(node, vocabulary.lower[token]);
      if (node === 0) return;
      capital ||= vocabulary.lower[token] !== vocabulary.own[token];
      const group = groupAt[node] - 1;
      if (group < 0) continue;
      groupTotal[group]++;
      if (!capital) groupLower[group]++;
    }
  }

  function surfaceOfLink(text: LoggedText, link: number): number {
    const from = text.linkStarts[link];
    const length = text.linkLengths[link];
    if (length > LONGEST_NAME) return -1;
    let node = 0;
    for (let t = from; t < from + length; t++) {
      node = exact.child(node, text.tokens[t]);
      if (node === 0) return -1;
    }
    return surfaceAt[node] - 1;
  }
}

function doubled(old: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(old.length * 2);
  grown.set(old);
  return grown;
}

/** The log's tokens numbered again by hash, with the number of each one's lower-case form. */
function readTokens(folder: string) {
  const own: number[] = [];
  const lower: number[] = [];
  const table = new InternTable(() => {});
  const forms = new InternTable(() => {});
  for (const token of readStrings(join(folder, "words"))) {
    table.intern(token);
    own.push(forms.intern(token));
    lower.push(forms.intern(token.toLowerCase()));
  }
  const size = table.size;
  return {
    size,
    own: Int32Array.from(own),
    lower: Int32Array.from(lower),
    /** Undefined when the surface cannot occur, or is too long to be looked for. */
    idsOf(surface: string): number[] | undefined {
      const tokens = tokenize(surface);
      if (tokens.count === 0 || tokens.count > LONGEST_NAME) return undefined;
      const ids: number[] = [];
      for (let t = 0; t < tokens.count; t++) {
        const id = table.find(surface, tokens.starts[t], tokens.ends[t]);
        if (id < 0) return undefined;
        ids.push(id);
      }
      return ids;
    },
  };
}
