/**
 * The log of a build on disk: a block for each chunk of the corpora, with the chunk's own numbers for titles and words and the tables that
 * turn them into the build's. A block can be read, and worked on, apart from all others.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { LinkingError } from "../../errors.js";
import type { AppendFile } from "../../files/append-file.js";
import { ByteReader } from "../../files/bytes.js";
import type { RunPlace } from "./pair-runs.js";

export const BLOCK_FILE = "blocks";
export const PageKind = { article: 0, redirect: 1, disambiguation: 2, otherTitle: 3 } as const;

/** What is in a block, in this order; its header is the length of each in bytes (4 each). */
const parts = ["titles", "words", "counts", "pages", "tokens", "pairs"] as const;
type Part = (typeof parts)[number];
const HEADER = 4 * parts.length;

/** The parts of a block: build numbers of its titles and words, occurrences of the words, records of pages and of texts, a sorted run of pairs. */
export interface BlockParts {
  titles: Int32Array;
  words: Int32Array;
  counts: Uint32Array;
  pages: Uint8Array;
  tokens: Uint8Array;
  pairs: Uint8Array;
}

export function putBlock(file: AppendFile, block: BlockParts): void {
  const header = Uint32Array.from(parts, (part) => block[part].byteLength);
  for (const { buffer, byteOffset, byteLength } of [header, ...parts.map((part) => block[part])]) {
    file.buffer.raw(new Uint8Array(buffer, byteOffset, byteLength));
  }
  file.spill();
}

/** Where in the file each part of a block begins; `end` is behind its last. */
export type BlockPlace = Record<Part | "end", number>;

/** All that another thread needs to open the blocks. */
export interface BlockSource {
  folder: string;
  places: BlockPlace[];
}

export class LogBlocks {
  readonly #path: string;
  readonly #file: number;
  readonly #places: BlockPlace[] = [];

  /** `places`, where they are known, spare looking for the blocks. */
  constructor(
    private readonly folder: string,
    places?: BlockPlace[],
  ) {
    this.#path = join(folder, BLOCK_FILE);
    this.#file = openSync(this.#path, "r");
    if (places) this.#places = places;
    else this.#findPlaces();
  }

  #findPlaces(): void {
    const { size } = fstatSync(this.#file);
    for (let at = 0; at < size; at = this.#places[this.#places.length - 1].end) {
      const lengths = new Uint32Array(this.#read(at, at + HEADER).buffer);
      const place = { end: at + HEADER } as BlockPlace;
      for (const [i, part] of parts.entries()) {
        place[part] = place.end;
        place.end += lengths[i];
      }
      this.#places.push(place);
    }
  }

  get count(): number {
    return this.#places.length;
  }

  get source(): BlockSource {
    return { folder: this.folder, places: this.#places };
  }

  /** Bytes of the texts of a block. */
  textBytes(block: number): number {
    return this.#places[block].pairs - this.#places[block].tokens;
  }

  /** Bytes of the pairs of a block. */
  pairBytes(block: number): number {
    return this.#places[block].end - this.#places[block].pairs;
  }

  /** How often each of the build's `words` words occurs in the texts. */
  wordCounts(words: number): Uint32Array {
    const all = new Uint32Array(words);
    for (const place of this.#places) {
      const numbers = new Int32Array(this.#read(place.words, place.counts).buffer);
      const counts = new Uint32Array(this.#read(place.counts, place.pages).buffer);
      for (let i = 0; i < numbers.length; i++) all[numbers[i]] += counts[i];
    }
    return all;
  }

  /** The pairs of a block as a sorted run. */
  run(block: number): RunPlace {
    const { pairs, end } = this.#places[block];
    return { path: this.#path, from: pairs, to: end, titleOf: this.#titles(block) };
  }

  close(): void {
    closeSync(this.#file);
  }

  #titles(block: number): Int32Array {
    const { titles, words } = this.#places[block];
    return new Int32Array(this.#read(titles, words).buffer);
  }

  #read(from: number, to: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(to - from);
    for (let done = 0; done < bytes.length; ) {
      const got = readSync(this.#file, bytes, done, bytes.length - done, from + done);
      if (got === 0) {
        throw new LinkingError(
          "bad-file",
          `${this.#path} ends in the middle of a block; delete its folder and build again.`,
        );
      }
      done += got;
    }
    return bytes;
  }

  /** The pages of the blocks from `from` to before `to`. */
  *pages(from = 0, to = this.count): IterableIterator<LoggedPage> {
    for (let block = from; block < to; block++) {
      const titles = this.#titles(block);
      const begin = this.#places[block].pages;
      const bytes = this.#read(begin, this.#places[block].tokens);
      const reader = new ByteReader(bytes);
      while (reader.at < bytes.length) yield readPageRecord(reader, begin + reader.at, titles);
    }
  }

  /** One page by where its record begins; its titles are the block's numbers. */
  pageAt(offset: number, longest: number): LoggedPage {
    const bytes = new Uint8Array(longest);
    readSync(this.#file, bytes, 0, longest, offset);
    return readPageRecord(new ByteReader(bytes), offset);
  }

  /** The texts of the blocks from `from` to before `to`. */
  *texts(from = 0, to = this.count): IterableIterator<LoggedText> {
    const text = new TextRecord();
    for (let block = from; block < to; block++) {
      const place = this.#places[block];
      const titles = this.#titles(block);
      const words = new Int32Array(this.#read(place.words, place.counts).buffer);
      const bytes = this.#read(place.tokens, place.pairs);
      const reader = new ByteReader(bytes);
      while (reader.at < bytes.length) {
        text.read(reader, titles, words);
        yield text;
      }
    }
  }
}

export interface LoggedPage {
  /** Where its record begins in the file. */
  readonly offset: number;
  readonly title: number;
  readonly kind: number;
  readonly corpus: number;
  readonly redirectTo: number;
  readonly isPerson: boolean;
  readonly id: string;
  readonly description: string;
}

/** Strings are made of a page's bytes when somebody asks for them: most who look through all pages do not. */
class PageRecord implements LoggedPage {
  redirectTo = -1;
  isPerson = false;
  #id = -1;
  #description = -1;

  constructor(
    readonly offset: number,
    readonly title: number,
    readonly kind: number,
    readonly corpus: number,
    private readonly bytes: Uint8Array,
  ) {}

  /** Where its strings begin is where the reader is; it is moved behind them. */
  passStrings(reader: ByteReader): void {
    this.#id = reader.at;
    reader.passString();
    this.#description = reader.at;
    reader.passString();
  }

  get id(): string {
    return this.#id < 0 ? "" : new ByteReader(this.bytes, this.#id).string();
  }

  get description(): string {
    return this.#description < 0 ? "" : new ByteReader(this.bytes, this.#description).string();
  }
}

function readPageRecord(reader: ByteReader, offset: number, titles?: Int32Array): LoggedPage {
  const number = () => (titles ? titles[reader.varint()] : reader.varint());
  const title = number();
  const page = new PageRecord(offset, title, reader.byte(), reader.varint(), reader.bytes);
  if (page.kind === PageKind.redirect || page.kind === PageKind.otherTitle) page.redirectTo = number();
  else {
    page.isPerson = reader.byte() === 1;
    page.passStrings(reader);
  }
  return page;
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

/** The next `count` varints, none above 2^31, as what `numberOf` says of them. */
function readNumbers(reader: ByteReader, into: Int32Array, count: number, numberOf: Int32Array): void {
  const { bytes } = reader;
  let { at } = reader;
  for (let i = 0; i < count; i++) {
    let byte = bytes[at++];
    let value = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++];
      value |= (byte & 127) << shift;
    }
    into[i] = numberOf[value];
  }
  reader.at = at;
}

class TextRecord implements LoggedText {
  title = 0;
  corpus = 0;
  count = 0;
  tokens = new Int32Array(1 << 16);
  links = 0;
  linkStarts = new Int32Array(1 << 12);
  linkLengths = new Int32Array(1 << 12);
  linkTargets = new Int32Array(1 << 12);

  read(reader: ByteReader, titles: Int32Array, words: Int32Array): void {
    this.title = titles[reader.varint()];
    this.corpus = reader.varint();
    this.count = reader.varint();
    if (this.tokens.length < this.count) this.tokens = new Int32Array(this.count * 2);
    readNumbers(reader, this.tokens, this.count, words);
    this.links = reader.varint();
    if (this.linkStarts.length < this.links) {
      this.linkStarts = new Int32Array(this.links * 2);
      this.linkLengths = new Int32Array(this.links * 2);
      this.linkTargets = new Int32Array(this.links * 2);
    }
    let last = 0;
    for (let i = 0; i < this.links; i++) {
      last += reader.varint();
      this.linkStarts[i] = last;
      this.linkLengths[i] = reader.varint();
      this.linkTargets[i] = titles[reader.varint()];
    }
  }
}
