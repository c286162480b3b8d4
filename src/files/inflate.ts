/** Unpacks raw deflate (RFC 1951) at once and in place, for runtimes that have only a streaming unpacker; runs in browsers. */
import { LinkingError } from "../errors.js";

/** Codes up to this many bits are found by one look into a table. */
const FAST_BITS = 10;
const LONGEST_CODE = 15;

const lengthBase = Uint16Array.of(
  ...[3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131],
  ...[163, 195, 227, 258],
);
const lengthBits = Uint8Array.of(
  ...[0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0],
);
const distanceBase = Uint16Array.of(
  ...[1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049],
  ...[3073, 4097, 6145, 8193, 12289, 16385, 24577],
);
const distanceBits = Uint8Array.of(
  ...[0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13],
);
/** The order in which lengths of code lengths are written. */
const lengthOrder = Uint8Array.of(16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15);

const END_OF_BLOCK = 256;

function damaged(what: string): LinkingError {
  return new LinkingError("bad-file", `The packed bytes are damaged: ${what}.`);
}

/** A canonical Huffman code. */
class Code {
  /** By the next FAST_BITS bits: symbol · 16 + length; 0 where the code is longer. */
  readonly #fast = new Uint16Array(1 << FAST_BITS);
  /** Codes of each length, and the symbols in order of their codes. */
  readonly #counts = new Uint16Array(LONGEST_CODE + 1);
  readonly #symbols: Uint16Array;

  /** `lengths`: bits of each symbol's code, 0 for symbols that do not occur. */
  constructor(lengths: Uint8Array) {
    const counts = this.#counts;
    for (const length of lengths) counts[length]++;
    counts[0] = 0;
    const nextCode = new Uint16Array(LONGEST_CODE + 2);
    const nextPlace = new Uint16Array(LONGEST_CODE + 2);
    for (let n = 1; n <= LONGEST_CODE; n++) {
      nextCode[n + 1] = (nextCode[n] + counts[n]) << 1;
      nextPlace[n + 1] = nextPlace[n] + counts[n];
    }
    this.#symbols = new Uint16Array(lengths.length);
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      const length = lengths[symbol];
      if (length === 0) continue;
      this.#symbols[nextPlace[length]++] = symbol;
      const code = nextCode[length]++;
      if (length > FAST_BITS) continue;
      for (let i = reversed(code, length); i < 1 << FAST_BITS; i += 1 << length) {
        this.#fast[i] = (symbol << 4) | length;
      }
    }
  }

  read(input: BitReader): number {
    const bits = input.peek();
    const fast = this.#fast[bits & ((1 << FAST_BITS) - 1)];
    if (fast !== 0) {
      input.drop(fast & 15);
      return fast >> 4;
    }
    let code = 0;
    let first = 0;
    let place = 0;
    for (let length = 1; length <= LONGEST_CODE; length++) {
      code |= (bits >>> (length - 1)) & 1;
      const count = this.#counts[length];
      if (code - count < first) {
        input.drop(length);
        return this.#symbols[place + code - first];
      }
      place += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw damaged("they hold a code that is not in its table");
  }
}

function reversed(code: number, length: number): number {
  let out = 0;
  for (let i = 0; i < length; i++) out |= ((code >>> i) & 1) << (length - 1 - i);
  return out;
}

/** Bits from the lowest of each byte on. */
class BitReader {
  #held = 0;
  #count = 0;
  #at = 0;
  constructor(readonly bytes: Uint8Array) {}

  /** At least 15 bits, zeros behind the end. */
  peek(): number {
    while (this.#count < LONGEST_CODE) {
      // bytes behind the end are counted, so that reading on is noticed
      this.#held |= (this.#at < this.bytes.length ? this.bytes[this.#at] : 0) << this.#count;
      this.#at++;
      this.#count += 8;
    }
    return this.#held;
  }

  drop(count: number): void {
    this.#held >>>= count;
    this.#count -= count;
    if (this.#at - (this.#count >> 3) > this.bytes.length) throw damaged("they end too early");
  }

  take(count: number): number {
    const value = this.peek() & ((1 << count) - 1);
    this.drop(count);
    return value;
  }

  /** The next whole bytes, from the next byte on. */
  raw(): Uint8Array {
    this.drop(this.#count & 7);
    const from = this.#at - (this.#count >> 3);
    const at = from + 4;
    const length = this.bytes[from] | (this.bytes[from + 1] << 8);
    if (at + length > this.bytes.length) throw damaged("they end too early");
    this.#at = at + length;
    this.#held = 0;
    this.#count = 0;
    return this.bytes.subarray(at, at + length);
  }
}

let fixed: [Code, Code] | undefined;

function fixedCodes(): [Code, Code] {
  const lengths = new Uint8Array(288).fill(8).fill(9, 144, 256).fill(7, 256, 280);
  fixed ??= [new Code(lengths), new Code(new Uint8Array(30).fill(5))];
  return fixed;
}

/** The two codes that a block brings with it: of literals and lengths, of distances. */
function readCodes(input: BitReader): [Code, Code] {
  const literals = input.take(5) + 257;
  const distances = input.take(5) + 1;
  const used = input.take(4) + 4;
  const lengthLengths = new Uint8Array(19);
  for (let i = 0; i < used; i++) lengthLengths[lengthOrder[i]] = input.take(3);
  const lengthCode = new Code(lengthLengths);
  const lengths = new Uint8Array(literals + distances);
  for (let i = 0; i < lengths.length; ) {
    const symbol = lengthCode.read(input);
    if (symbol < 16) {
      lengths[i++] = symbol;
      continue;
    }
    const repeated = symbol === 16 && i > 0 ? lengths[i - 1] : 0;
    const times = symbol === 16 ? 3 + input.take(2) : symbol === 17 ? 3 + input.take(3) : 11 + input.take(7);
    if (i + times > lengths.length) throw damaged("a table of codes is too long");
    lengths.fill(repeated, i, i + times);
    i += times;
  }
  return [new Code(lengths.subarray(0, literals)), new Code(lengths.subarray(literals))];
}

const nothing = new Uint8Array(0);

/** What was packed, which is `size` bytes long; anything else is refused. `dictionary`: bytes that were taken as standing before them. */
export function inflateRaw(
  packed: Uint8Array,
  size: number,
  dictionary: Uint8Array = nothing,
): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(size);
  const input = new BitReader(packed);
  const before = { dictionary, out };
  let at = 0;
  for (let isLast = false; !isLast; ) {
    isLast = input.take(1) === 1;
    const kind = input.take(2);
    if (kind === 0) {
      const bytes = input.raw();
      if (at + bytes.length > size) throw damaged(`they hold more than ${size} bytes`);
      out.set(bytes, at);
      at += bytes.length;
    } else if (kind === 3) throw damaged("they hold a block of an unknown kind");
    else at = inflateBlock(input, kind === 1 ? fixedCodes() : readCodes(input), before, at);
  }
  if (at !== size) throw damaged(`they hold ${at} bytes, wanted ${size}`);
  return out;
}

/** Goes on at `at` and returns where the block ended. */
function inflateBlock(
  input: BitReader,
  [literals, distances]: [Code, Code],
  { dictionary, out }: { dictionary: Uint8Array; out: Uint8Array },
  at: number,
): number {
  for (;;) {
    const symbol = literals.read(input);
    if (symbol < END_OF_BLOCK) {
      if (at === out.length) throw damaged(`they hold more than ${out.length} bytes`);
      out[at++] = symbol;
      continue;
    }
    if (symbol === END_OF_BLOCK) return at;
    const kind = symbol - END_OF_BLOCK - 1;
    const length = lengthBase[kind] + input.take(lengthBits[kind]);
    const far = distances.read(input);
    const distance = distanceBase[far] + input.take(distanceBits[far]);
    if (distance > at + dictionary.length || at + length > out.length) {
      throw damaged("a repetition lies outside of them");
    }
    const end = at + length;
    for (; at < end && at < distance; at++) out[at] = dictionary[dictionary.length + at - distance];
    for (; at < end; at++) out[at] = out[at - distance];
  }
}
