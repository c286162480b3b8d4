/** Blocks of a file unpacked into one memory, each once, where every thread that is given the memory reads them; runs in browsers. */
import type { BlockFile } from "./block-file.js";

/** What is worked out of a block when it is unpacked, so that readers find their way in it without objects of their own. */
export interface BlockTables {
  /** 32-bit numbers a block has room for. */
  length: number;
  /** Writes those of the block in bytes[from … to) to tables[at … at + length). */
  fill(bytes: Uint8Array, from: number, to: number, tables: Uint32Array, at: number): void;
}

/**
 * A byte a block that says whether it is there; the tables; the blocks one behind the other. The system gives memory only to
 * pages that are written to, so room for what nobody asks for costs nothing. Two threads may unpack the same block at the same
 * time: they write the same bytes.
 */
export class BlockArena {
  /** All blocks; one that was not asked for reads as zeros. */
  readonly bytes: Uint8Array;
  /** (blocks, tables.length) */
  readonly tables: Uint32Array;
  readonly #file: BlockFile;
  readonly #section: string;
  readonly #tables: BlockTables | undefined;
  readonly #isThere: Uint8Array;
  /** Where each block begins in `bytes`, and the end of the last. */
  readonly #places: Uint32Array;

  constructor(file: BlockFile, section: string, tables?: BlockTables) {
    this.#file = file;
    this.#section = section;
    this.#tables = tables;
    const blocks = file.count(section);
    this.#places = new Uint32Array(blocks + 1);
    for (let b = 0; b < blocks; b++) this.#places[b + 1] = this.#places[b] + file.sizeOf(section, b);
    const tablesAt = 4 * Math.ceil(blocks / 4);
    const numbers = blocks * (tables?.length ?? 0);
    const bytesAt = tablesAt + 4 * numbers;
    const buffer = file.memory(section, bytesAt + this.#places[blocks]);
    this.#isThere = new Uint8Array(buffer, 0, blocks);
    this.tables = new Uint32Array(buffer, tablesAt, numbers);
    this.bytes = new Uint8Array(buffer, bytesAt);
  }

  /** Where the block begins in `bytes`, unpacked. */
  at(block: number): number {
    // what another thread wrote before it said so is seen after asking so
    if (Atomics.load(this.#isThere, block) === 0) this.#unpack(block);
    return this.#places[block];
  }

  #unpack(block: number): void {
    const from = this.#places[block];
    const to = this.#places[block + 1];
    this.bytes.set(this.#file.block(this.#section, block), from);
    this.#tables?.fill(this.bytes, from, to, this.tables, block * this.#tables.length);
    Atomics.store(this.#isThere, block, 1);
  }
}
