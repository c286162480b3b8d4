/** Finds where sentences begin: by their closing signs, and by blank or short lines. */
import { english } from "../languages/english.js";
import type { Language } from "../languages/language.js";
import { TokenKind, type Tokens, tokenText } from "./tokens.js";

const closers = new Set(['"', "'", "\u2019", "\u201d", "\u00bb", ")", "]", "}"]);
const enders = new Set([".", "!", "?", "\u2026", "\u3002", "\uff01", "\uff1f", "\u061f", "\u0964"]);

/** A line shorter than this that is followed by a capital is a line of its own (a headline), not a wrapped one. */
const SHORT_LINE = 60;

/**
 * First token of every sentence, ascending, beginning with 0; none for a text without tokens.
 * Sentence s holds the tokens from `firsts[s]` up to `firsts[s + 1]` (or the end).
 */
export function sentenceStarts(tokens: Tokens, language: Language = english): Int32Array {
  const firsts: number[] = [];
  let lineStart = 0;
  for (let t = 0; t < tokens.count; t++) {
    const gap = t === 0 ? 0 : lineBreaks(tokens, t);
    if (
      t === 0 ||
      gap > 1 ||
      (gap === 1 && endsLine(tokens, t, lineStart)) ||
      endsSentence(tokens, t, language)
    ) {
      firsts.push(t);
    }
    if (gap > 0) lineStart = tokens.starts[t];
  }
  return Int32Array.from(firsts);
}

/** Line breaks between token t − 1 and token t: 0, 1 or 2 for more. */
function lineBreaks(tokens: Tokens, t: number): number {
  let breaks = 0;
  for (let at = tokens.ends[t - 1]; at < tokens.starts[t] && breaks < 2; at++) {
    const code = tokens.text.charCodeAt(at);
    if (code === 0x0a || code === 0x2028 || code === 0x2029) breaks++;
    else if (code === 0x0d && tokens.text.charCodeAt(at + 1) !== 0x0a) breaks++;
  }
  return breaks;
}

function endsLine(tokens: Tokens, t: number, lineStart: number): boolean {
  if (tokens.capitals[t] === 0 && tokens.kinds[t] === TokenKind.word) return false;
  return tokens.ends[t - 1] - lineStart < SHORT_LINE;
}

/** Does a sentence end just before token t? */
function endsSentence(tokens: Tokens, t: number, language: Language): boolean {
  let last = t - 1;
  // quotes and brackets that close behind the dot belong to the sentence they close
  if (isOneOf(tokens, t, closers) && tokens.starts[t] === tokens.ends[last]) return false;
  let steps = 0;
  while (
    last > 0 &&
    steps < 3 &&
    isOneOf(tokens, last, closers) &&
    tokens.starts[last] === tokens.ends[last - 1]
  ) {
    last--;
    steps++;
  }
  if (isOneOf(tokens, t, enders)) return false;
  if (endsInInitials(tokens, last))
    return tokens.capitals[t] === 1 && steps === 0 && startsNewThought(tokens, t, language);
  if (!isOneOf(tokens, last, enders)) return false;
  if (tokens.text.charCodeAt(tokens.starts[last]) !== 0x2e)
    return tokens.capitals[t] === 1 || isOpening(tokens, t);
  return endsByDot(tokens, t, last, language);
}

function endsByDot(tokens: Tokens, t: number, dot: number, { abbreviations }: Language): boolean {
  const spaced = tokens.starts[t] > tokens.ends[t - 1];
  if (tokens.kinds[t] === TokenKind.word && tokens.capitals[t] === 0 && isCased(tokens, t)) return false;
  if (dot === 0 || tokens.kinds[dot - 1] !== TokenKind.word) return spaced || tokens.capitals[t] === 1;
  const length = tokens.ends[dot - 1] - tokens.starts[dot - 1];
  // "J. Smith": one capital letter and a dot is an initial
  if (length === 1 && tokens.capitals[dot - 1] === 1 && tokens.ends[dot - 1] === tokens.starts[dot])
    return false;
  if (length <= 6 && abbreviations.has(tokenText(tokens, dot - 1).toLowerCase())) return false;
  return spaced || tokens.capitals[t] === 1;
}

/** Is token `index` initials with a dot at the end (U.S.)? */
function endsInInitials(tokens: Tokens, index: number): boolean {
  return (
    tokens.kinds[index] === TokenKind.word &&
    tokens.ends[index] - tokens.starts[index] > 2 &&
    tokens.text.charCodeAt(tokens.ends[index] - 1) === 0x2e
  );
}

function startsNewThought(tokens: Tokens, t: number, { starters }: Language): boolean {
  return tokens.ends[t] - tokens.starts[t] <= 6 && starters.has(tokenText(tokens, t).toLowerCase());
}

function isOpening(tokens: Tokens, t: number): boolean {
  return tokens.kinds[t] === TokenKind.sign && tokens.starts[t] > tokens.ends[t - 1];
}

/** Does the token's first letter have a lower and an upper case at all? */
function isCased(tokens: Tokens, t: number): boolean {
  const first = tokens.text[tokens.starts[t]];
  return first.toUpperCase() !== first;
}

function isOneOf(tokens: Tokens, t: number, signs: Set<string>): boolean {
  return (
    tokens.kinds[t] === TokenKind.sign &&
    tokens.ends[t] - tokens.starts[t] === 1 &&
    signs.has(tokens.text[tokens.starts[t]])
  );
}
