/** Which entities a document's names can mean, and which of them the model gets to choose between. */
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { lookupName } from "../mentions/known-names.js";
import type { Candidate } from "../types.js";
import type { VectorTable } from "../vectors/vector-table.js";

/** Spec section 2. */
export interface CandidateSettings {
  /** Best by prior that are looked at. */
  considered: number;
  /** Of these, kept for their prior. */
  byPrior: number;
  /** Of the others, kept for how well they fit the context. */
  byContext: number;
}

export const defaultCandidateSettings: CandidateSettings = { considered: 30, byPrior: 4, byContext: 3 };

/** p̂ is clamped to [0.001, 1]. */
const LEAST_PRIOR = 0.001;

export function candidateList(kb: KnowledgeBase, surface: string, considered: number): Candidate[] {
  const info = lookupName(kb, surface);
  if (!info) return [];
  return info.candidates
    .slice(0, considered)
    .map(({ entity, prior }) => ({ entity, prior: Math.max(LEAST_PRIOR, Math.min(1, prior)) }));
}

/** The best by prior and the best of the rest by eᵀ Σ w, in order of prior. `context` is Σ w over unit word vectors. */
export function selectCandidates(
  candidates: readonly Candidate[],
  entities: VectorTable,
  context: Float32Array,
  { byPrior, byContext }: CandidateSettings,
): Candidate[] {
  if (candidates.length <= byPrior + byContext) return [...candidates];
  const vector = new Float32Array(entities.d);
  const rest = candidates.slice(byPrior).map((candidate, place) => {
    entities.readRow(candidate.entity, vector);
    let fit = 0;
    for (let k = 0; k < vector.length; k++) fit += vector[k] * context[k];
    return { candidate, place, fit };
  });
  rest.sort((a, b) => b.fit - a.fit || a.place - b.place);
  const chosen = rest.slice(0, byContext).sort((a, b) => a.place - b.place);
  return [...candidates.slice(0, byPrior), ...chosen.map((c) => c.candidate)];
}
