/** Single sentences of long documents: people link sentences too, so the model must learn to decide by a few words, and confidence how little a sentence tells. */
import type { Language } from "../languages/language.js";
import { sentenceStarts } from "../text/sentences.js";
import { tokenize } from "../text/tokens.js";
import type { TeachingDocument } from "./teaching-document.js";

/** Pieces of a document, at most, evenly over its text. */
const PIECES = 4;
const FEWEST_MENTIONS = 2;

/** A few sentences with two marked names or more. */
export function shortPieces(doc: TeachingDocument, language: Language): TeachingDocument[] {
  const pieces = sentencesOf(doc, language).filter(({ mentions }) => mentions.length >= FEWEST_MENTIONS);
  const every = Math.max(1, Math.ceil(pieces.length / PIECES));
  return pieces.filter((_, i) => i % every === 0);
}

/** Every sentence with a marked name, as a document of its own. */
export function sentencesOf(doc: TeachingDocument, language: Language): TeachingDocument[] {
  const tokens = tokenize(doc.text);
  const starts = Array.from(sentenceStarts(tokens, language), (token) => tokens.starts[token]);
  return starts.flatMap((start, i): TeachingDocument[] => {
    const text = doc.text.slice(start, starts[i + 1] ?? doc.text.length).trimEnd();
    const mentions = doc.mentions
      .filter((m) => m.start >= start && m.end <= start + text.length)
      .map((m) => ({ ...m, start: m.start - start, end: m.end - start }));
    return mentions.length > 0 ? [{ ...doc, text, mentions }] : [];
  });
}
