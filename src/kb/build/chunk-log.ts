/**
 * Takes the pages of one chunk of a corpus apart: who is linked by which name, what each page is, which words it has. Titles and words have
 * the chunk's own numbers, in the order in which they come, so that chunks can be read by any thread and put together in order.
 */
import { InternTable } from "../../corpus/intern-table.js";
import type { LooseLink, Page } from "../../corpus/page.js";
import { normaliseTitle } from "../../corpus/titles.js";
import { ByteWriter } from "../../files/bytes.js";
import { nameSources } from "../name-sources.js";
import { cleanSurface } from "./clean-surface.js";
import { PageKind } from "./log-blocks.js";
import { PairCounter } from "./pair-counter.js";
import { WordLog } from "./word-log.js";

/** A power of two. */
const RECENT = 1 << 17;
const NO_GENERATION = -1;
const LONGEST_DESCRIPTION = 200;

/** Strings by number: the halves of each one's hash, and each with its length before it. */
export interface LocalStrings {
  hashes: Int32Array;
  bytes: Uint8Array;
}

export interface LoggedChunk {
  titles: LocalStrings;
  words: LocalStrings;
  /** Occurrences of each word. */
  counts: Uint32Array;
  pages: Uint8Array;
  tokens: Uint8Array;
  pairs: Uint8Array;
}

/** At most as long as a description may be, cut between words. */
function shorten(summary: string): string {
  if (summary.length <= LONGEST_DESCRIPTION) return summary;
  return `${summary.slice(0, summary.lastIndexOf(" ", LONGEST_DESCRIPTION - 2))} …`;
}

/** Numbers for the strings of a chunk. */
class LocalTable {
  readonly #out = new ByteWriter(1 << 16);
  #hashes = new Int32Array(1 << 14);
  readonly table = new InternTable((text, a, b) => {
    const at = 2 * (this.table.size - 1);
    if (at === this.#hashes.length) {
      const grown = new Int32Array(2 * at);
      grown.set(this.#hashes);
      this.#hashes = grown;
    }
    this.#hashes[at] = a;
    this.#hashes[at + 1] = b;
    this.#out.string(text);
  });

  take(): LocalStrings {
    const taken = {
      hashes: this.#hashes.slice(0, 2 * this.table.size),
      bytes: this.#out.done().slice(),
    };
    this.table.clear();
    this.#out.length = 0;
    return taken;
  }
}

export class ChunkLog {
  readonly #titles = new LocalTable();
  readonly #words = new WordLog();
  readonly #pairs = new PairCounter();
  /** By serial, of links met before: serial + 1, title, number of the pair, generation of the pairs; side by side in memory. */
  readonly #recent = new Int32Array(RECENT * 4);
  /** Work space: a text in UTF-16. */
  #room = Buffer.alloc(1 << 16);
  readonly #pageOut = new ByteWriter(1 << 16);
  readonly #tokenOut = new ByteWriter(1 << 16);

  /** `texts`: keep words and contexts for entity vectors and surface statistics. */
  constructor(private readonly texts: boolean) {}

  addPage(page: Page, corpus: number): void {
    const title = this.#titles.table.intern(page.title);
    const out = this.#pageOut;
    out.varint(title);
    out.byte(PageKind[page.kind]);
    out.varint(corpus);
    if (page.kind === "redirect") {
      out.varint(this.#titles.table.intern(page.redirectTo ?? page.title));
      return;
    }
    out.byte(page.isPerson ? 1 : 0);
    out.string(page.id);
    out.string(shorten(page.summary));
    if (page.kind === "disambiguation") {
      this.#addMeanings(page);
      return;
    }
    for (const other of page.otherTitles) this.#addOtherTitle(other, title, corpus);
    // "(1882)" behind a title is its year, not its name
    for (const alias of page.aliases)
      if (/\p{L}/u.test(alias)) this.#addName(alias, title, nameSources.alias);
    for (const link of page.links) this.#addLink(link, title, link.inTable === true);
    for (const link of page.looseLinks) this.#addLink(link, title, true);
    if (this.texts) this.#addTokens(page, title, corpus);
  }

  /** What was logged since the last time; the next chunk begins with numbers of its own. */
  take(): LoggedChunk {
    const pairs = new ByteWriter(1 << 16);
    this.#pairs.writeSorted(pairs);
    const chunk = {
      ...this.#words.take(),
      titles: this.#titles.take(),
      pages: this.#pageOut.done().slice(),
      tokens: this.#tokenOut.done().slice(),
      pairs: pairs.done().slice(),
    };
    this.#pairs.clear();
    this.#recent.fill(0);
    this.#pageOut.length = this.#tokenOut.length = 0;
    return chunk;
  }

  /** The page may be known elsewhere under this title. */
  #addOtherTitle(name: string, title: number, corpus: number): void {
    const other = normaliseTitle(name);
    if (other === "") return;
    const out = this.#pageOut;
    out.varint(this.#titles.table.intern(other));
    out.byte(PageKind.otherTitle);
    out.varint(corpus);
    out.varint(title);
  }

  /** Number of the pair, −1 when it cannot be a name. */
  #addName(surface: string, title: number, source: number): number {
    const clean = cleanSurface(surface);
    return clean === "" ? -1 : this.#pairs.add(clean, title, source);
  }

  /** The title's number; the last ones asked for are remembered by their serial. */
  #titleOf(link: LooseLink): number {
    const { serial } = link;
    if (serial === undefined) return this.#titles.table.intern(link.target);
    const slot = (serial & (RECENT - 1)) * 4;
    const recent = this.#recent;
    if (recent[slot] === serial + 1) return recent[slot + 1];
    recent[slot] = serial + 1;
    recent[slot + 1] = this.#titles.table.intern(link.target);
    recent[slot + 3] = NO_GENERATION;
    return recent[slot + 1];
  }

  #addLink(link: LooseLink, self: number, inTable: boolean): void {
    const title = this.#titleOf(link);
    if (title === self) return;
    const pair = this.#pairOf(link, title);
    if (pair >= 0) this.#pairs.addLink(pair, inTable);
  }

  /** Number of the pair of a link; the last ones asked for are remembered by their serial. */
  #pairOf({ surface, serial }: LooseLink, title: number): number {
    if (serial === undefined) return this.#addName(surface, title, nameSources.link);
    const recent = this.#recent;
    const slot = (serial & (RECENT - 1)) * 4;
    if (recent[slot + 3] !== this.#pairs.generation) {
      recent[slot + 2] = this.#addName(surface, title, nameSources.link);
      recent[slot + 3] = this.#pairs.generation;
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
        this.#addName(name, this.#titles.table.intern(link.target), nameSources.disambiguation);
      }
    }
  }

  /** Title, corpus, token numbers; then the links as first token, number of tokens, target. */
  #addTokens(page: Page, title: number, corpus: number): void {
    const units = page.units ?? this.#unitsOf(page.text);
    const out = this.#tokenOut;
    out.varint(title);
    out.varint(corpus);
    const before = out.gap();
    this.#words.add(units, units.length, out);
    const { starts, ends, count } = this.#words;
    out.patch(before, count);
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
  }

  #unitsOf(text: string): Uint16Array {
    if (this.#room.length < text.length * 2) this.#room = Buffer.alloc(text.length * 4);
    this.#room.write(text, "utf16le");
    return new Uint16Array(this.#room.buffer, this.#room.byteOffset, text.length);
  }
}
