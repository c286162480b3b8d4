/** Short pieces of long documents: people link sentences too, and confidence must know how little a sentence tells. */
import type { Language } from "../languages/language.js";
import { sentenceStarts } from "../text/sentences.js";
import { tokenize } from "../text/tokens.js";
import type { TeachingDocument } from "./teaching-document.js";

/** Pieces of a document, at most, evenly over its text. */
const PIECES = 4;
const FEWEST_MENTIONS = 2;

/** Single sentences with two marked names or more. */
export function shortPieces(doc: TeachingDocument, language: Language): TeachingDocument[] {
  const tokens = tokenize(doc.text);
  const starts = Array.from(sentenceStarts(tokens, language), (token) => tokens.starts[token]);
  const pieces = starts.flatMap((start, i): TeachingDocument[] => {
    const end = starts[i + 1] ?? doc.text.length;
    const mentions = doc.mentions
      .filter((m) => m.start >= start && m.end <= end)
      .map((m) => ({ ...m, start: m.start - start, end: m.end - start }));
    if (mentions.length < FEWEST_MENTIONS) return [];
    return [{ ...doc, text: doc.text.slice(start, end).trimEnd(), mentions }];
  });
  const every = Math.max(1, Math.ceil(pieces.length / PIECES));
  return pieces.filter(
    (piece, i) => i % every === 0 && piece.mentions.every((m) => m.end <= piece.text.length),
  );
}
