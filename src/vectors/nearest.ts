/** The rows of a table nearest to a vector, by cosine. */
import type { VectorTable } from "./vector-table.js";

export interface Neighbour {
  row: number;
  name: string;
  /** Cosine of the angle: 1 the same direction, 0 nothing in common. */
  similarity: number;
}

export interface NearestOptions {
  /** How many; 10 when left out. */
  count?: number;
  /** Only rows for which this is true. */
  accept?: (row: number) => boolean;
}

/**
 * Best first; equal ones by row. Rows of zeros are never near.
 *
 * ```ts
 * import { findNearest, openVectorTable } from "mulrel/train";
 *
 * const words = await openVectorTable("words.safetensors");
 * const vector = new Float32Array(words.d);
 * words.readRow(words.rowOf("river"), vector, 0);
 * console.log(findNearest(words, vector, { count: 5 }).map((n) => n.name));
 * ```
 */
export function findNearest(
  table: VectorTable,
  vector: Float32Array,
  options: NearestOptions = {},
): Neighbour[] {
  const { count = 10, accept } = options;
  const { d } = table;
  const unit = table.unitRows();
  const query = Float32Array.from(vector);
  const length = Math.sqrt(query.reduce((sum, x) => sum + x * x, 0));
  if (length === 0 || count === 0) return [];
  const row = new Float32Array(d);
  const best: { row: number; similarity: number }[] = [];
  for (let r = 0; r < table.rows; r++) {
    if (accept && !accept(r)) continue;
    unit.readRow(r, row);
    let similarity = 0;
    for (let k = 0; k < d; k++) similarity += query[k] * row[k];
    similarity /= length;
    if (unit.scales![r] === 0) continue;
    if (best.length === count && similarity <= best[count - 1].similarity) continue;
    let at = best.length;
    while (at > 0 && best[at - 1].similarity < similarity) at--;
    best.splice(at, 0, { row: r, similarity });
    if (best.length > count) best.pop();
  }
  return best.map((b) => ({ ...b, name: table.name(b.row) }));
}
