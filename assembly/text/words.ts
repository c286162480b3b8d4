// Cuts a text into words, hashes them and looks their numbers up. Who calls it: src/kb/build/word-log.ts; what it must agree with: `tokenize` and
// `InternTable`, by their tests. Plain letters, digits, blanks and signs are cut here, the rest is asked for.

/** Where the token at `at` ends by the general rules; negative where there is white space up to there. */
// @ts-ignore: decorator
@external("rules", "endOfToken")
declare function endOfToken(at: i32): i32;

/** What a unit is wherever it stands: an apostrophe and most beyond ASCII but letters depend on their neighbours. */
const NONE: u8 = 0;
const LETTER: u8 = 1;
const DIGIT: u8 = 2;
const SPACE: u8 = 3;
const SIGN: u8 = 4;

/** Longer tokens are no words of any vocabulary; they share the number 0. Units. */
const LONGEST: i32 = 60;
const COMMA: u32 = 0x2c;
const DOT: u32 = 0x2e;

/** Tokens that are cut before they are looked up. */
const BLOCK: i32 = 1024;
/** Kinds of the first units; hashes of a block, in halves; numbers as varints; which tokens of the block were new words. */
const KNOWN: u32 = 1024;
const kinds = memory.data(1024);
const hashes = memory.data(8 * 1024);
const numbers = memory.data(5 * 1024);
const fresh = memory.data(4 * 1024);

/** Bytes of a slot: the halves of the hash, the word's number + 1 and how often it was met, side by side because memory is slow. */
const SLOT: usize = 16;
let slots: usize = 0;
let slotMask: usize = 0;
let words: i32 = 0;

let units: usize = 0;
/** Places of a text's tokens, by 4 bytes. */
let starts: usize = 0;
let ends: usize = 0;
/** Tokens of the text so far. */
let tokens: i32 = 0;
/** Tokens of the block, and new words among them. */
let cut: i32 = 0;
let freshCount: i32 = 0;
let numberBytes: i32 = 0;
let longA: i32 = 0;
let longB: i32 = 0;

export function kindsAt(): usize {
  return kinds;
}
export function numbersAt(): usize {
  return numbers;
}
export function freshAt(): usize {
  return fresh;
}
export function tokenCount(): i32 {
  return tokens;
}
export function freshWords(): i32 {
  return freshCount;
}
export function numberLength(): i32 {
  return numberBytes;
}
export function wordCount(): i32 {
  return words;
}

/** Where a text's units are, with 64 blanks behind them, and where the places of its tokens go. */
export function setText(unitsAt: usize, startsAt: usize, endsAt: usize): void {
  units = unitsAt;
  starts = startsAt;
  ends = endsAt;
  tokens = 0;
}

/** An empty table of `count` slots, a power of two; the word at `long` (one unit), which too long tokens share, is its first. */
export function clearTable(at: usize, count: i32, long: usize): void {
  slots = at;
  slotMask = (<usize>count - 1) * SLOT;
  memory.fill(at, 0, <usize>count * SLOT);
  words = 0;
  hashInto(hashes, long, 1);
  longA = load<i32>(hashes);
  longB = load<i32>(hashes, 4);
  store<i32>(freeSlot(longA, longB), ++words, 8);
}

/** Moves the words to an empty table at `at` that has twice the slots. */
export function growTable(at: usize): void {
  const old = slots;
  const end = old + slotMask + SLOT;
  slots = at;
  slotMask = 2 * slotMask + SLOT;
  memory.fill(at, 0, slotMask + SLOT);
  for (let from = old; from < end; from += SLOT) {
    if (load<i32>(from, 8) == 0) continue;
    store<i64>(freeSlot(load<i32>(from), load<i32>(from, 4)), load<i64>(from, 8), 8);
  }
}

/** Of the 64 units from `windowAt` on a bit each, the first the lowest: plain letters and digits, digits, blanks. */
let windowAt: i32 = 0;
let parts: u64 = 0;
let digits: u64 = 0;
let blanks: u64 = 0;

/** Cuts the tokens from unit `from` on, up to `n` or as many as make a block, and looks them up; where to go on. The table has room for a block. */
export function addBlock(n: i32, from: i32): i32 {
  cut = 0;
  let at = from;
  look(at);
  while (at < n && cut < BLOCK) {
    if (at - windowAt >= WINDOW) look(at);
    const first = <u64>(at - windowAt);
    if ((blanks >> first) & 1) at++;
    else if (!((parts >> first) & 1)) at = cutOther(at);
    else if ((digits >> first) & 1) at = cutNumber(at);
    else {
      const length = <i32>ctz(~(parts >> first));
      // blanks are most of what ends a word
      if ((blanks >> (first + length)) & 1 && length <= LONGEST) at = add(at, at + length) + 1;
      else at = cutWord(at);
    }
  }
  lookUp();
  writeNumbers();
  return at;
}

/** Units of a window, but for its last. */
const WINDOW: i32 = 63;

/** Makes the window begin at `at`. */
function look(at: i32): void {
  windowAt = at;
  parts = digits = blanks = 0;
  for (let k: u64 = 0; k < 64; k += 16) {
    const bytes = bytesFrom(at + <i32>k);
    const numeral = digitsOf(bytes);
    parts |= <u64>i8x16.bitmask(v128.or(lettersOf(bytes), numeral)) << k;
    digits |= <u64>i8x16.bitmask(numeral) << k;
    blanks |= <u64>i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(32))) << k;
  }
  // the last unit is not said anything of: what goes on there ends in no blank
  parts &= ~(<u64>1 << 63);
  blanks &= ~(<u64>1 << 63);
}

// @ts-ignore: decorator
@inline
function kindAt(at: i32): u8 {
  const unit = <u32>load<u16>(units + (<usize>at << 1));
  return unit < KNOWN ? load<u8>(kinds + unit) : NONE;
}

/** The next 16 units from `at` on as bytes; those beyond Latin-1 as 255. */
// @ts-ignore: decorator
@inline
function bytesFrom(at: i32): v128 {
  const place = units + (<usize>at << 1);
  const most = i16x8.splat(255);
  return i8x16.narrow_i16x8_u(
    i16x8.min_u(v128.load(place), most),
    i16x8.min_u(v128.load(place, 16), most),
  );
}

// @ts-ignore: decorator
@inline
function digitsOf(bytes: v128): v128 {
  return i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(48)), i8x16.splat(10));
}

// @ts-ignore: decorator
@inline
function lettersOf(bytes: v128): v128 {
  return i8x16.lt_u(i8x16.sub(v128.or(bytes, i8x16.splat(32)), i8x16.splat(97)), i8x16.splat(26));
}

/** A sign, white space, a word that begins beyond ASCII. */
function cutOther(at: i32): i32 {
  const kind = kindAt(at);
  if (kind == SIGN) return add(at, at + 1);
  if (kind == SPACE) return at + 1;
  return kind == LETTER ? cutWord(at) : cutAny(at);
}

/** The token whose first letter is at `from`: a run of letters and digits, or what the general rules make of it. */
function cutWord(from: i32): i32 {
  let at = from;
  let kind: u8;
  do {
    kind = kindAt(++at);
  } while ((kind == LETTER || kind == DIGIT) && at - from <= LONGEST);
  if (kind < SPACE || at - from > LONGEST) return cutAny(from);
  return at - from == 1 && load<u16>(units + (<usize>at << 1)) == DOT ? cutAny(from) : add(from, at);
}

function cutNumber(from: i32): i32 {
  let at = from;
  let kind: u8;
  do {
    kind = kindAt(++at);
  } while (kind == DIGIT && at - from <= LONGEST);
  const unit = <u32>load<u16>(units + (<usize>at << 1));
  const isOver = kind > DIGIT && unit != COMMA && unit != DOT;
  return isOver && at - from <= LONGEST ? add(from, at) : cutAny(from);
}

/** By the general rules: the token at `from`, or the white space. */
function cutAny(from: i32): i32 {
  const end = endOfToken(from);
  if (end < 0) return -end;
  if (end - from <= LONGEST) return add(from, end);
  addPlaces(from, end);
  const hash = hashes + (<usize>cut << 3);
  store<i32>(hash, longA);
  store<i32>(hash, longB, 4);
  cut++;
  return end;
}

// @ts-ignore: decorator
@inline
function addPlaces(from: i32, to: i32): void {
  store<i32>(starts + (<usize>tokens << 2), from);
  store<i32>(ends + (<usize>tokens << 2), to);
  tokens++;
}

function add(from: i32, to: i32): i32 {
  addPlaces(from, to);
  hashInto(hashes + (<usize>cut << 3), units + (<usize>from << 1), to - from);
  cut++;
  return to;
}

// @ts-ignore: decorator
@inline
function mixA(a: i32, two: i32): i32 {
  const mixed = (a ^ two) * 0x9e3779b1;
  return mixed ^ (mixed >>> 15);
}

// @ts-ignore: decorator
@inline
function mixB(b: i32, two: i32): i32 {
  const mixed = (b ^ two) * 0x5f356495;
  return mixed ^ (mixed >>> 17);
}

// @ts-ignore: decorator
@inline
function mixEightA(a: i32, eight: v128): i32 {
  const half = mixA(mixA(a, i32x4.extract_lane(eight, 0)), i32x4.extract_lane(eight, 1));
  return mixA(mixA(half, i32x4.extract_lane(eight, 2)), i32x4.extract_lane(eight, 3));
}

// @ts-ignore: decorator
@inline
function mixEightB(b: i32, eight: v128): i32 {
  const half = mixB(mixB(b, i32x4.extract_lane(eight, 0)), i32x4.extract_lane(eight, 1));
  return mixB(mixB(half, i32x4.extract_lane(eight, 2)), i32x4.extract_lane(eight, 3));
}

/** Eight units of ones, then eight of zeros: what is left of a string is cut out with the right eight of them. */
const masks = memory.data<u64>([-1, -1, 0, 0]);

/** As in src/corpus/intern-table.ts: two units at a time, filled up with zeros to eight. */
// @ts-ignore: decorator
@inline
function hashInto(hash: usize, place: usize, length: i32): void {
  let a: i32 = 0x2f0b4c47;
  let b: i32 = 0x6a09e667;
  let left = length;
  for (; left > 8; left -= 8, place += 16) {
    const eight = v128.load(place);
    a = mixEightA(a, eight);
    b = mixEightB(b, eight);
  }
  const rest = v128.and(v128.load(place), v128.load(masks + 16 - (<usize>left << 1)));
  a = mixEightA(a, rest);
  b = mixEightB(b, rest);
  store<i32>(hash, ((a ^ (a >>> 16)) * 0x85ebca6b) ^ length);
  store<i32>(hash, (b ^ (b >>> 15)) * 0xc2b2ae35, 4);
}

// @ts-ignore: decorator
@inline
function slotOf(a: i32, b: i32): usize {
  return slots + ((<usize>(a ^ (b >>> 7)) << 4) & slotMask);
}

// @ts-ignore: decorator
@inline
function nextSlot(slot: usize): usize {
  return slots + ((slot - slots + SLOT) & slotMask);
}

/** Where a hash that is not in the table goes; it is entered there, without number and count. */
function freeSlot(a: i32, b: i32): usize {
  let slot = slotOf(a, b);
  while (load<i32>(slot, 8) != 0) slot = nextSlot(slot);
  store<i32>(slot, a);
  store<i32>(slot, b, 4);
  return slot;
}

/** Counts the words of the block; their numbers take the place of their hashes. No branch but for a rare one waits for the table. */
function lookUp(): void {
  freshCount = 0;
  for (let token = 0; token < cut; token++) {
    const place = hashes + (<usize>token << 3);
    const hash = load<i64>(place);
    let slot = slotOf(<i32>hash, <i32>(hash >> 32));
    while (load<i64>(slot) != hash && load<i32>(slot, 8) != 0) slot = nextSlot(slot);
    let word = load<i32>(slot, 8);
    if (word == 0) {
      store<i64>(slot, hash);
      store<i32>(slot, (word = ++words), 8);
      store<i32>(fresh + (<usize>freshCount << 2), tokens - cut + token);
      freshCount++;
    }
    store<i32>(slot, load<i32>(slot, 12) + 1, 12);
    store<i32>(place, word - 1);
  }
}

/** Writes the numbers of the block. */
function writeNumbers(): void {
  let out = numbers;
  for (let token = 0; token < cut; token++) {
    let word = load<i32>(hashes + (<usize>token << 3));
    for (; word > 127; word >>>= 7) store<u8>(out++, (word & 127) | 128);
    store<u8>(out++, word);
  }
  numberBytes = <i32>(out - numbers);
}
