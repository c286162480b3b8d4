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
