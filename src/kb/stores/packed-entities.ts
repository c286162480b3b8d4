/** A block of entities in the packed store: their records and the further names that are kept with each. */
import { ByteReader, ByteWriter, decodeUtf8 } from "../../files/bytes.js";
import type { Entity } from "../../types.js";
import { decodeEntity, decodePopularity, encodeEntity } from "./entity-record.js";

/** Entities a block: more pack better, fewer are read faster. */
export const ENTITIES_A_BLOCK = 128;

/** Bytes at the beginning of each record: flags and popularity. */
const FRONT = 5;
/** Bytes that UTF-8 never has, so that strings need no lengths, which pack badly: between names, behind each string or list. */
const BETWEEN = 0xfe;
const END = 0xff;

/** An entity's record, taken apart: its front, title and identifier, and whatever follows. */
function partsOfRecord(record: Uint8Array) {
  const reader = new ByteReader(record, FRONT);
  const title = reader.string();
  const id = reader.string();
  return { front: record.subarray(0, FRONT), title, id, rest: record.subarray(reader.at) };
}

/**
 * Number of entities; a byte of each front after the other, the highest first; all titles, all lists of further names, all
 * identifiers; the rests of the records, each behind its length. What is alike stands together.
 */
export function encodeEntityBlock(entities: Entity[], names: string[][], urlPrefix: string): Uint8Array {
  const out = new ByteWriter(1 << 14);
  out.varint(entities.length);
  const records = entities.map((entity) => partsOfRecord(encodeEntity(entity, urlPrefix).slice()));
  for (let k = FRONT - 1; k >= 0; k--) for (const { front } of records) out.byte(front[k]);
  const string = (text: string, end: number) => {
    out.utf8(text);
    out.byte(end);
  };
  for (const { title } of records) string(title, END);
  for (const list of names) {
    list.forEach((name, i) => {
      string(name, i === list.length - 1 ? END : BETWEEN);
    });
    if (list.length === 0) out.byte(END);
  }
  for (const { id } of records) string(id, END);
  for (const { rest } of records) {
    out.varint(rest.length);
    out.raw(rest);
  }
  return out.done();
}

/** Strings behind the fronts: titles, lists of further names, identifiers. */
const STRINGS = 3;

export class EntityBlock {
  readonly #bytes: Uint8Array;
  readonly #size: number;
  /** Where the fronts begin. */
  readonly #fronts: number;
  /** (STRINGS, size): where each string begins, and the end of the last; one byte less is the end of the one before. */
  readonly #places: Uint32Array;
  /** Where each rest begins behind its length; found when the first entity is asked for. */
  #rests: Uint32Array | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    const reader = new ByteReader(bytes);
    const size = reader.varint();
    this.#size = size;
    this.#fronts = reader.at;
    this.#places = new Uint32Array(STRINGS * size + 1);
    let at = reader.at + FRONT * size;
    for (let i = 0; i <= STRINGS * size; i++) {
      this.#places[i] = at;
      while (i < STRINGS * size && bytes[at++] !== END);
    }
  }

  title(index: number): string {
    return this.#string(index);
  }

  #string(place: number): string {
    return decodeUtf8(this.#bytes, this.#places[place], this.#places[place + 1] - 1);
  }

  popularity(index: number): number {
    return decodePopularity(this.#front(index));
  }

  flags(index: number): number {
    return this.#bytes[this.#fronts + (FRONT - 1) * this.#size + index];
  }

  entity(index: number, row: number, urlPrefix: string): Entity {
    this.#rests ??= this.#findRests();
    const record = new ByteWriter(256);
    record.raw(this.#front(index));
    record.string(this.title(index));
    record.string(this.#string(2 * this.#size + index));
    const reader = new ByteReader(this.#bytes, this.#rests[index]);
    const length = reader.varint();
    record.raw(this.#bytes.subarray(reader.at, reader.at + length));
    return decodeEntity(record.done(), row, urlPrefix);
  }

  #findRests(): Uint32Array {
    const rests = new Uint32Array(this.#size);
    const reader = new ByteReader(this.#bytes, this.#places[STRINGS * this.#size]);
    for (let i = 0; i < rests.length; i++) {
      rests[i] = reader.at;
      const length = reader.varint();
      reader.at += length;
    }
    return rests;
  }

  /** The further name with this number. */
  further(index: number, number: number): string {
    const place = this.#size + index;
    let from = this.#places[place];
    for (let i = 0; i < number; i++) while (this.#bytes[from++] !== BETWEEN);
    const last = this.#places[place + 1] - 1;
    let to = from;
    while (to < last && this.#bytes[to] !== BETWEEN) to++;
    return decodeUtf8(this.#bytes, from, to);
  }

  #front(index: number): Uint8Array {
    const front = new Uint8Array(FRONT);
    for (let k = 0; k < FRONT; k++) {
      front[k] = this.#bytes[this.#fronts + (FRONT - 1 - k) * this.#size + index];
    }
    return front;
  }
}
