/** Packs bytes as bzip2, simply rather than small: what tests unpack. */

/** A block has at most so many bytes; sorting it takes its time. */
const BLOCK = 5_000;
/** Every symbol has a code of this length. */
const CODE_LENGTH = 9;
const GROUP = 50;

export function packBzip2(bytes: Uint8Array): Buffer {
  const bits = new Bits();
  for (const letter of Buffer.from("BZh9")) bits.put(letter, 8);
  let sum = 0;
  for (let from = 0; from < bytes.length; from += BLOCK) {
    const block = bytes.subarray(from, from + BLOCK);
    sum = ((sum << 1) | (sum >>> 31)) ^ checksum(block);
    putBlock(bits, block);
  }
  bits.put(0x177245, 24);
  bits.put(0x385090, 24);
  bits.put(sum >>> 16, 16);
  bits.put(sum & 0xffff, 16);
  return bits.bytes();
}

class Bits {
  readonly #bytes: number[] = [];
  #free = 0;

  put(value: number, count: number): void {
    for (let bit = count - 1; bit >= 0; bit--) {
      if (this.#free === 0) this.#free = 8 * Math.sign(this.#bytes.push(0));
      this.#free--;
      this.#bytes[this.#bytes.length - 1] |= ((value >>> bit) & 1) << this.#free;
    }
  }

  bytes(): Buffer {
    return Buffer.from(this.#bytes);
  }
}

function checksum(block: Uint8Array): number {
  let sum = -1;
  for (const byte of block) {
    sum ^= byte << 24;
    for (let k = 0; k < 8; k++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  }
  return sum ^ -1;
}

/** Behind four equal bytes stands how many more there are. */
function shortenRuns(block: Uint8Array): Buffer {
  const out: number[] = [];
  for (let i = 0; i < block.length; ) {
    let end = i;
    while (end < block.length && block[end] === block[i] && end - i < 255) end++;
    for (let k = 0; k < Math.min(4, end - i); k++) out.push(block[i]);
    if (end - i >= 4) out.push(end - i - 4);
    i = end;
  }
  return Buffer.from(out);
}

function putBlock(bits: Bits, block: Uint8Array): void {
  const data = shortenRuns(block);
  const sum = checksum(block);
  const twice = Buffer.concat([data, data]);
  const n = data.length;
  const rotations = Array.from({ length: n }, (_, i) => i).sort(
    (a, b) => twice.compare(twice, b, b + n, a, a + n) || a - b,
  );
  const used = [...new Set(data)].sort((a, b) => a - b);
  bits.put(0x314159, 24);
  bits.put(0x265359, 24);
  bits.put(sum >>> 16, 16);
  bits.put(sum & 0xffff, 16);
  bits.put(0, 1);
  bits.put(rotations.indexOf(0), 24);
  const ranges = Array.from({ length: 16 }, (_, r) => used.filter((value) => value >> 4 === r));
  for (const range of ranges) bits.put(range.length > 0 ? 1 : 0, 1);
  for (const range of ranges) {
    if (range.length === 0) continue;
    for (let value = 0; value < 16; value++) bits.put(range.some((v) => (v & 15) === value) ? 1 : 0, 1);
  }
  const symbols = moveToFront(
    rotations.map((i) => twice[i + n - 1]),
    used,
  );
  const groups = Math.ceil(symbols.length / GROUP);
  bits.put(2, 3);
  bits.put(groups, 15);
  for (let g = 0; g < groups; g++) bits.put(0, 1);
  for (let code = 0; code < 2; code++) {
    bits.put(CODE_LENGTH, 5);
    for (let symbol = 0; symbol < used.length + 2; symbol++) bits.put(0, 1);
  }
  for (const symbol of symbols) bits.put(symbol, CODE_LENGTH);
}

/** Places in a list whose last used is moved to the front; runs of zeros as binary numbers of the digits 1 and 2. */
function moveToFront(values: number[], used: number[]): number[] {
  const list = [...used];
  const symbols: number[] = [];
  let zeros = 0;
  const endRun = () => {
    for (; zeros > 0; zeros = (zeros - 1) >> 1) symbols.push((zeros - 1) & 1);
  };
  for (const value of values) {
    const place = list.indexOf(value);
    if (place === 0) {
      zeros++;
      continue;
    }
    endRun();
    symbols.push(place + 1);
    list.splice(place, 1);
    list.unshift(value);
  }
  endRun();
  symbols.push(used.length + 1);
  return symbols;
}
