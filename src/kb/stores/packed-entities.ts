/** Blocks of entities in the packed store: their records and the further names that are kept with each. */
import { LinkingError } from "../../errors.js";
import { BlockArena } from "../../files/block-arena.js";
import type { BlockFile } from "../../files/block-file.js";
import { ByteReader, ByteWriter, decodeUtf8 } from "../../files/bytes.js";
import type { Entity } from "../../types.js";
import { decodeRest, encodeEntity } from "./entity-record.js";

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
/** Where strings and rests begin is kept of every fourth; the way from there is short. */
const STEP = 4;

/** Numbers of a block's table: where every fourth string begins, then every fourth rest. */
function tableLength(size: number): number {
  return Math.ceil((STRINGS * size) / STEP) + Math.ceil(size / STEP);
}

/** The entities of a packed store, read where they lie. */
export class PackedEntities {
  readonly #blocks: BlockArena;
  readonly #bytes: Uint8Array;
  readonly #tables: Uint32Array;
  readonly #count: number;
  readonly #aBlock: number;
  readonly #tableLength: number;

  constructor(file: BlockFile, count: number, aBlock: number) {
    this.#count = count;
    this.#aBlock = aBlock;
    this.#tableLength = tableLength(aBlock);
    this.#blocks = new BlockArena(file, "entities", { length: this.#tableLength, fill: fillTable });
    this.#bytes = this.#blocks.bytes;
    this.#tables = this.#blocks.tables;
  }

  /** Entities in the row's block. */
  #sizeOf(row: number): number {
    return Math.min(this.#aBlock, this.#count - (row - (row % this.#aBlock)));
  }

  /** Where the row's block begins; rows are what the caller has checked. */
  #blockAt(row: number): number {
    return this.#blocks.at(Math.floor(row / this.#aBlock));
  }

  /** Where the string with this number in the row's block begins. */
  #stringAt(row: number, number: number): number {
    const table = Math.floor(row / this.#aBlock) * this.#tableLength;
    let at = this.#tables[table + Math.floor(number / STEP)];
    for (let i = number % STEP; i > 0; i--) at = this.#endOf(at) + 1;
    return at;
  }

  /** Where the string at this place ends. */
  #endOf(at: number): number {
    const bytes = this.#bytes;
    while (bytes[at] !== END) at++;
    return at;
  }

  #string(row: number, number: number): string {
    const from = this.#stringAt(row, number);
    return decodeUtf8(this.#bytes, from, this.#endOf(from));
  }

  title(row: number): string {
    this.#blockAt(row);
    return this.#string(row, row % this.#aBlock);
  }

  flags(row: number): number {
    const size = this.#sizeOf(row);
    return this.#bytes[frontsAt(this.#blockAt(row), size) + (FRONT - 1) * size + (row % this.#aBlock)];
  }

  popularity(row: number): number {
    const size = this.#sizeOf(row);
    const first = frontsAt(this.#blockAt(row), size) + (row % this.#aBlock);
    for (let k = 1; k < FRONT; k++) popularityBytes[k - 1] = this.#bytes[first + (FRONT - 1 - k) * size];
    return popularityView.getFloat32(0, true);
  }

  entity(row: number, urlPrefix: string): Entity {
    const size = this.#sizeOf(row);
    const title = this.title(row);
    const id = this.#string(row, 2 * size + (row % this.#aBlock)) || title;
    const front = { title, id, flags: this.flags(row), popularity: this.popularity(row) };
    const reader = new ByteReader(this.#bytes, this.#restAt(row, size));
    const length = reader.varint();
    return decodeRest(reader, reader.at + length, front, row, urlPrefix);
  }

  /** Where what follows the strings of the row's entity begins, with its length. */
  #restAt(row: number, size: number): number {
    const index = row % this.#aBlock;
    const table = Math.floor(row / this.#aBlock) * this.#tableLength + Math.ceil((STRINGS * size) / STEP);
    const reader = new ByteReader(this.#bytes, this.#tables[table + Math.floor(index / STEP)]);
    for (let i = index % STEP; i > 0; i--) skipRest(reader);
    return reader.at;
  }

  /** The further name of the row's entity with this number. */
  further(row: number, number: number): string {
    this.#blockAt(row);
    const bytes = this.#bytes;
    let from = this.#stringAt(row, this.#sizeOf(row) + (row % this.#aBlock));
    for (let i = 0; i < number; i++) while (bytes[from++] !== BETWEEN);
    let to = from;
    while (bytes[to] < BETWEEN) to++;
    return decodeUtf8(bytes, from, to);
  }
}

const popularityBytes = new Uint8Array(4);
const popularityView = new DataView(popularityBytes.buffer);

/** Behind the number of entities, which is a varint. */
function frontsAt(block: number, size: number): number {
  return block + (size > 127 ? 2 : 1);
}

function skipRest(reader: ByteReader): void {
  const length = reader.varint();
  reader.at += length;
}

function fillTable(bytes: Uint8Array, from: number, to: number, tables: Uint32Array, at: number): void {
  const reader = new ByteReader(bytes, from);
  const size = reader.varint();
  reader.at += FRONT * size;
  for (let i = 0; i < STRINGS * size; i++) {
    if (i % STEP === 0) tables[at++] = reader.at;
    while (bytes[reader.at++] !== END) if (reader.at >= to) throw damaged();
  }
  for (let i = 0; i < size; i++) {
    if (i % STEP === 0) tables[at++] = reader.at;
    skipRest(reader);
  }
  if (reader.at > to) throw damaged();
}

function damaged(): LinkingError {
  return new LinkingError(
    "bad-file",
    "A block of entities ends before its last one; the knowledge base is damaged: fetch it again.",
  );
}
