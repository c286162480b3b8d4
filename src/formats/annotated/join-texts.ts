/** Puts mentions that come without running text (deep-ed csv) into the texts of another file of the same documents (AIDA tsv). */
import { alignSurface } from "./align.js";
import type { AnnotatedDocument, AnnotatedMention, DatasetProblem } from "./annotated-document.js";

/** "1 EU" and "1" are the same document: the published files agree in the first word only. */
export function documentKey(id: string): string {
  return id.split(/\s/, 1)[0];
}

/** Letters and digits only: tokenisers differ in the rest. */
const bare = (surface: string) => surface.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/**
 * The mentions at their places in `text`, in order: at the text's own annotations where the surface agrees, otherwise at its next
 * occurrence. A mention that is not found keeps its own contexts and is reported.
 */
export function joinText(
  doc: AnnotatedDocument,
  text: AnnotatedDocument,
  onProblem: (problem: DatasetProblem) => void = () => {},
): AnnotatedDocument {
  let next = 0;
  let after = 0;
  const mentions: AnnotatedMention[] = [];
  for (const mention of doc.mentions) {
    const wanted = bare(mention.surface);
    let at = next;
    while (at < text.mentions.length && bare(text.mentions[at].surface) !== wanted) at++;
    const place =
      at < text.mentions.length
        ? text.mentions[at]
        : alignSurface(text.text.slice(after), mention.surface, 0, text.text.length);
    if (!place) {
      const message = `the mention ${JSON.stringify(mention.surface)} does not occur in the text`;
      onProblem({ file: text.id, document: doc.id, message, lost: "mention" });
      continue;
    }
    const shift = at < text.mentions.length ? 0 : after;
    const start = place.start + shift;
    const end = place.end + shift;
    if (at < text.mentions.length) next = at + 1;
    after = end;
    mentions.push({ ...mention, start, end, surface: text.text.slice(start, end), context: undefined });
  }
  return { ...text, id: doc.id, title: doc.title, mentions };
}
