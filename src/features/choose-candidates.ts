/** Which of the entities a name can mean the model gets to choose between. */

import type { Candidate } from "../types.js";
import type { VectorTable } from "../vectors/vector-table.js";
import { type SelectionSettings, selectCandidates } from "./selection.js";

/** Those the model sees, by prior and by eᵀ Σ w. `context` is Σ w over unit word vectors. */
export function chooseCandidates(
  candidates: Candidate[],
  entities: VectorTable,
  context: Float32Array,
  settings: SelectionSettings,
): Candidate[] {
  const fits = candidates.map(({ entity }) => entities.dot(entity, context));
  return selectCandidates(candidates.length, fits, settings).map((place) => candidates[place]);
}
