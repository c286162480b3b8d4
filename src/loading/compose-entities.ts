/** Vectors for entities that nobody has trained any for: the mean of the words of their title and description. */
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import type { RowSource } from "../model/tables.js";
import { RememberedWords, readWordRows, type Vocabulary } from "../text/content-words.js";
import { tokenize } from "../text/tokens.js";
import { RowFlag, VectorTable } from "../vectors/vector-table.js";

/** Unit rows in the order of the knowledge base; `unitWords` has the rows that `vocabulary` names. */
export function composeEntities(
  kb: KnowledgeBase,
  vocabulary: Vocabulary,
  unitWords: RowSource,
): VectorTable {
  const { d } = unitWords;
  const data = new Float32Array(kb.size * d);
  const word = new Float32Array(d);
  const words = new RememberedWords(vocabulary);
  for (let row = 0; row < kb.size; row++) {
    const { title, description } = kb.entity(row);
    const { rows, content } = readWordRows(tokenize(`${title}. ${description ?? ""}`), words);
    const vector = data.subarray(row * d, (row + 1) * d);
    for (const token of content) {
      unitWords.readRow(rows[token], word, 0);
      for (let k = 0; k < d; k++) vector[k] += word[k];
    }
    let squares = 0;
    for (let k = 0; k < d; k++) squares += vector[k] * vector[k];
    if (squares > 0) for (let k = 0; k < d; k++) vector[k] /= Math.sqrt(squares);
  }
  return new VectorTable({ rows: kb.size, d, data, flags: new Uint8Array(kb.size).fill(RowFlag.composed) });
}
