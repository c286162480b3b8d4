/** How each token of a text looks: the marks of a name, before anyone asks the knowledge base. */
import type { Language } from "../languages/language.js";
import type { AnalysedText } from "../text/analysed-text.js";
import { isAllCapitals } from "../text/surfaces.js";
import { TokenKind, type Tokens, tokenText } from "../text/tokens.js";

export const Shape = {
  /** Ends any name: a lower-case word, a sentence sign. */
  breaker: 0,
  /** A word with a capital somewhere; any word where capitals say nothing. */
  capital: 1,
  number: 2,
  /** A word or sign that can stand inside a name: of, the, van, - & ' . / , */
  connector: 3,
  /** A small word joined by a hyphen to a capital one: the "moon" of Ki-moon, which may end a name, and the "based" of London-based, which does not. */
  tail: 4,
} as const;
export type Shape = (typeof Shape)[keyof typeof Shape];

/** How much capitals say in a sentence. */
export const Casing = {
  /** Names are capital, the rest is not. */
  normal: 0,
  /** Every Word of a Headline. */
  title: 1,
  /** EVERY LETTER. */
  capitals: 2,
  /** no letter at all: chat, queries */
  none: 3,
} as const;
export type Casing = (typeof Casing)[keyof typeof Casing];

const connectingSigns = new Set("- \u2010 \u2011 \u2013 & ' \u2019 . / , ! + :".split(" "));
const speechSigns = new Set('" \u201c \u201e \u2018 \u00ab : \u2022 * \u2014 | ( ['.split(" "));
/** Longer tokens are no words, and longer tails no tails; UTF-16 units. */
const LONGEST_WORD = 40;
const LONGEST_TAIL = 10;

export interface TokenShapes {
  readonly shapes: Uint8Array;
  /** Sentence of every token. */
  readonly sentenceOf: Int32Array;
  /** A `Casing` for every sentence. */
  readonly casings: Uint8Array;
  /** 1 where a token opens a sentence or a cell, or follows an opening quote, bracket, colon or bullet: its capital may mean nothing. */
  readonly opening: Uint8Array;
}

/** `capitals` says whether they tell names in this text; left out, the text itself does. */
export function readTokenShapes(document: AnalysedText, language: Language, capitals?: boolean): TokenShapes {
  const { tokens, sentences } = document;
  const shapes = new Uint8Array(tokens.count);
  const sentenceOf = new Int32Array(tokens.count);
  const opening = new Uint8Array(tokens.count);
  const casings = new Uint8Array(sentences.length);
  const isSmall = !(capitals ?? hasCapitals(document));
  const longest = longestOf(language.connectors);
  for (let s = 0; s < sentences.length; s++) {
    const end = sentences[s + 1] ?? tokens.count;
    casings[s] = isSmall ? Casing.none : casingOf(tokens, sentences[s], end);
    const look = {
      tokens,
      connectors: language.connectors,
      longest,
      caseless: casings[s] >= Casing.capitals,
    };
    sentenceOf.fill(s, sentences[s], end);
    let fresh = true;
    for (let t = sentences[s]; t < end; t++) {
      shapes[t] = shapeOf(look, t);
      if (isTail(tokens, shapes, t)) shapes[t] = Shape.tail;
      opening[t] = Number(fresh || followsTab(tokens, t));
      fresh = tokens.kinds[t] === TokenKind.sign && (fresh || opensSpeech(tokens, t));
    }
  }
  return { shapes, sentenceOf, casings, opening };
}

/** What the tokens of a sentence are looked at with. */
interface Look {
  tokens: Tokens;
  connectors: ReadonlySet<string>;
  /** Length of the longest connector, at least that of 's; UTF-16 units. */
  longest: number;
  /** Do capitals say nothing here? */
  caseless: boolean;
}

const longestConnectors = new WeakMap<ReadonlySet<string>, number>();

function longestOf(words: ReadonlySet<string>): number {
  let longest = longestConnectors.get(words);
  if (longest === undefined) {
    longest = 2;
    for (const word of words) longest = Math.max(longest, word.length);
    longestConnectors.set(words, longest);
  }
  return longest;
}

function shapeOf(look: Look, t: number): Shape {
  const { tokens, caseless } = look;
  const kind = tokens.kinds[t];
  if (kind === TokenKind.number) return Shape.number;
  if (tokens.capitals[t] === 1 && !caseless) return Shape.capital;
  const length = tokens.ends[t] - tokens.starts[t];
  if (length > LONGEST_WORD) return Shape.breaker;
  if (kind === TokenKind.sign)
    return connectingSigns.has(tokenText(tokens, t)) ? Shape.connector : Shape.breaker;
  // most words are small and too long to connect: no need to cut them out
  if (!caseless && length > look.longest && isPlainSmall(tokens, t)) return Shape.breaker;
  return shapeOfWord(look, tokenText(tokens, t));
}

function shapeOfWord({ connectors, caseless }: Look, text: string): Shape {
  const lower = caseless ? text.toLowerCase() : text;
  if (connectors.has(lower) || /^['\u2019]s$/.test(lower)) return Shape.connector;
  // iPhone, eBay, 20th: a capital inside counts, and what begins with a digit may belong to a name
  if (text !== text.toLowerCase()) return Shape.capital;
  if (text.charCodeAt(0) < 0x3a) return Shape.number;
  return caseless ? Shape.capital : Shape.breaker;
}

/** No capital anywhere? */
function hasNoCapital(tokens: Tokens, t: number): boolean {
  return isPlainSmall(tokens, t) || !/\p{Lu}/u.test(tokenText(tokens, t));
}

/** Nothing but small letters of ASCII? */
function isPlainSmall({ text, starts, ends }: Tokens, t: number): boolean {
  for (let i = starts[t]; i < ends[t]; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x61 || unit > 0x7a) return false;
  }
  return true;
}

function followsTab(tokens: Tokens, t: number): boolean {
  return tokens.starts[t] > 0 && tokens.text.charCodeAt(tokens.starts[t] - 1) === 0x09;
}

function isTail(tokens: Tokens, shapes: Uint8Array, t: number): boolean {
  if (t < 2 || (shapes[t] !== Shape.breaker && !isLoneConnector(tokens, shapes, t))) return false;
  if (tokens.kinds[t] !== TokenKind.word || shapes[t - 2] !== Shape.capital) return false;
  if (tokens.starts[t] !== tokens.ends[t - 1] || tokens.starts[t - 1] !== tokens.ends[t - 2]) return false;
  return tokens.ends[t] - tokens.starts[t] <= LONGEST_TAIL && tokenText(tokens, t - 1) === "-";
}

/** A small word that stands inside names and goes on in no hyphen: the "in" of Moon Jae-in, not the "upon" of Stratford-upon-Avon. */
function isLoneConnector({ text, ends }: Tokens, shapes: Uint8Array, t: number): boolean {
  return shapes[t] === Shape.connector && text[ends[t]] !== "-";
}

/** A dash that opens speech has blanks about it: "LONDON - Thousands marched". */
function opensSpeech(tokens: Tokens, t: number): boolean {
  const sign = tokenText(tokens, t);
  if (sign !== "-" && sign !== "\u2013") return speechSigns.has(sign);
  const isSpacedBefore = t > 0 && tokens.starts[t] > tokens.ends[t - 1];
  return isSpacedBefore && t + 1 < tokens.count && tokens.starts[t + 1] > tokens.ends[t];
}

/** A headline has no full stop and hardly a longer word without a capital; a short one cannot be told from a list of names. */
function casingOf(tokens: Tokens, from: number, to: number): Casing {
  let words = 0;
  let small = 0;
  let shouted = 0;
  for (let t = from; t < to; t++) {
    const length = tokens.ends[t] - tokens.starts[t];
    if (tokens.kinds[t] !== TokenKind.word || length < 4 || length > LONGEST_WORD) continue;
    words++;
    if (tokens.capitals[t] === 1) shouted += Number(isAllCapitals(tokenText(tokens, t)));
    else small += Number(hasNoCapital(tokens, t));
  }
  if (words >= 2 && shouted >= words * 0.8) return Casing.capitals;
  if (words < 5 || small > words * 0.1) return Casing.normal;
  return tokenText(tokens, to - 1) === "." ? Casing.normal : Casing.title;
}

/** A text without capitals has none but in a lone I, though it has several words with a lower and an upper case. */
function hasCapitals({ tokens }: AnalysedText): boolean {
  let small = 0;
  for (let t = 0; t < tokens.count; t++) {
    if (tokens.kinds[t] !== TokenKind.word) continue;
    const length = tokens.ends[t] - tokens.starts[t];
    if (tokens.capitals[t] === 1 && length > 1) return true;
    if (length < LONGEST_WORD && length > 1) {
      const word = tokenText(tokens, t);
      if (word !== word.toLowerCase()) return true;
      if (word !== word.toUpperCase()) small++;
    }
  }
  return small < LEAST_SMALL;
}

/** Words without a capital from which on a text without any is one that never has them. */
const LEAST_SMALL = 3;
