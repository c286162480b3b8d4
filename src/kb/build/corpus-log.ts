/**
 * The first stage of a build: every page of every corpus taken apart and written to append-only files in a work
 * folder, so that a build can go on where it was stopped and memory does not grow with the corpus.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { InternTable } from "../../corpus/intern-table.js";
import type { LooseLink, Page } from "../../corpus/page.js";
import { normaliseTitle } from "../../corpus/titles.js";
import { AppendFile, BlockReader } from "../../files/append-file.js";
import type { ByteReader } from "../../files/bytes.js";
import { TokenArrays, tokenizeUnits } from "../../text/tokens.js";
import { nameSources } from "../name-sources.js";
import { PairCounter } from "./pair-counter.js";

export const PageKind = { article: 0, redirect: 1, disambiguation: 2, otherTitle: 3 } as const;

/** Longer tokens are no words of any vocabulary; they share one number. */
const LONGEST_TOKEN = 60;
const LONG_TOKEN = "\ufffc";
const LONGEST_SURFACE = 100;
/** A power of two. */
const RECENT = 1 << 17;
const NO_GENERATION = -1;
const LONGEST_DESCRIPTION = 200;

/** Lengths of the files and names of the runs: all that is needed to go on. */
export interface LogState {
  titles: number;
  words: number;
  pages: number;
  tokens: number;
  runs: string[];
}

export interface CorpusLogOptions {
  folder: string;
  /** Bytes for counting pairs. */
  memory: number;
  /** Keep words and contexts for entity vectors and surface statistics. */
  texts: boolean;
}

/** Letters, digits and most signs of ASCII, single blanks inside: what needs no cleaning, whatever the order. */
function isClean(surface: string): boolean {
  let space = true;
  for (let i = 0; i < surface.length; i++) {
    const c = surface.charCodeAt(i);
    if (c < 33) {
      if (c !== 32 || space) return false;
      space = true;
    } else {
      if (c > 126 || c === 34 || c === 40) return false;
      space = false;
    }
  }
  return !space && surface.length <= LONGEST_SURFACE;
}

/** White space joined, control characters out; empty when it cannot be a name. */
export function cleanSurface(raw: string): string {
  if (isClean(raw)) return raw;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being looked for
  const isUntidy = /[\u0000-\u001f\u007f\u00a0]|\s\s|^\s|\s$/.test(raw);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being removed
  let surface = isUntidy ? raw.replace(/[\s\u0000-\u001f\u007f]+/g, " ").trim() : raw;
  if (/^["“(].*["”)]$/.test(surface)) surface = surface.slice(1, -1).trim();
  return surface.length > LONGEST_SURFACE ? "" : surface;
}

/** At most as long as a description may be, cut between words. */
function shorten(summary: string): string {
  if (summary.length <= LONGEST_DESCRIPTION) return summary;
  return `${summary.slice(0, summary.lastIndexOf(" ", LONGEST_DESCRIPTION - 2))} …`;
}

export class CorpusLog {
  readonly titles: InternTable;
  readonly pairs: PairCounter;
  readonly #words: InternTable;
  /** By serial, of links met before: serial + 1, title, number of the pair, generation of the pairs; side by side in memory. */
  readonly #recent = new Int32Array(RECENT * 4);
  readonly #tokens = new TokenArrays();
  /** Work space: a text in UTF-16. */
  #room = Buffer.alloc(1 << 16);
  readonly #titleFile: AppendFile;
  readonly #wordFile: AppendFile;
  readonly #pageFile: AppendFile;
  readonly #tokenFile: AppendFile;

  constructor(
    private readonly options: CorpusLogOptions,
    state?: LogState,
  ) {
    mkdirSync(options.folder, { recursive: true });
    const file = (name: keyof LogState) =>
      new AppendFile(join(options.folder, name), state ? (state[name] as number) : 0);
    this.#titleFile = file("titles");
    this.#wordFile = file("words");
    this.#pageFile = file("pages");
    this.#tokenFile = file("tokens");
    this.titles = restoreTable(this.#titleFile, join(options.folder, "titles"));
    this.#words = restoreTable(this.#wordFile, join(options.folder, "words"));
    this.pairs = new PairCounter(options.folder, options.memory, state?.runs);
    if (this.#words.size === 0) this.#words.intern(LONG_TOKEN);
  }

  addPage(page: Page, corpus: number): void {
    const title = this.titles.intern(page.title);
    const out = this.#pageFile.buffer;
    out.varint(title);
    out.byte(PageKind[page.kind]);
    out.varint(corpus);
    if (page.kind === "redirect") {
      out.varint(this.titles.intern(page.redirectTo ?? page.title));
      this.#pageFile.spill();
      return;
    }
    out.byte(page.isPerson ? 1 : 0);
    out.string(page.id);
    out.string(shorten(page.summary));
    this.#pageFile.spill();
    if (page.kind === "disambiguation") {
      this.#addMeanings(page);
      return;
    }
    for (const other of page.otherTitles) this.#addOtherTitle(other, title, corpus);
    // "(1882)" behind a title is its year, not its name
    for (const alias of page.aliases) if (/\p{L}/u.test(alias)) this.addName(alias, title, nameSources.alias);
    for (const link of page.links) this.#addLink(link, title, link.inTable === true);
    for (const link of page.looseLinks) this.#addLink(link, title, true);
    if (this.options.texts) this.#addTokens(page, title, corpus);
  }

  /** The page may be known elsewhere under this title. */
  #addOtherTitle(name: string, title: number, corpus: number): void {
    const other = normaliseTitle(name);
    if (other === "") return;
    const out = this.#pageFile.buffer;
    out.varint(this.titles.intern(other));
    out.byte(PageKind.otherTitle);
    out.varint(corpus);
    out.varint(title);
    this.#pageFile.spill();
  }

  /** Number of the pair, −1 when it cannot be a name. */
  addName(surface: string, title: number, source: number): number {
    const clean = cleanSurface(surface);
    return clean === "" ? -1 : this.pairs.add(clean, title, source);
  }

  /** The title's number; the last ones asked for are remembered by their serial. */
  #titleOf(link: LooseLink): number {
    const { serial } = link;
    if (serial === undefined) return this.titles.intern(link.target);
    const slot = (serial & (RECENT - 1)) * 4;
    const recent = this.#recent;
    if (recent[slot] === serial + 1) return recent[slot + 1];
    recent[slot] = serial + 1;
    recent[slot + 1] = this.titles.intern(link.target);
    recent[slot + 3] = NO_GENERATION;
    return recent[slot + 1];
  }

  #addLink(link: LooseLink, self: number, inTable: boolean): void {
    const title = this.#titleOf(link);
    if (title === self) return;
    const pair = this.#pairOf(link, title);
    if (pair >= 0) this.pairs.addLink(pair, inTable);
  }

  /** Number of the pair of a link; the last ones asked for are remembered by their serial. */
  #pairOf({ surface, serial }: LooseLink, title: number): number {
    if (serial === undefined) return this.addName(surface, title, nameSources.link);
    const recent = this.#recent;
    const slot = (serial & (RECENT - 1)) * 4;
    if (recent[slot + 3] !== this.pairs.generation) {
      recent[slot + 2] = this.addName(surface, title, nameSources.link);
      recent[slot + 3] = this.pairs.generation;
    }
    return recent[slot + 2];
  }

  /** The first link of each line is a meaning of the page's name. */
  #addMeanings(page: Page): void {
    const name = page.title.replace(/\s*\([^()]*\)$/, "");
    let lineEnd = -1;
    for (const link of page.links) {
      if (link.start <= lineEnd) continue;
      const end = page.text.indexOf("\n", link.start);
      lineEnd = end < 0 ? page.text.length : end;
      if (link.target !== page.title) {
        this.addName(name, this.titles.intern(link.target), nameSources.disambiguation);
      }
    }
  }

  /** Title, corpus, token numbers; then the links as first token, number of tokens, target. */
  #addTokens(page: Page, title: number, corpus: number): void {
    const units = page.units ?? this.#unitsOf(page.text);
    tokenizeUnits(units, units.length, this.#tokens);
    const out = this.#tokenFile.buffer;
    const { starts, ends, count } = this.#tokens;
    out.varint(title);
    out.varint(corpus);
    out.varint(count);
    for (let t = 0; t < count; t++) {
      out.varint(
        ends[t] - starts[t] > LONGEST_TOKEN ? 0 : this.#words.internUnits(units, starts[t], ends[t]),
      );
    }
    let t = 0;
    let last = 0;
    const spans: number[] = [];
    for (const link of page.links) {
      while (t < count && ends[t] <= link.start) t++;
      let end = t;
      while (end < count && starts[end] < link.end) end++;
      if (end > t) spans.push(t - last, end - t, this.#titleOf(link));
      if (end > t) last = t;
    }
    out.varint(spans.length / 3);
    for (const value of spans) out.varint(value);
    this.#tokenFile.spill();
  }

  #unitsOf(text: string): Uint16Array {
    if (this.#room.length < text.length * 2) this.#room = Buffer.alloc(text.length * 4);
    this.#room.write(text, "utf16le");
    return new Uint16Array(this.#room.buffer, this.#room.byteOffset, text.length);
  }

  /** Everything so far on disk; what is returned is enough to go on from here. */
  checkpoint(): LogState {
    this.pairs.spill();
    for (const file of [this.#titleFile, this.#wordFile, this.#pageFile, this.#tokenFile]) file.sync();
    return {
      titles: this.#titleFile.length,
      words: this.#wordFile.length,
      pages: this.#pageFile.length,
      tokens: this.#tokenFile.length,
      runs: [...this.pairs.runs],
    };
  }

  close(): void {
    for (const file of [this.#titleFile, this.#wordFile, this.#pageFile, this.#tokenFile]) file.close();
  }
}

/** Numbers again, in the same order, what the file holds; new strings go to its end. */
function restoreTable(file: AppendFile, path: string): InternTable {
  let restoring = true;
  const table = new InternTable((text) => {
    if (restoring) return;
    file.buffer.string(text);
    file.spill();
  });
  if (file.length > 0) for (const text of readStrings(path)) table.intern(text);
  restoring = false;
  return table;
}

/** Longest string that is logged, in bytes: titles have at most 255, tokens 180. */
const LONGEST_STRING = 8192;

export function* readStrings(path: string): IterableIterator<string> {
  const blocks = new BlockReader(path);
  try {
    while (blocks.hasMore) {
      blocks.more(LONGEST_STRING);
      yield blocks.reader.string();
    }
  } finally {
    blocks.close();
  }
}

export interface LoggedPage {
  /** Where its record begins in the file. */
  offset: number;
  title: number;
  kind: number;
  corpus: number;
  redirectTo: number;
  isPerson: boolean;
  id: string;
  description: string;
}

export function* readLoggedPages(folder: string): IterableIterator<LoggedPage> {
  const blocks = new BlockReader(join(folder, "pages"));
  const { reader } = blocks;
  try {
    while (blocks.hasMore) {
      blocks.more(LONGEST_STRING);
      const offset = blocks.offset;
      yield readPageRecord(reader, offset);
    }
  } finally {
    blocks.close();
  }
}

/** One record of the log of pages. */
export function readPageRecord(reader: ByteReader, offset: number): LoggedPage {
  const title = reader.varint();
  const kind = reader.byte();
  const corpus = reader.varint();
  const page = { offset, title, kind, corpus, redirectTo: -1, isPerson: false, id: "", description: "" };
  if (kind === PageKind.redirect || kind === PageKind.otherTitle) {
    return { ...page, redirectTo: reader.varint() };
  }
  const isPerson = reader.byte() === 1;
  const id = reader.string();
  return { ...page, isPerson, id, description: reader.string() };
}

/** A page's tokens and links; the arrays are used again for the next page. */
export interface LoggedText {
  title: number;
  corpus: number;
  count: number;
  tokens: Int32Array;
  links: number;
  linkStarts: Int32Array;
  linkLengths: Int32Array;
  linkTargets: Int32Array;
}

export function* readLoggedTexts(folder: string): IterableIterator<LoggedText> {
  const blocks = new BlockReader(join(folder, "tokens"), 1 << 22);
  const { reader } = blocks;
  let tokens = new Int32Array(1 << 16);
  let spans = new Int32Array(3 << 12);
  try {
    while (blocks.hasMore) {
      blocks.more(32);
      const title = reader.varint();
      const corpus = reader.varint();
      const count = reader.varint();
      if (tokens.length < count) tokens = new Int32Array(count * 2);
      blocks.more(count * 5 + 16);
      for (let t = 0; t < count; t++) tokens[t] = reader.varint();
      const links = reader.varint();
      if (spans.length < links * 3) spans = new Int32Array(links * 6);
      const third = spans.length / 3;
      const linkStarts = spans.subarray(0, third);
      const linkLengths = spans.subarray(third, 2 * third);
      const linkTargets = spans.subarray(2 * third);
      blocks.more(links * 15 + 16);
      let last = 0;
      for (let i = 0; i < links; i++) {
        last += reader.varint();
        linkStarts[i] = last;
        linkLengths[i] = reader.varint();
        linkTargets[i] = reader.varint();
      }
      yield { title, corpus, count, tokens, links, linkStarts, linkLengths, linkTargets };
    }
  } finally {
    blocks.close();
  }
}
