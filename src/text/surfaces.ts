/** Brings spellings of the same name together: case, accents, quotes, dashes, capitals, possessives. */
import { english } from "../languages/english.js";

/** Anything beyond printable ASCII, a capital, a backtick, or a space that `foldSurface` would change. */
const needsFolding = /[^\x20-\x7e]|[A-Z`]|^ | $| {2}/;
/** Printable ASCII without the backtick, which is a quote: only capitals and blanks can need folding. */
const plainAscii = /^[\x20-\x5f\x61-\x7e]*$/;
const untidyBlanks = /^ | $| {2}/;
/** Accents of Latin, Greek and Cyrillic, Hebrew points, Arabic vowel signs; in other scripts marks are letters. */
const accents = /(?![\u3099\u309a])(?=[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}])\p{Mn}/gu;
const joiners = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
const singleQuotes = /[\u2018-\u201b\u02b9\u02bb-\u02bd\u02bc\u0060\u00b4\u2032\u2035\uff07]/g;
const doubleQuotes = /[\u201c-\u201f\u00ab\u00bb\u2033\u2036\uff02]/g;
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
const plainLetters: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ı: "i",
  ŧ: "t",
  ς: "σ",
};
const strokedLetters = new RegExp(`[${Object.keys(plainLetters).join("")}]`, "g");

/** Quotes and dashes as ASCII, white space as single blanks; case and accents stay. */
export function unifySigns(surface: string): string {
  if (plainAscii.test(surface) && !untidyBlanks.test(surface)) return surface;
  return surface
    .replace(singleQuotes, "'")
    .replace(doubleQuotes, '"')
    .replace(dashes, "-")
    .replace(/\s+/g, " ")
    .trim();
}

/** The case- and accent-blind form under which all spellings of a name meet. Folding twice changes nothing. */
export function foldSurface(surface: string): string {
  if (!needsFolding.test(surface)) return surface;
  if (plainAscii.test(surface)) {
    const lower = surface.toLowerCase();
    return untidyBlanks.test(lower) ? lower.replace(/ +/g, " ").trim() : lower;
  }
  return foldLetters(surface) ?? foldWhole(surface);
}

/** Letters of Latin with their accents, whose forms do not depend on what stands beside them; by UTF-16 unit as they are met, empty where they do. */
const foldedLetters: string[] = new Array(0x180);

/** Most names beyond ASCII are of such letters and need not be taken through all that others do; undefined for those. */
function foldLetters(surface: string): string | undefined {
  let folded = "";
  for (let i = 0; i < surface.length; i++) {
    const unit = surface.charCodeAt(i);
    if (unit >= foldedLetters.length) return undefined;
    foldedLetters[unit] ??= foldLetter(String.fromCharCode(unit));
    if (foldedLetters[unit] === "") return undefined;
    folded += foldedLetters[unit];
  }
  return untidyBlanks.test(folded) ? undefined : folded;
}

function foldLetter(letter: string): string {
  if (letter === " ") return letter;
  const folded = foldWhole(letter);
  return !/\s/.test(folded) && foldWhole(`a${letter}a`) === `a${folded}a` ? folded : "";
}

function foldWhole(surface: string): string {
  let folded = foldOnce(surface);
  // a decomposed letter may have a lower case that decomposes again (a handful of letterlike signs)
  for (let again = foldOnce(folded); again !== folded; again = foldOnce(folded)) folded = again;
  return folded;
}

function foldOnce(surface: string): string {
  const bare = unifySigns(surface).normalize("NFKD").replace(accents, "").replace(joiners, "").toLowerCase();
  const plain = bare.replace(strokedLetters, (c) => plainLetters[c]);
  return unifySigns(plain.normalize("NFKD").replace(accents, "")).normalize("NFC");
}

/** True for a phrase of at least two cased letters, all of them capitals. */
export function isAllCapitals(surface: string): boolean {
  if (surface !== surface.toUpperCase()) return false;
  const lower = surface.toLowerCase();
  let cased = 0;
  for (let i = 0; i < surface.length && cased < 2; i++) if (surface[i] !== lower[i]) cased++;
  return cased >= 2;
}

/** WEST GERMANY → West Germany, BANK OF ENGLAND → Bank of England. Words after a hyphen or blank begin anew. */
export function titleCase(surface: string): string {
  let first = true;
  return surface.toLowerCase().replace(/[^\s\-/]+/g, (word) => {
    const small = !first && english.smallWords.has(word);
    first = false;
    return small ? word : capitalize(word);
  });
}

function capitalize(word: string): string {
  const at = word.search(/\p{L}/u);
  if (at < 0) return word;
  const letter = String.fromCodePoint(word.codePointAt(at)!);
  return word.slice(0, at) + letter.toUpperCase() + word.slice(at + letter.length);
}

/** England's → England, Wales' → Wales; anything else as it is. */
export function stripPossessive(surface: string): string {
  return surface.replace(/['\u2019\u02bc\uff07][sS]$|(?<=[sSxXzZ])['\u2019\u02bc\uff07]$/, "");
}

/** Is `part` inside `name`, shorter, and cut at word boundaries, but for a capital that only its sentence gives it? */
export function isProperPart(part: string, name: string): boolean {
  return placeOfPart(part, name) >= 0;
}

/** Where it is inside; −1 where it is not. The capital in front may be the sentence's: Van Gogh is a part of Vincent van Gogh. */
export function placeOfPart(part: string, name: string): number {
  if (part.length === 0 || part.length >= name.length) return -1;
  const at = placeAsWritten(part, name);
  if (at >= 0) return at;
  const rest = part.slice(1);
  if (!name.includes(rest) || !/^\p{Lu}.*\p{Lu}/su.test(part)) return -1;
  return placeAsWritten(part[0].toLowerCase() + rest, name);
}

function placeAsWritten(part: string, name: string): number {
  for (let at = name.indexOf(part); at >= 0; at = name.indexOf(part, at + 1)) {
    const before = at === 0 || /[^\p{L}\p{N}]/u.test(name[at - 1]);
    const end = at + part.length;
    if (before && (end === name.length || /[^\p{L}\p{N}]/u.test(name[end]))) return at;
  }
  return -1;
}
