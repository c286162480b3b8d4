/** Names that the knowledge base knows, where they stand in a text. */
import type { SurfaceInfo } from "../kb/knowledge-base.js";
import { isGuess } from "../kb/name-sources.js";
import { lookUpYearName } from "../kb/names/year-names.js";
import { foldSurface, unifySigns } from "../text/surfaces.js";
import {
  isAddress,
  isCustomary,
  keepsItsDot,
  knownSurface,
  LEAST_LIKENESS,
  LONGEST_SURFACE,
  nameLikeness,
} from "./known-names.js";
import type { NameSpan } from "./name-span.js";
import type { Reading } from "./reading.js";
import { Casing, Shape } from "./token-shapes.js";
import { Role } from "./word-roles.js";

/** The tokens [first, end) as a known name; undefined when they are none. */
export function knownSpan(reading: Reading, first: number, end: number): NameSpan | undefined {
  const { tokens } = reading.document;
  const { shapes } = reading.shapes;
  const last = end - 1;
  const isOwn = end - first > 1 && (shapes[last] === Shape.tail || isPossessive(reading, last));
  if (shapes[last] === Shape.connector && !isOwn && !endsWithDot(reading, last)) return undefined;
  if (tokens.ends[last] - tokens.starts[first] > LONGEST_SURFACE) return undefined;
  let capitals = 0;
  let dots = 0;
  let joined = false;
  for (let t = first; t < end; t++) {
    if (shapes[t] === Shape.capital) capitals++;
    else if (shapes[t] === Shape.connector) {
      const word = reading.word(t);
      if (word === ".") dots++;
      joined ||= word === "and" || word === "," || word === ":" || word === "in" || word === "to";
    }
  }
  if (capitals === 0) return undefined;
  const surface = reading.text(first, end);
  if (isAddress(surface) && reading.isFollowed(end)) return undefined;
  const info = isOwn ? ownName(reading, surface) : lookUpForms(reading, surface, first, end);
  if (!info || isPieceOfLonger(reading, first, end, info)) return undefined;
  const likeness = nameLikeness(reading.kb, {
    surface,
    info,
    tokens: end - first,
    capitals,
    joined,
    opening: reading.isOpening(first) && !(capitals === 1 && reading.isProven(first)),
    acts: end - first === 1 && reading.acts(first),
    company: companyEnding.test(surface),
    article: hasOwnArticle(reading, first),
    casing: reading.casing(first),
  });
  // one long name beats its parts: the parts' sum is smaller by the constant
  return likeness < LEAST_LIKENESS
    ? undefined
    : { first, end, weight: (end - first - dots) * (0.7 + 0.3 * likeness) - 0.4 + 0.1 * dots };
}

/** "University" in Goteborg University, "International Airport" in McCarran International Airport: kinds of things, not names here. */
function isPieceOfLonger(reading: Reading, first: number, end: number, info: SurfaceInfo): boolean {
  if (reading.casing(first) !== Casing.normal) return false;
  const isKind =
    end - first === 1 || companyEnding.test(reading.text(first, end))
      ? reading.role(first) === Role.ordinary || reading.role(first) === Role.unheard
      : info.candidates.every((c) => isGuess(c.sources));
  return isKind && reading.isJoined(first, end);
}

/** As written, without company endings and middle initials, by its year, or in one word: Exxon Mobil. */
function lookUpForms(reading: Reading, surface: string, first: number, end: number): SurfaceInfo | undefined {
  const { kb } = reading;
  const known = knownSurface(kb, surface);
  if (known || end - first < 2) return known;
  if (hasOwnArticle(reading, first)) return knownSurface(kb, surface.slice(4));
  const spaced = surface.replace(initials, " ");
  if (spaced !== surface) {
    const info = knownSurface(kb, spaced);
    if (info) return info;
  }
  const short = shortForm(surface);
  const name = short || surface;
  if (short) {
    const info = knownSurface(kb, short);
    if (info) return info;
  }
  const ofYear = isDate(reading, first) ? undefined : lookUpYearName(kb, name);
  if (ofYear) return ofYear;
  const blank = name.indexOf(" ");
  const isPair = blank > 0 && name.indexOf(" ", blank + 1) < 0;
  return isPair ? kb.lookup(name.slice(0, blank) + name.slice(blank + 1)) : undefined;
}

/** "In 2008 Obama won", "in May 2008": the number at token t is when, not which. */
function isDate(reading: Reading, t: number): boolean {
  if (t === 0 || reading.shapes.shapes[t] !== Shape.number) return false;
  const before = reading.word(t - 1);
  return before.length < 10 && (timeWords.has(before.toLowerCase()) || isCustomary(before));
}

const timeWords = new Set("in since by until till from to after before during around".split(" "));

/** "told The Associated Press": nothing but the name itself asks for the capital. */
function hasOwnArticle(reading: Reading, first: number): boolean {
  return (
    !reading.isOpening(first) && reading.casing(first) === Casing.normal && reading.word(first) === "The"
  );
}

/** McDonald's, Ban Ki-moon: the end belongs to the name when a title has it, unlike that of "London's" and "London-based". */
function ownName({ kb }: Reading, surface: string): SurfaceInfo | undefined {
  const plain = unifySigns(surface);
  const info = knownSurface(kb, plain);
  const folded = foldSurface(plain);
  const isBare = (title: string) => foldSurface(title.replace(/ \(.*$/, "")) === folded;
  if (info?.candidates.some((c) => isBare(kb.title(c.entity)))) return info;
  // Moody's Investors Service
  return info && foldSurface(kb.title(info.candidates[0].entity)).startsWith(folded) ? info : undefined;
}

function isPossessive(reading: Reading, t: number): boolean {
  const word = reading.word(t);
  return word === "'s" || word === "\u2019s";
}

const companyEnding = /,?\s+(?:Inc|Corp|Co|Cos|Ltd|LLC|PLC|plc|AG|SA|NV)\.?$/;
/** Between the initials of J.P. Morgan. */
const initials = /(?<=(?:^|\s|\.)\p{Lu}\.)(?=\p{Lu}\.)/gu;
const middleInitial = /\s\p{Lu}\.(?=\s\p{Lu})/gu;

/** Target Corp. → Target, Gerald R. Ford → Gerald Ford; the empty string for names without such parts. */
function shortForm(surface: string): string {
  const short = surface.replace(companyEnding, "").replace(middleInitial, "");
  return short === surface ? "" : short;
}

/** "St.", "Inc.", "Jr." may close a name with their dot, when the knowledge base writes it so. */
function endsWithDot(reading: Reading, t: number): boolean {
  const { tokens } = reading.document;
  if (t === 0 || reading.word(t) !== "." || tokens.starts[t] !== tokens.ends[t - 1]) return false;
  return keepsItsDot(reading.word(t - 1));
}
