/**
 * A wikitext as UTF-16 units, with the places where markup may be: decoded straight out of a dump's bytes, so that no string is made of a
 * text that is only looked through.
 */
import { unitString } from "./text-builder.js";
import { makeRoom, startTextKernels } from "./text-kernels.js";
import { decodeXmlText } from "./xml-text.js";

/** Bytes behind each part of the memory that loops over whole blocks may overwrite. */
const SLACK = 64;
const GREATER = 62;
const SMALLEST_ROOM = 1 << 16;
/** Bytes of a byte, a unit and a mark of a text. */
const ROOM = 1 + 2 + 4;

const specialCharacters = "\n&'<[]_{|}";
/** By UTF-16 unit: 1 where something has to be looked at. */
const special = new Uint8Array(1 << 16);
for (let i = 0; i < specialCharacters.length; i++) special[specialCharacters.charCodeAt(i)] = 1;

export class WikitextSource {
  units!: Uint16Array;
  length = 0;
  /** Places of all special characters, in ascending order; `markCount` of them count. */
  marks!: Int32Array;
  markCount = 0;
  readonly #kernels = startTextKernels();
  /** The memory of the kernels: bytes of a text, its units, marks. */
  #bytes!: Buffer;
  #unitBytes!: Buffer;
  #room = 0;

  constructor() {
    this.#widen(SMALLEST_ROOM);
  }

  /** Character data of XML, entities and all; the same as `takeText` of what `decodeXmlText` makes of it. */
  takeXml(bytes: Buffer, from: number, to: number): void {
    if (to - from > this.#room) this.#widen(2 * (to - from));
    bytes.copy(this.#bytes, 0, from, to);
    const { byteOffset: start } = this.#bytes;
    const end = start + to - from;
    this.length = this.#kernels.decodeXml(start, end, this.units.byteOffset, this.marks.byteOffset);
    if (this.length < 0) this.takeText(decodeXmlText(bytes.subarray(0, to), from, to));
    else this.markCount = this.#kernels.markCount();
  }

  takeText(text: string): void {
    if (text.length > this.#room) this.#widen(2 * text.length);
    this.length = text.length;
    this.#unitBytes.write(text, "utf16le");
    const { units, marks, length } = this;
    let count = 0;
    for (let i = 0; i < length; i++) if (special[units[i]] !== 0) marks[count++] = i;
    this.markCount = count;
  }

  /** Units `from` to `to` as a string, as far as there are that many. */
  slice(from: number, to: number): string {
    return unitString(this.units, from, Math.min(to, this.length));
  }

  /** Is this what stands at `at`? */
  startsWith(text: string, at: number): boolean {
    if (at + text.length > this.length) return false;
    for (let i = 0; i < text.length; i++) if (this.units[at + i] !== text.charCodeAt(i)) return false;
    return true;
  }

  /** The first place of a unit from `from` on and before `to`; −1 when there is none. */
  indexOf(unit: number, from: number, to: number): number {
    const end = Math.min(to, this.length);
    for (let i = from; i < end; i++) if (this.units[i] === unit) return i;
    return -1;
  }

  /** Behind the end of a comment, whose inside begins at `from`. */
  commentEnd(from: number): number {
    let end = this.indexOf(GREATER, from + 2, this.length);
    while (end >= 0 && !this.startsWith("--", end - 2)) end = this.indexOf(GREATER, end + 1, this.length);
    return end < 0 ? this.length : end + 1;
  }

  #widen(room: number): void {
    const base = this.#kernels.memoryBase();
    this.#room = Math.ceil(room / SLACK) * SLACK;
    makeRoom(this.#kernels, base + ROOM * this.#room + 3 * SLACK);
    const { buffer } = this.#kernels.memory;
    this.#bytes = Buffer.from(buffer, base, this.#room);
    const unitsAt = base + this.#room + SLACK;
    this.units = new Uint16Array(buffer, unitsAt, this.#room);
    this.#unitBytes = Buffer.from(buffer, unitsAt, 2 * this.#room);
    this.marks = new Int32Array(buffer, unitsAt + 2 * this.#room + SLACK, this.#room);
  }
}
