// Character data of XML to UTF-16 units, and where among them wikitext may have markup. Plain twin: `takeText` of src/corpus/wikitext-source.ts.

/** Bits of the upper halves of bytes that have special characters: 0_ is 1, 2_ is 2, 3_ is 4, 5_ is 8, 7_ is 16. */
// @ts-ignore: decorator
@inline
function upperHalves(): v128 {
  return i8x16(1, 0, 2, 4, 0, 8, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0);
}

/** Of lower halves: for which upper halves the two are a special character: \n & ' < [ ] _ { | } */
// @ts-ignore: decorator
@inline
function lowerHalves(): v128 {
  return i8x16(0, 0, 0, 0, 0, 0, 2, 2, 0, 0, 1, 24, 20, 24, 0, 8);
}

const AMPERSAND: u32 = 38;
const LESS: u32 = 60;
const GREATER: u32 = 62;
const QUOTE: u32 = 34;

let count: i32 = 0;
/** Where the next mark goes, and the next unit. */
let marked: usize = 0;
let written: usize = 0;

/** Marks that `decodeXml` found. */
export function markCount(): i32 {
  return count;
}

/**
 * The text between the bytes `from` and `to` as units at `out`, and the places (of 4 bytes) of special characters among them at `marks`;
 * how many units there are. −1 for what is rare and left to others: bad UTF-8, entities other than the four that dumps are written with.
 * Behind `to` there are 16 bytes that may be overwritten, behind each of the other two 64.
 */
export function decodeXml(from: usize, to: usize, out: usize, marks: usize): i32 {
  v128.store(to, i8x16.splat(0x20));
  const lower = lowerHalves();
  const upper = upperHalves();
  written = out;
  marked = marks;
  let at = from;
  while (at < to) {
    const bytes = v128.load(at);
    v128.store(written, i16x8.extend_low_i8x16_u(bytes));
    v128.store(written, i16x8.extend_high_i8x16_u(bytes), 16);
    const halves = v128.and(
      i8x16.swizzle(lower, v128.and(bytes, i8x16.splat(15))),
      i8x16.swizzle(upper, i8x16.shr_u(bytes, 4)),
    );
    let found = i8x16.bitmask(i8x16.ne(halves, i8x16.splat(0)));
    const stops = i8x16.bitmask(v128.or(bytes, i8x16.eq(bytes, i8x16.splat(<i8>AMPERSAND))));
    const plain: u32 = stops ? ctz(stops) : 16;
    found &= (1 << plain) - 1;
    const first = <i32>((written - out) >> 1);
    for (; found; found &= found - 1) {
      store<i32>(marked, first + ctz(found));
      marked += 4;
    }
    written += plain << 1;
    at += plain;
    if (!stops) continue;
    at = load<u8>(at) == AMPERSAND ? decodeEntity(at, out) : decodeCharacters(at, to);
    if (at == 0) return -1;
  }
  count = <i32>((marked - marks) >> 2);
  // blanks behind the end
  return <i32>((written - out) >> 1) - <i32>(at - to);
}

/** Writes one of the four entities, which is at `at`; where it ends, 0 for anything else. */
function decodeEntity(at: usize, out: usize): usize {
  const next = load<u32>(at, 1);
  let code: u32 = 0;
  let length: usize = 4;
  if ((next & 0xffffff) == 0x3b746c) code = LESS; // "lt;", the last letter first
  else if ((next & 0xffffff) == 0x3b7467) code = GREATER;
  else if (next == 0x3b706d61) {
    code = AMPERSAND; // "amp;"
    length = 5;
  } else if (next == 0x746f7571 && load<u8>(at, 5) == 0x3b) {
    code = QUOTE; // "quot" and ";"
    length = 6;
  } else return 0;
  if (code == LESS || code == AMPERSAND) {
    store<i32>(marked, <i32>((written - out) >> 1));
    marked += 4;
  }
  store<u16>(written, code);
  written += 2;
  return at + length;
}

/** Writes the characters beyond ASCII from `at` on; where they end, 0 for bad UTF-8. */
function decodeCharacters(at: usize, to: usize): usize {
  while (at < to) {
    const first: u32 = load<u8>(at);
    if (first < 0x80) break;
    const second: u32 = load<u8>(at, 1) ^ 0x80;
    if (first < 0xc2 || second > 63) return 0;
    if (first < 0xe0) {
      store<u16>(written, ((first & 31) << 6) | second);
      written += 2;
      at += 2;
      continue;
    }
    const third: u32 = load<u8>(at, 2) ^ 0x80;
    if (third > 63) return 0;
    if (first < 0xf0) {
      const code = ((first & 15) << 12) | (second << 6) | third;
      if (code < 0x800 || (code & 0xf800) == 0xd800) return 0;
      store<u16>(written, code);
      written += 2;
      at += 3;
      continue;
    }
    const fourth: u32 = load<u8>(at, 3) ^ 0x80;
    const code = ((first & 7) << 18) | (second << 12) | (third << 6) | fourth;
    if (first > 0xf4 || fourth > 63 || code < 0x10000 || code > 0x10ffff) return 0;
    store<u16>(written, 0xd800 + ((code - 0x10000) >> 10));
    store<u16>(written, 0xdc00 | (code & 0x3ff), 2);
    written += 4;
    at += 4;
  }
  return at;
}
