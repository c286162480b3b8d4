/** Names that nobody knows: capitals in a row that belong together, so that a stranger is not taken for the bearer of half his name. */
import { isStopWord } from "../text/stop-words.js";
import type { NameSpan } from "./name-span.js";
import type { Reading } from "./reading.js";
import { Casing, isNameParticle, Shape } from "./token-shapes.js";
import { Role } from "./word-roles.js";

/** Longest stranger's name, in tokens. */
const LONGEST = 8;

/**
 * Capitals in a row from `first` on, as one name; undefined when they are none. Tokens [first, to) are a run, and `beginsKnown` tells where a
 * known name of several words begins.
 */
export function strangerSpan(
  reading: Reading,
  first: number,
  to: number,
  beginsKnown: (t: number) => boolean,
): NameSpan | undefined {
  const { shapes } = reading.shapes;
  const casing = reading.casing(first);
  if (casing === Casing.capitals) return undefined;
  const counts = new Uint8Array(9);
  let capitals = 0;
  let firstCapital = first;
  let end = first;
  for (let t = first; t < to && t - first < LONGEST; ) {
    if (shapes[t] === Shape.capital) {
      const role = reading.role(t);
      // "President", "In", "NATO", "German" begin no stranger's name and end one that came before
      if (role === Role.custom || role === Role.leading) break;
      if (role === Role.ending && capitals === 0) break;
      if (capitals > 0 && beginsKnown(t)) break;
      if (capitals === 0) firstCapital = t;
      if (end > first && !joins(reading, end, t)) break;
      counts[role]++;
      if (role !== Role.ending) capitals++;
      end = ++t;
      // the dot of "Inc." and the like, inside a sentence
      if (role === Role.ending && reading.hasInnerDot(t - 1)) end = ++t;
    } else if (shapes[t] === Shape.connector && canJoin(reading, t, to)) t++;
    else break;
  }
  if (capitals === 0) return undefined;
  // in a headline only a given name tells a stranger from other words
  const isPerson = capitals > 1 && capitals < 4 && counts[Role.ordinary] === 0;
  if (casing === Casing.title && !(isPerson && reading.role(first) === Role.given)) return undefined;
  const share = capitals === 1 ? shareOfOne(reading, firstCapital, end) : shareOfMany(reading, first, counts);
  return share === 0 ? undefined : { first, end, weight: share * (end - first) - 0.2 };
}

/** What a token of the name weighs; 0 for no name. A known name weighs up to 1 a token. */
function shareOfMany(reading: Reading, first: number, counts: Uint8Array): number {
  const role = reading.role(first);
  // the first word of a sentence may be any word
  if (reading.isOpening(first) && role === Role.ordinary) return 0;
  if (counts[Role.unheard] > 0 || role === Role.given) return 0.9;
  if (counts[Role.firm] > 0) return 0;
  if (counts[Role.ordinary] === 0) return 0.9;
  // Reuters Health belongs to Reuters
  if (counts[Role.titled] > 0) return 0;
  // "Harris County Jail" is not Harris; but the White House is in "the Bush White House"
  return role === Role.vague ? 0.75 : 0.3;
}

function shareOfOne(reading: Reading, first: number, end: number): number {
  const word = reading.word(first);
  if (word.length < 3 || isStopWord(word.toLowerCase())) return 0;
  const role = reading.role(first);
  // "Officials said": a word that nobody knows may be any word, whatever it does
  const isName = role === Role.unheard ? reading.wasSeen(first) : reading.isProven(first);
  if (reading.isOpening(first) && !isName) return 0;
  return role === Role.ordinary && end - first === 1 && reading.isJoined(first, end) ? 0 : 0.3;
}

/** May the capital word at token t go on with the name whose last capital ended before token `end`? */
function joins(reading: Reading, end: number, t: number): boolean {
  // only a blank between them, or signs and particles that were let pass
  return end < t || reading.isOneBlank(end - 1);
}

/** Inside an unknown name: a tight hyphen, an ampersand, the dot of an initial or of Inc., a particle before a capital, an "of" behind a common word. */
function canJoin(reading: Reading, t: number, to: number): boolean {
  const { tokens } = reading.document;
  const { shapes } = reading.shapes;
  if (t + 1 >= to || shapes[t + 1] === Shape.breaker || shapes[t + 1] === Shape.tail) return false;
  const word = reading.word(t);
  const tightLeft = t > 0 && tokens.starts[t] === tokens.ends[t - 1];
  const tightRight = tokens.starts[t + 1] === tokens.ends[t];
  if (word === "-") return tightLeft && tightRight;
  if (word === "&") return tightLeft ? tightRight : reading.isOneBlank(t - 1) && reading.isOneBlank(t);
  if (word === ".") return tightLeft && tokens.ends[t - 1] - tokens.starts[t - 1] === 1;
  if (word === "of") return t > 0 && reading.role(t - 1) === Role.ordinary && !reading.isOpening(t - 1);
  return isNameParticle(word) && (reading.isOneBlank(t) || (tightRight && reading.word(t + 1) === "-"));
}
