/** Blocks of names in the packed store: whose name it is in which form, what is known of it, its candidates. */
import { BlockArena } from "../../files/block-arena.js";
import type { BlockFile } from "../../files/block-file.js";
import { ByteReader, ByteWriter } from "../../files/bytes.js";
import type { NameCandidate, SurfaceInfo } from "../knowledge-base.js";
import { decodeCount, decodePrior, encodeCount, NO_PRIOR } from "./packed-numbers.js";

/** Names a block. */
export const NAMES_A_BLOCK = 512;

/** A name as it is stored. */
export interface PackedName {
  /** Which candidate's title tells the text, and in which form (`packed-forms.ts`). */
  owner: number;
  form: number;
  /** 1 + the place of the candidate that it leads to as another title; 0 for none. */
  redirect: number;
  /** 0 when it is the sum over the candidates, else 1 + its code. */
  linkCount: number;
  /** Codes of `encodeCount`; shares in 255ths. */
  textCount: number;
  linkProbability: number;
  lowercaseShare: number;
  /** Best first; behind them those with `NO_PRIOR`. */
  candidates: PackedCandidate[];
}

/** A candidate's row, and its p̂, sources and count as they are coded. */
export interface PackedCandidate {
  entity: number;
  prior: number;
  sources: number;
  count: number;
}

/** Of each name, in columns of varints or bytes: what stands together is alike. */
const nameColumns = ["owner", "form", "redirect", "linkCount", "textCount"] as const;
const shareColumns = ["linkProbability", "lowercaseShare"] as const;

/**
 * Number of names; numbers of candidates; then the columns of the names, then those of all candidates: p̂, sources, counts, and
 * the highest byte of rows. The other two, which nothing packs, are a block by themselves.
 */
export function encodeNameBlock(names: PackedName[]): { block: Uint8Array; rows: Uint8Array } {
  const out = new ByteWriter(1 << 14);
  out.varint(names.length);
  for (const { candidates } of names) out.varint(candidates.length);
  for (const column of nameColumns) for (const name of names) out.varint(name[column]);
  for (const column of shareColumns) for (const name of names) out.byte(name[column]);
  const all = names.flatMap(({ candidates }) => candidates);
  for (const c of all) out.byte(c.prior);
  for (const c of all) out.byte(c.sources);
  for (const c of all) out.varint(encodeCount(c.count));
  for (const c of all) out.byte(c.entity >>> 16);
  const rows = new ByteWriter(2 * all.length + 8);
  for (const c of all) rows.uint16(c.entity & 0xffff);
  return { block: out.done(), rows: rows.done() };
}

/** Where numbers of a column begin is kept of every sixteenth; the way from there is short. */
const STEP = 16;
/** Columns of varints, by their order in a block. */
const [OWNER, FORM, REDIRECT, LINK_COUNT, TEXT_COUNT] = nameColumns.keys();

/** A block's table: where the shares and the highest bytes of the rows begin, candidates before every sixteenth name, places in the columns. */
const SHARES = 0;
const HIGH_ROWS = 1;
const STARTS = 2;

/** The names of a packed store, by their numbers, read where they lie. */
export class PackedNames {
  readonly #blocks: BlockArena;
  readonly #rows: BlockArena;
  readonly #bytes: Uint8Array;
  readonly #tables: Uint32Array;
  readonly #count: number;
  readonly #aBlock: number;
  /** Candidates of each block. */
  readonly #inBlock: Uint32Array;
  /** Kept places of a column. */
  readonly #places: number;
  readonly #tableLength: number;

  constructor(file: BlockFile, count: number, aBlock: number) {
    this.#count = count;
    this.#aBlock = aBlock;
    this.#places = Math.ceil(aBlock / STEP);
    // two bytes of each candidate's row are a block by themselves
    this.#inBlock = Uint32Array.from({ length: file.count("rows") }, (_, b) => file.sizeOf("rows", b) / 2);
    const most = this.#inBlock.reduce((a, b) => Math.max(a, b), 0);
    const columns = 2 + nameColumns.length;
    this.#tableLength = STARTS + columns * this.#places + Math.ceil(most / STEP);
    const fill = (bytes: Uint8Array, from: number, _to: number, tables: Uint32Array, at: number) =>
      fillTable(bytes, from, tables, at, this.#places);
    this.#blocks = new BlockArena(file, "names", { length: this.#tableLength, fill });
    this.#rows = new BlockArena(file, "rows");
    this.#bytes = this.#blocks.bytes;
    this.#tables = this.#blocks.tables;
  }

  /** Where the table of the name's block begins, once the block is there. */
  #tableOf(number: number): number {
    const block = Math.floor(number / this.#aBlock);
    this.#blocks.at(block);
    return block * this.#tableLength;
  }

  /** Names in the name's block. */
  #sizeOf(number: number): number {
    return Math.min(this.#aBlock, this.#count - (number - (number % this.#aBlock)));
  }

  /** The place of the name's first candidate among those of its block. */
  #startOf(table: number, index: number): number {
    const group = table + STARTS + Math.floor(index / STEP);
    let start = this.#tables[group];
    let at = this.#tables[group + this.#places];
    for (let i = index % STEP; i > 0; i--) {
      start += varintAt(this.#bytes, at);
      at = skip(this.#bytes, at, 1);
    }
    return start;
  }

  #candidatesOf(table: number, index: number): number {
    const at = this.#tables[table + STARTS + this.#places + Math.floor(index / STEP)];
    return varintAt(this.#bytes, skip(this.#bytes, at, index % STEP));
  }

  #numberIn(column: number, table: number, index: number): number {
    const at = this.#tables[table + STARTS + (2 + column) * this.#places + Math.floor(index / STEP)];
    return varintAt(this.#bytes, skip(this.#bytes, at, index % STEP));
  }

  /** The row of the candidate at this place of the name's block. */
  #row(number: number, table: number, place: number): number {
    const low = this.#rows.at(Math.floor(number / this.#aBlock)) + 2 * place;
    const { bytes } = this.#rows;
    return (this.#bytes[this.#tables[table + HIGH_ROWS] + place] << 16) | (bytes[low + 1] << 8) | bytes[low];
  }

  /** The row whose title tells the name's text. */
  ownerRow(number: number): number {
    const table = this.#tableOf(number);
    const index = number % this.#aBlock;
    const owner = this.#numberIn(OWNER, table, index);
    return this.#row(number, table, this.#startOf(table, index) + owner);
  }

  form(number: number): number {
    return this.#numberIn(FORM, this.#tableOf(number), number % this.#aBlock);
  }

  /** The row that it leads to as another title; −1 for none. */
  redirectRow(number: number): number {
    const table = this.#tableOf(number);
    const index = number % this.#aBlock;
    const place = this.#numberIn(REDIRECT, table, index);
    return place === 0 ? -1 : this.#row(number, table, this.#startOf(table, index) + place - 1);
  }

  #priorsAt(number: number, table: number): number {
    return this.#tables[table + SHARES] + shareColumns.length * this.#sizeOf(number);
  }

  /** Can it mean something, or is it there only as a title? */
  isName(number: number): boolean {
    const table = this.#tableOf(number);
    const index = number % this.#aBlock;
    if (this.#candidatesOf(table, index) === 0) return false;
    return this.#bytes[this.#priorsAt(number, table) + this.#startOf(table, index)] !== NO_PRIOR;
  }

  info(number: number, surface: string): SurfaceInfo {
    const bytes = this.#bytes;
    const table = this.#tableOf(number);
    const index = number % this.#aBlock;
    const shares = this.#tables[table + SHARES] + index;
    const { candidates, sum } = this.#readCandidates(number, table, index);
    const linkCount = this.#numberIn(LINK_COUNT, table, index);
    return {
      surface,
      candidates,
      linkCount: linkCount === 0 ? sum : decodeCount(linkCount - 1),
      textCount: decodeCount(this.#numberIn(TEXT_COUNT, table, index)),
      linkProbability: bytes[shares] / 255,
      lowercaseShare: bytes[shares + this.#sizeOf(number)] / 255,
    };
  }

  /** The name's candidates, and the sum of their counts. */
  #readCandidates(
    number: number,
    table: number,
    index: number,
  ): { candidates: NameCandidate[]; sum: number } {
    const bytes = this.#bytes;
    const from = this.#startOf(table, index);
    const to = from + this.#candidatesOf(table, index);
    const priors = this.#priorsAt(number, table);
    const sources = priors + this.#inBlock[Math.floor(number / this.#aBlock)];
    const kept = table + STARTS + (2 + nameColumns.length) * this.#places;
    let at = skip(bytes, this.#tables[kept + Math.floor(from / STEP)], from % STEP);
    const candidates: NameCandidate[] = [];
    let sum = 0;
    for (let i = from; i < to; i++) {
      const code = bytes[priors + i];
      if (code === NO_PRIOR) break;
      const count = decodeCount(varintAt(bytes, at));
      at = skip(bytes, at, 1);
      sum += count;
      const entity = this.#row(number, table, i);
      candidates.push({ entity, prior: decodePrior(code), count, sources: bytes[sources + i] });
    }
    return { candidates, sum };
  }
}

function varintAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  return first < 128 ? first : new ByteReader(bytes, at).varint();
}

/** The place behind so many varints. */
function skip(bytes: Uint8Array, at: number, count: number): number {
  while (count > 0) if (bytes[at++] < 128) count--;
  return at;
}

/** `places`: kept places of a column. */
function fillTable(bytes: Uint8Array, from: number, tables: Uint32Array, at: number, places: number): void {
  const reader = new ByteReader(bytes, from);
  const size = reader.varint();
  let candidates = 0;
  for (let i = 0; i < size; i++) {
    if (i % STEP === 0) {
      tables[at + STARTS + i / STEP] = candidates;
      tables[at + STARTS + places + i / STEP] = reader.at;
    }
    candidates += reader.varint();
  }
  const keep = (first: number, count: number) => {
    for (let i = 0; i < count; i++) {
      if (i % STEP === 0) tables[first + i / STEP] = reader.at;
      reader.varint();
    }
  };
  for (let column = 0; column < nameColumns.length; column++) keep(at + STARTS + (2 + column) * places, size);
  tables[at + SHARES] = reader.at;
  reader.at += shareColumns.length * size + 2 * candidates;
  keep(at + STARTS + (2 + nameColumns.length) * places, candidates);
  tables[at + HIGH_ROWS] = reader.at;
}
