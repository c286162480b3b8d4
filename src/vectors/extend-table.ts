/** Vectors for entities that came into a knowledge base after its table was trained (`mulrel kb add`). */
import { LinkingError } from "../errors.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { createComposer } from "./compose.js";
import { RowFlag, VectorTable } from "./vector-table.js";

/** The table with a composed row for every entity beyond its last; the same table when it has them all. */
export function extendTable(
  table: VectorTable,
  kb: Pick<KnowledgeBase, "size" | "entity">,
  words: VectorTable,
): VectorTable {
  if (table.rows > kb.size || table.d !== words.d) {
    throw new LinkingError(
      "mismatch",
      `The vectors are ${table.rows} rows of ${table.d} numbers, the knowledge base has ${kb.size} entities and the words have ${words.d} numbers; train them from this knowledge base and the model's words.`,
    );
  }
  if (table.rows === kb.size) return table;
  const { d } = table;
  const data = new Float32Array(kb.size * d);
  const flags = new Uint8Array(kb.size).fill(RowFlag.composed);
  for (let row = 0; row < table.rows; row++) {
    table.readRow(row, data, row * d);
    flags[row] = table.flags?.[row] ?? RowFlag.trained;
  }
  const composer = createComposer(words, table);
  for (let row = table.rows; row < kb.size; row++) {
    const { title, description } = kb.entity(row);
    if (!composer.compose({ title, description }, data, row * d)) flags[row] = RowFlag.unknown;
  }
  return new VectorTable({ rows: kb.size, d, data, flags, metadata: table.metadata });
}
