/** Finds the names of a text: known ones by the knowledge base, unknown ones by their capitals, longest sensible match. */
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import type { AnalysedText } from "../text/analysed-text.js";
import { isStopWord } from "../text/stop-words.js";
import { tokenText } from "../text/tokens.js";
import type { Span } from "../types.js";
import {
  isCustomary,
  isPersonWord,
  keepsItsDot,
  LEAST_LIKENESS,
  LONGEST_NAME,
  lookupName,
  nameLikeness,
} from "./known-names.js";
import type { MentionFinder } from "./mention-finder.js";
import { Casing, isNameParticle, readTokenShapes, Shape, type TokenShapes } from "./token-shapes.js";

export interface MentionSettings {
  /** Longest name in tokens. */
  longest: number;
  /** Report names the knowledge base does not know. */
  unknown: boolean;
}

export const defaultMentionSettings: MentionSettings = { longest: 10, unknown: true };

/** A stretch of tokens that may be a name: from token `first` up to but without `end`. */
interface NameSpan {
  first: number;
  end: number;
  /** What choosing it adds to the sum that the best cut of a run maximises. */
  weight: number;
}

export function createMentionFinder(
  kb: KnowledgeBase,
  settings: Partial<MentionSettings> = {},
): MentionFinder {
  const { longest, unknown } = { ...defaultMentionSettings, ...settings };
  return (document) => {
    const shapes = readTokenShapes(document);
    const mentions: Span[] = [];
    let t = 0;
    while (t < document.tokens.count) {
      if (!beginsRun(document, shapes, t)) {
        t++;
        continue;
      }
      const end = runEnd(document, shapes, t);
      for (const span of bestCut(document, shapes, kb, t, end, longest, unknown)) {
        mentions.push({ start: document.tokens.starts[span.first], end: document.tokens.ends[span.end - 1] });
      }
      t = end;
    }
    return mentions;
  };
}

/** A run is a stretch of capitals, numbers and connectors inside one sentence. */
function beginsRun(document: AnalysedText, shapes: TokenShapes, t: number): boolean {
  const shape = shapes.shapes[t];
  if (shape === Shape.capital || shape === Shape.number) return true;
  return shape === Shape.connector && isNameParticle(tokenText(document.tokens, t));
}

function runEnd(document: AnalysedText, shapes: TokenShapes, start: number): number {
  let t = start + 1;
  while (
    t < document.tokens.count &&
    shapes.shapes[t] !== Shape.breaker &&
    shapes.sentenceOf[t] === shapes.sentenceOf[start]
  ) {
    t++;
  }
  return t;
}

/** The spans of tokens [from, to), apart from each other, whose weights have the largest sum. */
function bestCut(
  document: AnalysedText,
  shapes: TokenShapes,
  kb: KnowledgeBase,
  from: number,
  to: number,
  longest: number,
  unknown: boolean,
): NameSpan[] {
  // best[i]: largest sum over tokens [from + i, to); choice[i]: the span taken at from + i, if any
  const size = to - from;
  const best = new Float64Array(size + 1);
  const choice = new Array<NameSpan | undefined>(size);
  for (let i = size - 1; i >= 0; i--) {
    best[i] = best[i + 1];
    const first = from + i;
    if (!beginsRun(document, shapes, first)) continue;
    const consider = (span: NameSpan | undefined) => {
      if (!span) return;
      const sum = span.weight + best[span.end - from];
      if (sum > best[i]) {
        best[i] = sum;
        choice[i] = span;
      }
    };
    for (let end = first + 1; end <= Math.min(to, first + longest); end++) {
      consider(knownSpan(document, shapes, kb, first, end));
    }
    if (unknown) consider(unknownSpan(document, shapes, kb, first, to));
  }
  const spans: NameSpan[] = [];
  for (let i = 0; i < size; ) {
    const span = choice[i];
    if (span) spans.push(span);
    i = span ? span.end - from : i + 1;
  }
  return spans;
}

/** The tokens as a known name; undefined when they are none. */
function knownSpan(
  document: AnalysedText,
  shapes: TokenShapes,
  kb: KnowledgeBase,
  first: number,
  end: number,
): NameSpan | undefined {
  const { tokens, text } = document;
  const last = end - 1;
  if (shapes.shapes[last] === Shape.connector && !endsWithDot(document, last)) return undefined;
  if (tokens.ends[last] - tokens.starts[first] > LONGEST_NAME) return undefined;
  let capitals = 0;
  let joined = false;
  for (let t = first; t < end; t++) {
    if (shapes.shapes[t] === Shape.capital) capitals++;
    else if (shapes.shapes[t] === Shape.connector) {
      const word = tokenText(tokens, t);
      joined ||= word === "and" || word === "," || word === ":" || word === "in" || word === "to";
    }
  }
  if (capitals === 0) return undefined;
  const surface = text.slice(tokens.starts[first], tokens.ends[last]);
  const info = lookupName(kb, surface) ?? lookupName(kb, shortForm(surface));
  if (!info) return undefined;
  const likeness = nameLikeness(kb, {
    surface,
    info,
    tokens: end - first,
    capitals,
    joined,
    opening: shapes.opening[first] === 1,
    casing: shapes.casings[shapes.sentenceOf[first]] as Casing,
  });
  // one long name beats its parts: the parts' sum is smaller by the constant
  return likeness < LEAST_LIKENESS
    ? undefined
    : { first, end, weight: (end - first) * (0.5 + likeness / 2) - 0.3 };
}

const companyEnding = /,?\s+(?:Inc|Corp|Co|Cos|Ltd|LLC|PLC|plc|AG|SA|NV)\.?$/;
const middleInitial = /\s\p{Lu}\.(?=\s\p{Lu})/gu;

/** Target Corp. → Target, Gerald R. Ford → Gerald Ford; the empty string for names without such parts. */
function shortForm(surface: string): string {
  const short = surface.replace(companyEnding, "").replace(middleInitial, "");
  return short === surface ? "" : short;
}

/** "St.", "Inc.", "Jr." may close a name with their dot, when the knowledge base writes it so. */
function endsWithDot(document: AnalysedText, t: number): boolean {
  const { tokens } = document;
  if (t === 0 || tokenText(tokens, t) !== "." || tokens.starts[t] !== tokens.ends[t - 1]) return false;
  return keepsItsDot(tokenText(tokens, t - 1));
}

/** Capitals in a row from `first` on, as a name nobody knows. Weighs less than what is known. */
function unknownSpan(
  document: AnalysedText,
  shapes: TokenShapes,
  kb: KnowledgeBase,
  first: number,
  to: number,
): NameSpan | undefined {
  const { tokens } = document;
  if (shapes.casings[shapes.sentenceOf[first]] !== Casing.normal) return undefined;
  const opening = shapes.opening[first] === 1;
  // "In Paris" at the start of a sentence is Paris
  if (opening && isStopWord(tokenText(tokens, first).toLowerCase())) return undefined;
  let end = first;
  let capitals = 0;
  let t = first;
  while (t < to && t - first < 8) {
    const shape = shapes.shapes[t];
    if (shape === Shape.capital) {
      if (tokens.ends[t] - tokens.starts[t] > LONGEST_NAME) break;
      capitals++;
      end = ++t;
    } else if (opening && capitals === 1 && tokenText(tokens, t) === "of") break;
    else if (shape === Shape.connector && joinsUnknown(document, shapes, t, to)) t++;
    else break;
  }
  if (capitals === 0) return undefined;
  if (opening && capitals < 2) return undefined;
  if (capitals === 1 && !looksLikeName(tokenText(tokens, end - 1))) return undefined;
  const isPerson = capitals > 1 && capitals < 4 && isPersonWord(kb, tokenText(tokens, first));
  // "Norma Vexley" is one stranger, not the famous bearers of either word
  return { first, end, weight: (isPerson ? 0.8 : 0.3) * (end - first) - 0.2 };
}

/** Inside an unknown name: a hyphen or apostrophe without blanks, the dot of an initial, a particle before a capital. */
function joinsUnknown(document: AnalysedText, shapes: TokenShapes, t: number, to: number): boolean {
  const { tokens } = document;
  if (t + 1 >= to || shapes.shapes[t + 1] === Shape.breaker) return false;
  const word = tokenText(tokens, t);
  const tightLeft = t > 0 && tokens.starts[t] === tokens.ends[t - 1];
  if (word === "-" || word === "&") return tightLeft === (tokens.starts[t + 1] === tokens.ends[t]);
  if (word === ".") return tightLeft && tokens.ends[t - 1] - tokens.starts[t - 1] === 1;
  return word === "of" || isNameParticle(word);
}

function looksLikeName(word: string): boolean {
  return word.length > 2 && !isStopWord(word.toLowerCase()) && !isCustomary(word);
}
