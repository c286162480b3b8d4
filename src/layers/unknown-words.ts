/** Words of own entities that a model has no vectors for: what they say of an entity is lost. */
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { isContentWord, normalizeWord } from "../text/content-words.js";
import { tokenize, tokenText } from "../text/tokens.js";
import type { VectorTable } from "../vectors/vector-table.js";

export interface UnknownWords {
  /** The commonest first. */
  words: { word: string; count: number }[];
  /** Content words of all titles and descriptions, and how many of them are unknown. */
  all: number;
  unknown: number;
}

/** Words named in the sentence; entities looked at when a layer is opened, so that large ones open quickly. */
const MOST_TOLD = 12;
const LOOKED_AT = 2000;

/** A sentence on the words that tell a linker nothing; undefined when it knows all. */
export function unknownWordsSentence(
  name: string,
  kb: Pick<KnowledgeBase, "size" | "entity">,
  vocabulary: Pick<VectorTable, "rowOf">,
  most = LOOKED_AT,
): string | undefined {
  const size = Math.min(kb.size, most);
  const { words, all, unknown } = unknownWords({ size, entity: (row) => kb.entity(row) }, vocabulary);
  if (unknown === 0) return undefined;
  const told = words.slice(0, MOST_TOLD).map(({ word }) => word);
  const more = words.length > MOST_TOLD ? ` and ${words.length - MOST_TOLD} more` : "";
  const where = size < kb.size ? ` of the first ${size} entities` : "";
  return `${name}: ${unknown} of the ${all} content words of titles and descriptions${where} are unknown to the model and tell it nothing: ${told.join(", ")}${more}.`;
}

export function unknownWords(
  kb: Pick<KnowledgeBase, "size" | "entity">,
  words: Pick<VectorTable, "rowOf">,
): UnknownWords {
  const counts = new Map<string, number>();
  let all = 0;
  let unknown = 0;
  for (let row = 0; row < kb.size; row++) {
    const { title, description = "" } = kb.entity(row);
    const tokens = tokenize(`${title}. ${description}`);
    for (let t = 0; t < tokens.count; t++) {
      const word = normalizeWord(tokenText(tokens, t));
      if (!/\p{L}/u.test(word) || !isContentWord(word)) continue;
      all++;
      if (words.rowOf(word) >= 0) continue;
      unknown++;
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const sorted = [...counts].map(([word, count]) => ({ word, count }));
  sorted.sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1));
  return { words: sorted, all, unknown };
}
