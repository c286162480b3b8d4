/** JSON written as bytes from its first sign on: no strings to put together, lay flat and encode. */

const encoder = new TextEncoder();
/** Bytes of a UTF-16 unit in UTF-8, at most. */
const WIDEST = 3;
const ZERO = 0x30;
const QUOTE = 0x22;
/** Numbers are told with six digits behind the point. */
const MILLION = 1e6;

/** The bytes of a text that is written again and again. */
export const bytesOf = (text: string): Uint8Array => encoder.encode(text);

export class JsonBytes {
  bytes: Uint8Array;
  /** Where the next byte goes. */
  at = 0;

  constructor(room: number) {
    this.bytes = new Uint8Array(room);
  }

  /** Makes room for so many bytes more. */
  reserve(more: number): void {
    const wanted = this.at + more;
    if (wanted <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(wanted, 2 * this.bytes.length));
    larger.set(this.bytes.subarray(0, this.at));
    this.bytes = larger;
  }

  /** Few bytes: a loop is faster than a call. */
  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    const out = this.bytes;
    let at = this.at;
    for (let i = 0; i < bytes.length; i++) out[at++] = bytes[i];
    this.at = at;
  }

  /** What was written from `from` to `to`, once more. */
  again(from: number, to: number): void {
    this.reserve(to - from);
    this.bytes.copyWithin(this.at, from, to);
    this.at += to - from;
  }

  /** Text that is JSON already. */
  text(json: string): void {
    this.reserve(WIDEST * json.length);
    this.at += encoder.encodeInto(json, this.bytes.subarray(this.at)).written;
  }

  /** A string with its quotes. Most are plain ASCII and go as they are. */
  string(string: string): void {
    this.reserve(string.length + 2);
    const out = this.bytes;
    let at = this.at;
    out[at++] = QUOTE;
    for (let i = 0; i < string.length; i++) {
      const unit = string.charCodeAt(i);
      if (unit < 0x20 || unit > 0x7f || unit === QUOTE || unit === 0x5c) {
        this.text(JSON.stringify(string));
        return;
      }
      out[at++] = unit;
    }
    out[at++] = QUOTE;
    this.at = at;
  }

  /** A whole number, 0 or more. */
  whole(number: number): void {
    if (!(number >= 0 && number <= 0x7fffffff && Number.isInteger(number))) {
      this.text(String(number));
      return;
    }
    this.reserve(10);
    let digits = 1;
    for (let power = 10; number >= power; power *= 10) digits++;
    this.#digits(number, digits);
  }

  /** A number with six digits behind the point, none of them a 0 at the end: as the engine writes Math.round(x · 1e6) / 1e6. */
  rounded(x: number): void {
    const millionths = Math.round(x * MILLION);
    if (!(millionths > 0 && millionths < MILLION)) {
      if (millionths === 0 || millionths === MILLION) this.whole(millionths === 0 ? 0 : 1);
      else this.text(Number.isFinite(millionths) ? String(millionths / MILLION) : "null");
      return;
    }
    this.reserve(8);
    this.bytes[this.at] = ZERO;
    this.bytes[this.at + 1] = 0x2e;
    this.at += 2;
    let digits = 6;
    let number = millionths;
    for (; number % 10 === 0; number /= 10) digits--;
    this.#digits(number, digits);
  }

  /** So many digits of a whole number, zeros in front. */
  #digits(number: number, digits: number): void {
    const out = this.bytes;
    let rest = number | 0;
    for (let at = this.at + digits - 1; at >= this.at; at--) {
      const next = (rest / 10) | 0;
      out[at] = ZERO + (rest - 10 * next);
      rest = next;
    }
    this.at += digits;
  }
}
