/** Growing and reading byte arrays of variable-length integers and UTF-8 strings; runs in browsers. */

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** From this length on, the calls of encoder and decoder are worth it. */
const LONGEST_SHORT = 48;
/** Bytes of a varint whose value is written later. */
const GAP = 4;

/** Appends to a byte array that doubles when it is full. */
export class ByteWriter {
  bytes: Uint8Array;
  length = 0;

  constructor(capacity = 1024) {
    this.bytes = new Uint8Array(capacity);
  }

  reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  uint16(value: number): void {
    this.reserve(2);
    this.bytes[this.length++] = value & 255;
    this.bytes[this.length++] = value >>> 8;
  }

  /** LEB128: seven bits a byte, lowest first. `value` is an integer from 0 to 2^53. */
  varint(value: number): void {
    this.reserve(8);
    while (value > 0x7fffffff) {
      this.bytes[this.length++] = (value % 128) | 128;
      value = Math.floor(value / 128);
    }
    while (value > 127) {
      this.bytes[this.length++] = (value & 127) | 128;
      value >>>= 7;
    }
    this.bytes[this.length++] = value;
  }

  raw(data: Uint8Array): void {
    this.reserve(data.length);
    this.bytes.set(data, this.length);
    this.length += data.length;
  }

  /** UTF-8 without its length; returns the number of bytes. */
  utf8(text: string): number {
    this.reserve(text.length * 3);
    let written = text.length < LONGEST_SHORT ? this.#ascii(text, this.length) : -1;
    if (written < 0) ({ written } = encoder.encodeInto(text, this.bytes.subarray(this.length)));
    this.length += written;
    return written;
  }

  /** Writes at `from`, where there is room for it, and returns the number of bytes; −1 when not all is ASCII. */
  #ascii(text: string, from: number): number {
    const { bytes } = this;
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (c > 127) return -1;
      bytes[from + i] = c;
    }
    return text.length;
  }

  /** Length as a varint, then UTF-8. */
  string(text: string): void {
    this.reserve(text.length + 8);
    const start = this.length;
    this.varint(text.length);
    const written = this.#ascii(text, this.length);
    if (written < 0) {
      this.length = start;
      this.#encoded(text);
    } else this.length += written;
  }

  /** As `string` for a short text given as UTF-16 units. */
  unitString(units: Uint16Array, from: number, to: number): void {
    this.reserve(to - from + 8);
    const start = this.length;
    this.varint(to - from);
    for (let i = from; i < to; i++) {
      const unit = units[i];
      if (unit > 127) {
        this.length = start;
        this.#encoded(String.fromCharCode(...units.subarray(from, to)));
        return;
      }
      this.bytes[this.length++] = unit;
    }
  }

  /** Leaves room for a varint below 2^28 that is known later: `patch` it. Where it is. */
  gap(): number {
    this.reserve(GAP);
    this.length += GAP;
    return this.length - GAP;
  }

  /** The value of a gap as a varint of full length. */
  patch(at: number, value: number): void {
    for (let i = 0; i < GAP - 1; i++) this.bytes[at + i] = ((value >>> (7 * i)) & 127) | 128;
    this.bytes[at + GAP - 1] = value >>> (7 * (GAP - 1));
  }

  #encoded(text: string): void {
    if (3 * text.length < 128) {
      const start = this.length++;
      this.length = this.#putUtf8(text, this.length);
      this.bytes[start] = this.length - start - 1;
      return;
    }
    const data = encoder.encode(text);
    this.varint(data.length);
    this.raw(data);
  }

  /** Writes at `from`, where there is room for three bytes a unit; where it ends. A half of a pair becomes U+FFFD, as encoders have it. */
  #putUtf8(text: string, from: number): number {
    this.reserve(3 * text.length + 1);
    const { bytes } = this;
    let at = from;
    for (let i = 0; i < text.length; i++) {
      let code = text.codePointAt(i)!;
      if (code > 0xffff) i++;
      else if (code >= 0xd800 && code < 0xe000) code = 0xfffd;
      if (code < 0x80) {
        bytes[at++] = code;
        continue;
      }
      if (code > 0xffff) {
        bytes[at++] = 0xf0 | (code >> 18);
        bytes[at++] = 0x80 | ((code >> 12) & 63);
      } else if (code > 0x7ff) bytes[at++] = 0xe0 | (code >> 12);
      if (code > 0x7ff) bytes[at++] = 0x80 | ((code >> 6) & 63);
      else bytes[at++] = 0xc0 | (code >> 6);
      bytes[at++] = 0x80 | (code & 63);
    }
    return at;
  }

  /** A view of what has been written; valid until the next write. */
  done(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}

/** Reads what `ByteWriter` wrote; `at` is the next byte. */
export class ByteReader {
  constructor(
    public bytes: Uint8Array,
    public at = 0,
  ) {}

  byte(): number {
    return this.bytes[this.at++];
  }

  uint16(): number {
    const value = this.bytes[this.at] | (this.bytes[this.at + 1] << 8);
    this.at += 2;
    return value;
  }

  varint(): number {
    let b = this.bytes[this.at++];
    if (b < 128) return b;
    let value = b & 127;
    let factor = 128;
    do {
      b = this.bytes[this.at++];
      value += (b & 127) * factor;
      factor *= 128;
    } while (b > 127);
    return value;
  }

  /** Goes behind a string without making it. */
  passString(): void {
    const length = this.varint();
    this.at += length;
  }

  string(): string {
    const length = this.varint();
    this.at += length;
    return decodeUtf8(this.bytes, this.at - length, this.at);
  }
}

/** Units of a short string, by its length. */
const units = Array.from({ length: LONGEST_SHORT }, (_, length) => new Array<number>(length).fill(0));

/** Short ASCII strings are made without the decoder, whose call costs more than they do. */
export function decodeUtf8(bytes: Uint8Array, from: number, to: number): string {
  const length = to - from;
  if (length <= 0) return "";
  if (length < LONGEST_SHORT) {
    const short = units[length];
    let i = 0;
    for (; i < length; i++) {
      const b = bytes[from + i];
      if (b > 127) break;
      short[i] = b;
    }
    if (i === length) return String.fromCharCode.apply(null, short);
  }
  // decoders of some browsers refuse memory that threads share
  return decoder.decode(bytes.slice(from, to));
}
