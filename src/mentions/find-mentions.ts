/** Finds the names of a text: known ones by the knowledge base, unknown ones by their capitals, longest sensible match. */
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import type { Span } from "../types.js";
import { knownSpan } from "./known-span.js";
import type { MentionFinder } from "./mention-finder.js";
import type { NameSpan } from "./name-span.js";
import { Reading } from "./reading.js";
import { strangerSpan } from "./stranger-span.js";
import { isNameParticle, Shape } from "./token-shapes.js";
import { wordRolesOf } from "./word-roles.js";

export interface MentionSettings {
  /** Longest name in tokens. */
  longest: number;
  /** Report names the knowledge base does not know. */
  unknown: boolean;
}

export const defaultMentionSettings: MentionSettings = { longest: 10, unknown: true };

/**
 * Finds names as the linker does, with other settings.
 *
 * ```ts
 * import { createMentionFinder, type Linker } from "mulrel";
 *
 * declare const linker: Linker;
 * const known = createMentionFinder(linker.kb, { unknown: false });
 * const links = linker.link("Angela Merkel met Zarkon Vexley.", { finder: known }); // known names only
 * ```
 */
export function createMentionFinder(
  kb: KnowledgeBase,
  settings: Partial<MentionSettings> = {},
): MentionFinder {
  const { longest, unknown } = { ...defaultMentionSettings, ...settings };
  const roles = wordRolesOf(kb);
  return (document) => {
    const reading = new Reading(document, kb, roles);
    const { starts, ends, count } = document.tokens;
    const mentions: Span[] = [];
    let t = 0;
    while (t < count) {
      if (!beginsRun(reading, t)) {
        t++;
        continue;
      }
      const end = runEnd(reading, t);
      for (const span of bestCut(reading, t, end, longest, unknown)) {
        mentions.push({ start: starts[span.first], end: ends[span.end - 1] });
      }
      t = end;
    }
    return mentions;
  };
}

/** A run is a stretch of capitals, numbers and connectors inside one sentence. */
function beginsRun(reading: Reading, t: number): boolean {
  const shape = reading.shapes.shapes[t];
  if (shape === Shape.capital || shape === Shape.number) return true;
  return shape === Shape.connector && isNameParticle(reading.word(t));
}

function runEnd(reading: Reading, start: number): number {
  const { shapes, sentenceOf } = reading.shapes;
  let t = start + 1;
  while (
    t < reading.document.tokens.count &&
    shapes[t] !== Shape.breaker &&
    sentenceOf[t] === sentenceOf[start]
  ) {
    t++;
  }
  return t;
}

/** The spans of tokens [from, to), apart from each other, whose weights have the largest sum. */
function bestCut(reading: Reading, from: number, to: number, longest: number, unknown: boolean): NameSpan[] {
  // best[i]: largest sum over tokens [from + i, to); choice[i]: the span taken at from + i, if any
  const size = to - from;
  const best = new Float64Array(size + 1);
  const choice = new Array<NameSpan | undefined>(size);
  // known[i]: does a known name of several words begin at from + i? A stranger's name ends before it.
  const known = new Uint8Array(size);
  for (let i = size - 1; i >= 0; i--) {
    best[i] = best[i + 1];
    const first = from + i;
    if (!beginsRun(reading, first)) continue;
    const consider = (span: NameSpan | undefined) => {
      if (!span) return;
      const sum = span.weight + best[span.end - from];
      if (sum > best[i]) {
        best[i] = sum;
        choice[i] = span;
      }
    };
    for (let end = first + 1; end <= Math.min(to, first + longest); end++) {
      const span = knownSpan(reading, first, end);
      consider(span);
      if (span && end > first + 1) known[i] = 1;
    }
    if (unknown) consider(strangerSpan(reading, first, to, (t) => known[t - from] === 1));
  }
  const spans: NameSpan[] = [];
  for (let i = 0; i < size; ) {
    const span = choice[i];
    if (span) spans.push(span);
    i = span ? span.end - from : i + 1;
  }
  return spans;
}
