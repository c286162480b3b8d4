/** Unpacks bzip2 block by block; each block's checksum is compared. */

/** No packed block is longer, however badly it packs; bytes. */
const LONGEST_PACKED = 1_200_000;
const GROUP = 50;
const LONGEST_CODE = 20;
/** Codes up to this length are found by one look into a table; bits. */
const FAST = 10;
const BLOCK_MARK = 0x314159;
const BLOCK_MARK_REST = 0x265359;
const END_MARK = 0x177245;
const END_MARK_REST = 0x385090;

/** `code` "BZ_CUT": the data end too early; "BZ_DATA": they are damaged. */
function bzip2Error(code: "BZ_CUT" | "BZ_DATA", what: string): Error {
  return Object.assign(new Error(`bzip2: ${what}`), { code });
}

const crcTable = new Uint32Array(256);
for (let i = 0; i < 256; i++) {
  let c = i << 24;
  for (let k = 0; k < 8; k++) c = c & 0x80000000 ? (c << 1) ^ 0x04c11db7 : c << 1;
  crcTable[i] = c;
}

/** A canonical Huffman code. */
class Code {
  /** By the next `FAST` bits: symbol × 32 + length, 0 for a longer code. */
  readonly fast = new Uint16Array(1 << FAST);
  /** By length: the last code of it, and what a code less this gives as place in `symbols`. */
  readonly limits = new Int32Array(LONGEST_CODE + 2);
  readonly offsets = new Int32Array(LONGEST_CODE + 2);
  readonly symbols: Uint16Array;

  constructor(lengths: Uint8Array) {
    this.symbols = new Uint16Array(lengths.length);
    let code = 0;
    let place = 0;
    for (let length = 1; length <= LONGEST_CODE; length++) {
      this.offsets[length] = code - place;
      for (let symbol = 0; symbol < lengths.length; symbol++) {
        if (lengths[symbol] !== length) continue;
        this.symbols[place++] = symbol;
        if (length <= FAST) {
          const from = code << (FAST - length);
          this.fast.fill(symbol * 32 + length, from, from + (1 << (FAST - length)));
        }
        code++;
      }
      this.limits[length] = code - 1;
      code <<= 1;
    }
  }
}

/** Reads the streams of `bytes` one block after the other. */
export class Bzip2Reader {
  #bytes: Uint8Array;
  #at: number;
  #bits = 0;
  #held = 0;
  /** Of the stream: 100,000 times this are the bytes of a block; 0 between two streams. */
  #level = 0;
  readonly #links = new Uint32Array(900_000);

  constructor(bytes: Uint8Array = new Uint8Array(0)) {
    this.#bytes = bytes;
    this.#at = 0;
  }

  /** Bytes that are not read yet. */
  get left(): number {
    return this.#bytes.length - this.#at;
  }

  /** More data behind those that are left. */
  feed(more: Uint8Array): void {
    const joined = new Uint8Array(this.left + more.length);
    joined.set(this.#bytes.subarray(this.#at));
    joined.set(more, this.left);
    this.#bytes = joined;
    this.#at = 0;
  }

  /** What the next block unpacks to; undefined behind the last stream. */
  next(): Uint8Array | undefined {
    for (;;) {
      if (this.#level === 0) {
        if (this.left === 0) return undefined;
        this.#beginStream();
      }
      const mark = this.#take(24);
      const rest = this.#take(24);
      if (mark === BLOCK_MARK && rest === BLOCK_MARK_REST) return this.#block();
      if (mark !== END_MARK || rest !== END_MARK_REST)
        throw bzip2Error("BZ_DATA", "no block where one should be");
      // the checksum of the whole stream: each block's own has been compared
      this.#take(16);
      this.#take(16);
      this.#level = 0;
      this.#held = 0;
    }
  }

  #beginStream(): void {
    if (this.left < 4) throw bzip2Error("BZ_CUT", "the data end in a stream's head");
    const [b, z, h, level] = this.#bytes.subarray(this.#at, this.#at + 4);
    if (b !== 0x42 || z !== 0x5a || h !== 0x68 || level < 0x31 || level > 0x39)
      throw bzip2Error("BZ_DATA", "no stream where one should be");
    this.#at += 4;
    this.#level = level - 0x30;
  }

  /** The next `count` bits, 24 at most. */
  #take(count: number): number {
    while (this.#held < count) {
      if (this.#at >= this.#bytes.length) throw bzip2Error("BZ_CUT", "the data end in a block");
      this.#bits = ((this.#bits & 0xffffff) << 8) | this.#bytes[this.#at++];
      this.#held += 8;
    }
    this.#held -= count;
    return (this.#bits >>> this.#held) & ((1 << count) - 1);
  }

  #block(): Uint8Array {
    const sum = ((this.#take(16) << 16) | this.#take(16)) >>> 0;
    if (this.#take(1) === 1) throw bzip2Error("BZ_DATA", "blocks of its first version are not read");
    const first = this.#take(24);
    const values = this.#usedValues();
    const codes: Code[] = [];
    const groups = this.#take(3);
    const selectors = this.#selectors(groups);
    for (let g = 0; g < groups; g++) codes.push(this.#code(values.length + 2));
    const size = this.#symbols(values, codes, selectors);
    if (first >= size) throw bzip2Error("BZ_DATA", "a block begins behind its end");
    return this.#unfold(first, size, sum);
  }

  #usedValues(): Uint8Array {
    const used: number[] = [];
    const ranges = this.#take(16);
    for (let r = 0; r < 16; r++) {
      if (((ranges >>> (15 - r)) & 1) === 0) continue;
      const map = this.#take(16);
      for (let i = 0; i < 16; i++) if ((map >>> (15 - i)) & 1) used.push(16 * r + i);
    }
    if (used.length === 0) throw bzip2Error("BZ_DATA", "a block without values");
    return Uint8Array.from(used);
  }

  /** Number of the code of each group of symbols; they are kept as places in a list whose last used is moved to the front. */
  #selectors(groups: number): Uint8Array {
    const count = this.#take(15);
    if (groups < 2 || groups > 6 || count === 0) throw bzip2Error("BZ_DATA", "no codes");
    const selectors = new Uint8Array(count);
    const list = [0, 1, 2, 3, 4, 5];
    for (let i = 0; i < count; i++) {
      let place = 0;
      while (this.#take(1) === 1) if (++place >= groups) throw bzip2Error("BZ_DATA", "an unknown code");
      const [moved] = list.splice(place, 1);
      list.unshift(moved);
      selectors[i] = moved;
    }
    return selectors;
  }

  #code(symbols: number): Code {
    const lengths = new Uint8Array(symbols);
    let length = this.#take(5);
    for (let s = 0; s < symbols; s++) {
      while (this.#take(1) === 1) length += this.#take(1) === 0 ? 1 : -1;
      if (length < 1 || length > LONGEST_CODE) throw bzip2Error("BZ_DATA", "a code of no length");
      lengths[s] = length;
    }
    return new Code(lengths);
  }

  #symbol(code: Code): number {
    while (this.#held < LONGEST_CODE && this.#at < this.#bytes.length) {
      if (this.#held > 24) break;
      this.#bits = ((this.#bits & 0xffffff) << 8) | this.#bytes[this.#at++];
      this.#held += 8;
    }
    if (this.#held >= FAST) {
      const found = code.fast[(this.#bits >>> (this.#held - FAST)) & ((1 << FAST) - 1)];
      if (found !== 0) {
        this.#held -= found & 31;
        return found >>> 5;
      }
    }
    for (let length = 1; length <= LONGEST_CODE; length++) {
      if (length > this.#held) throw bzip2Error("BZ_CUT", "the data end in a block");
      const bits = (this.#bits >>> (this.#held - length)) & ((1 << length) - 1);
      if (bits > code.limits[length]) continue;
      this.#held -= length;
      return code.symbols[bits - code.offsets[length]];
    }
    throw bzip2Error("BZ_DATA", "an unknown symbol");
  }

  /** Undoes the Huffman codes, the runs and the moving to the front: the values of the block, sorted by what follows them. */
  #symbols(values: Uint8Array, codes: Code[], selectors: Uint8Array): number {
    const links = this.#links;
    const largest = this.#level * 100_000;
    const list = Uint8Array.from(values);
    const last = values.length + 1;
    let size = 0;
    let run = 0;
    let weight = 1;
    for (let group = 0; ; group++) {
      if (group >= selectors.length) throw bzip2Error("BZ_DATA", "a block without an end");
      const code = codes[selectors[group]];
      for (let i = 0; i < GROUP; i++) {
        const symbol = this.#symbol(code);
        if (symbol < 2) {
          run += weight << symbol;
          weight <<= 1;
          if (run > largest) throw bzip2Error("BZ_DATA", "too long a run");
          continue;
        }
        if (run > 0) {
          if (size + run > largest) throw bzip2Error("BZ_DATA", "too long a block");
          links.fill(list[0], size, size + run);
          size += run;
          run = 0;
          weight = 1;
        }
        if (symbol === last) return size;
        if (size === largest) throw bzip2Error("BZ_DATA", "too long a block");
        const place = symbol - 1;
        const value = list[place];
        list.copyWithin(1, 0, place);
        list[0] = value;
        links[size++] = value;
      }
    }
  }

  /** Undoes the sorting and the first runs. Each of `#links` has a value in its lowest byte and gets the place of the next above it. */
  #unfold(first: number, size: number, sum: number): Uint8Array {
    const links = this.#links;
    const starts = new Int32Array(256);
    for (let i = 0; i < size; i++) starts[links[i] & 255]++;
    for (let v = 0, all = 0; v < 256; v++) {
      const count = starts[v];
      starts[v] = all;
      all += count;
    }
    for (let i = 0; i < size; i++) links[starts[links[i] & 255]++] |= i << 8;
    let out = new Uint8Array(size + (size >> 2) + 256);
    let length = 0;
    let crc = -1;
    let next = links[first] >>> 8;
    let same = 0;
    let before = -1;
    for (let i = 0; i < size; i++) {
      const link = links[next];
      next = link >>> 8;
      const value = link & 255;
      let times = 1;
      if (same === 4) {
        // behind four equal values stands how many more there are
        times = value;
        same = 0;
      } else if (value === before) same++;
      else {
        before = value;
        same = 1;
      }
      if (length + times > out.length) {
        const grown = new Uint8Array(out.length * 2 + times);
        grown.set(out);
        out = grown;
      }
      for (let t = 0; t < times; t++) {
        out[length++] = before;
        crc = (crc << 8) ^ crcTable[(crc >>> 24) ^ before];
      }
    }
    if ((crc ^ -1) >>> 0 !== sum) throw bzip2Error("BZ_DATA", "a wrong checksum");
    return out.subarray(0, length);
  }
}

/** The same for a stream: a block is unpacked when enough has come that it must be whole. */
export async function* unpackBzip2(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const reader = new Bzip2Reader();
  let waiting: Uint8Array[] = [];
  let held = 0;
  const feed = () => {
    if (waiting.length > 0) reader.feed(Buffer.concat(waiting));
    waiting = [];
  };
  for await (const chunk of chunks) {
    waiting.push(chunk);
    held += chunk.length;
    if (held < 2 * LONGEST_PACKED) continue;
    feed();
    while (reader.left >= LONGEST_PACKED) {
      const block = reader.next();
      if (block) yield asBuffer(block);
    }
    held = reader.left;
  }
  feed();
  for (let block = reader.next(); block; block = reader.next()) yield asBuffer(block);
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}
