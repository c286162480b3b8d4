/** A file of packed blocks, each checked and unpacked by itself when it is asked for: small on disk, and a start reads little. Runs in browsers. */
import { LinkingError, messageOf } from "../errors.js";
import type { ByteSource } from "./byte-source.js";
import { checksumWords } from "./checksum.js";

/**
 * Bytes 0–7 magic, 8–11 version, 12–15 length of the header, 16–19 number of blocks, 20–27 checksum of header and table,
 * 28–31 nothing; the header (JSON); the table, of each block its length, its length in the file and its checksum (two), 32 bits
 * each, little-endian; the blocks in the table's order. A block whose two lengths are equal is not packed.
 */
export const BLOCK_MAGIC = "mulrelBF";
export const BLOCK_VERSION = 1;
export const BLOCK_FRONT = 32;
/** 32-bit numbers a block. */
export const BLOCK_ENTRY = 4;

export interface BlockHeader {
  /** What the file is: "knowledge-base", "vectors". */
  kind: string;
  about: Record<string, unknown>;
  /** Blocks of each section, in the order in which they lie in the file. */
  sections: Record<string, number>;
  /** Sections whose blocks are packed with the only block of the section "dictionary" before them. */
  withDictionary: string[];
}

/** The section whose block may stand before those of others. */
export const DICTIONARY = "dictionary";

/** Does it begin like a file of blocks? */
export function isBlockFile(start: Uint8Array): boolean {
  return start.length >= 8 && String.fromCharCode(...start.subarray(0, 8)) === BLOCK_MAGIC;
}

export class BlockFile {
  readonly kind: string;
  readonly about: Record<string, unknown>;
  readonly #name: string;
  readonly #source: ByteSource;
  /** Checksum of header and table, in which those of all blocks are. */
  readonly #sum: string;
  /** First block of each section, and how many it has. */
  readonly #sections = new Map<string, { first: number; count: number }>();
  readonly #table: Uint32Array;
  /** Where each block begins in the file. */
  readonly #places: Float64Array;
  readonly #withDictionary: Set<string>;
  #dictionary: Uint8Array | undefined;

  /** `name` is what error sentences call the file. */
  constructor(source: ByteSource, name: string) {
    this.#name = name;
    this.#source = source;
    const { header, table, body, sum } = this.#readFront();
    this.#sum = sum;
    this.kind = header.kind;
    this.about = header.about;
    this.#table = table;
    this.#withDictionary = new Set(header.withDictionary);
    let first = 0;
    for (const [section, count] of Object.entries(header.sections)) {
      this.#sections.set(section, { first, count });
      first += count;
    }
    const blocks = table.length / BLOCK_ENTRY;
    this.#places = new Float64Array(blocks + 1);
    this.#places[0] = body;
    for (let b = 0; b < blocks; b++) this.#places[b + 1] = this.#places[b] + table[BLOCK_ENTRY * b + 1];
    if (first !== blocks || this.#places[blocks] !== source.byteLength) throw this.#bad("is cut off");
  }

  #readFront(): { header: BlockHeader; table: Uint32Array; body: number; sum: string } {
    const source = this.#source;
    const front = source.read(0, Math.min(BLOCK_FRONT, source.byteLength));
    if (!isBlockFile(front) || front.length < BLOCK_FRONT) {
      throw this.#bad("is not a packed file of mulrel (it does not begin with the mark of one)");
    }
    const view = new DataView(front.buffer, front.byteOffset, front.byteLength);
    const version = view.getUint32(8, true);
    if (version !== BLOCK_VERSION) {
      throw this.#bad(
        `has version ${version} of the packed file, this mulrel reads version ${BLOCK_VERSION}`,
      );
    }
    const headerLength = view.getUint32(12, true);
    const tableBytes = 4 * BLOCK_ENTRY * view.getUint32(16, true);
    const body = BLOCK_FRONT + headerLength + tableBytes;
    if (body > source.byteLength) throw this.#bad("is cut off");
    const rest = source.read(BLOCK_FRONT, body).slice();
    const [a, b] = checksumWords(rest);
    if (a !== view.getUint32(20, true) || b !== view.getUint32(24, true)) throw this.#bad("is damaged");
    try {
      const header = JSON.parse(new TextDecoder().decode(rest.subarray(0, headerLength))) as BlockHeader;
      return { header, table: new Uint32Array(rest.slice(headerLength).buffer), body, sum: `${a} ${b}` };
    } catch (error) {
      throw this.#bad(`has a header that cannot be read (${messageOf(error)})`, error);
    }
  }

  /** Blocks of a section; 0 when there is no such section. */
  count(section: string): number {
    return this.#sections.get(section)?.count ?? 0;
  }

  /** Bytes of a block when it is unpacked. */
  sizeOf(section: string, index: number): number {
    return this.#table[BLOCK_ENTRY * this.#numberOf(section, index)];
  }

  /** Memory of zeros for what is made of a part; where threads share memory, the same for all that have a file of this content. */
  memory(part: string, byteLength: number): ArrayBufferLike {
    return this.#source.memory?.(`${this.#sum} ${part}`, byteLength) ?? new ArrayBuffer(byteLength);
  }

  #numberOf(section: string, index: number): number {
    const place = this.#sections.get(section);
    if (place && index >= 0 && index < place.count) return place.first + index;
    throw this.#bad(`lacks block ${index} of its part "${section}"`);
  }

  /** One block, unpacked. */
  block(section: string, index: number): Uint8Array {
    const number = this.#numberOf(section, index);
    const [size, packedSize, a, b] = this.#table.subarray(BLOCK_ENTRY * number, BLOCK_ENTRY * (number + 1));
    const bytes = this.#source.read(this.#places[number], this.#places[number + 1]);
    const sums = checksumWords(bytes);
    const where = `block ${index} of "${section}"`;
    if (sums[0] !== a || sums[1] !== b) throw this.#bad(`is damaged (the checksum of ${where} is wrong)`);
    if (size === packedSize) return bytes;
    let dictionary: Uint8Array | undefined;
    if (this.#withDictionary.has(section)) dictionary = this.#dictionary ??= this.block(DICTIONARY, 0);
    try {
      return this.#source.inflate(bytes, size, dictionary);
    } catch (error) {
      throw this.#bad(`is damaged (${where} cannot be unpacked)`, error);
    }
  }

  /** Unpacks every block; whatever is damaged is told. */
  checkAll(): void {
    for (const [section, { count }] of this.#sections) {
      for (let index = 0; index < count; index++) this.block(section, index);
    }
  }

  #bad(found: string, cause?: unknown): LinkingError {
    return new LinkingError("bad-file", `${this.#name} ${found}; fetch it again, or install mulrel again.`, {
      cause,
    });
  }

  close(): void {
    this.#source.close();
  }
}
