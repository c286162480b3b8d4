/** The entity texts of an own catalogue: the words of each description, since there are no pages and no links. */
import { isContentWord, normalizeWord } from "../text/content-words.js";
import { tokenize, tokenText } from "../text/tokens.js";
import type { EntityText, EntityTextsInput } from "./entity-texts.js";

/** In row order, as `writeEntityTexts` takes them. */
export function catalogueTexts(
  entities: readonly { title: string; description?: string }[],
): EntityTextsInput {
  const numbers = new Map<string, number>();
  const frequencies: number[] = [];
  const found = entities.map(({ title, description = "" }) => {
    const tokens = tokenize(`${title}\n${description}`);
    const counts = new Map<number, number>();
    for (let t = 0; t < tokens.count; t++) {
      const word = normalizeWord(tokenText(tokens, t));
      if (!/\p{L}/u.test(word) || !isContentWord(word)) continue;
      let number = numbers.get(word);
      if (number === undefined) numbers.set(word, (number = frequencies.push(0) - 1));
      frequencies[number]++;
      counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    return counts;
  });
  const words = [...numbers.keys()];
  const order = words.map((_, number) => number);
  order.sort((a, b) => frequencies[b] - frequencies[a] || (words[a] < words[b] ? -1 : 1));
  const rank = new Uint32Array(words.length);
  for (const [place, number] of order.entries()) rank[number] = place;
  return {
    words: order.map((number) => words[number]),
    frequencies: order.map((number) => frequencies[number]),
    entities: toTexts(found, rank),
  };
}

function* toTexts(found: Map<number, number>[], rank: Uint32Array): IterableIterator<EntityText> {
  const none = new Uint32Array(0);
  for (const [row, counts] of found.entries()) {
    const pairs = [...counts].map(([number, count]) => [rank[number], count]).sort((a, b) => a[0] - b[0]);
    yield {
      row,
      words: Uint32Array.from(pairs, (p) => p[0]),
      counts: Uint32Array.from(pairs, (p) => p[1]),
      contextWords: none,
      contextCounts: none,
      outLinks: none,
      inLinks: none,
    };
  }
}
