/** Which of the entities a name can mean the model gets to choose between. */
import { type SelectionSettings, selectCandidates } from "../candidates/selection.js";
import type { Candidate } from "../types.js";
import type { VectorTable } from "../vectors/vector-table.js";

/** Those the model sees, by prior and by eᵀ Σ w. `context` is Σ w over unit word vectors. */
export function chooseCandidates(
  candidates: Candidate[],
  entities: VectorTable,
  context: Float32Array,
  settings: SelectionSettings,
): Candidate[] {
  const vector = new Float32Array(entities.d);
  const fits = candidates.map(({ entity }) => {
    entities.readRow(entity, vector);
    let fit = 0;
    for (let k = 0; k < vector.length; k++) fit += vector[k] * context[k];
    return fit;
  });
  return selectCandidates(candidates.length, fits, settings).map((place) => candidates[place]);
}
