/** A block of names in the packed store: whose name it is in which form, what is known of it, its candidates. */
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

/** The names of a block, found by their number in it. */
export class NameBlock {
  readonly size: number;
  /** Where each name's candidates begin, and the end of the last. */
  readonly #starts: Uint32Array;
  /** (nameColumns.length, size) */
  readonly #numbers: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly #shares: number;
  readonly #priors: number;
  readonly #sources: number;
  readonly #counts: Uint32Array;
  readonly #highRows: number;
  readonly #lowRows: Uint8Array;

  constructor(bytes: Uint8Array, rows: Uint8Array) {
    const reader = new ByteReader(bytes);
    const size = reader.varint();
    this.size = size;
    this.#bytes = bytes;
    this.#starts = new Uint32Array(size + 1);
    for (let i = 0; i < size; i++) this.#starts[i + 1] = this.#starts[i] + reader.varint();
    this.#numbers = new Uint32Array(nameColumns.length * size);
    for (let i = 0; i < this.#numbers.length; i++) this.#numbers[i] = reader.varint();
    const candidates = this.#starts[size];
    this.#shares = reader.at;
    this.#priors = this.#shares + shareColumns.length * size;
    this.#sources = this.#priors + candidates;
    reader.at = this.#sources + candidates;
    this.#counts = new Uint32Array(candidates);
    for (let i = 0; i < candidates; i++) this.#counts[i] = decodeCount(reader.varint());
    this.#highRows = reader.at;
    this.#lowRows = rows;
  }

  /** The row whose title tells the name's text. */
  ownerRow(index: number): number {
    return this.#row(this.#starts[index] + this.#numbers[index]);
  }

  form(index: number): number {
    return this.#numbers[this.size + index];
  }

  /** The row that it leads to as another title; −1 for none. */
  redirectRow(index: number): number {
    const place = this.#numbers[2 * this.size + index];
    return place === 0 ? -1 : this.#row(this.#starts[index] + place - 1);
  }

  /** Can it mean something, or is it there only as a title? */
  isName(index: number): boolean {
    const first = this.#starts[index];
    return first < this.#starts[index + 1] && this.#bytes[this.#priors + first] !== NO_PRIOR;
  }

  info(index: number, surface: string): SurfaceInfo {
    const candidates: NameCandidate[] = [];
    let sum = 0;
    for (let i = this.#starts[index]; i < this.#starts[index + 1]; i++) {
      const code = this.#bytes[this.#priors + i];
      if (code === NO_PRIOR) break;
      const count = this.#counts[i];
      sum += count;
      const entity = this.#row(i);
      candidates.push({ entity, prior: decodePrior(code), count, sources: this.#bytes[this.#sources + i] });
    }
    const { size } = this;
    const linkCount = this.#numbers[3 * size + index];
    return {
      surface,
      candidates,
      linkCount: linkCount === 0 ? sum : decodeCount(linkCount - 1),
      textCount: decodeCount(this.#numbers[4 * size + index]),
      linkProbability: this.#bytes[this.#shares + index] / 255,
      lowercaseShare: this.#bytes[this.#shares + size + index] / 255,
    };
  }

  #row(i: number): number {
    const low = this.#lowRows[2 * i] | (this.#lowRows[2 * i + 1] << 8);
    return (this.#bytes[this.#highRows + i] << 16) | low;
  }
}
