/** What the model saw of one mention, kept for an explanation: its words with their share of Ψ, and what the evidence added. */
import type { Evidence } from "./layers/evidence.js";
import type { LayerContext } from "./layers/layer.js";
import type { LocalScores } from "./layers/local-score.js";

export interface MentionTrace {
  /** Ψ of each candidate, with what the evidence added to it. */
  local: Float64Array;
  /** What g combined with the prior. */
  belief: Float64Array;
  /** log p̂ of each candidate as the model saw it, before evidence. */
  logPriors: Float64Array;
  /** What the evidence added to log p̂ and to Ψ of each candidate; zeros where the model looks at none. */
  addedToPrior: Float64Array;
  addedToLocal: Float64Array;
  words: TracedWord[];
}

/** A word attended to. */
export interface TracedWord {
  /** Position in the mention's word list. */
  position: number;
  /** β */
  weight: number;
  /** β eᵀ B w of each candidate: over the words they add up to Ψ without evidence. */
  local: Float64Array;
}

export const emptyMention = (): MentionTrace => ({
  local: new Float64Array(0),
  belief: new Float64Array(0),
  logPriors: new Float64Array(0),
  addedToPrior: new Float64Array(0),
  addedToLocal: new Float64Array(0),
  words: [],
});

/** The words of mention i. */
export function attendedWords(layer: LayerContext, local: LocalScores, i: number): TracedWord[] {
  const { kernels, config, document, parameter } = layer;
  const { floats, ints } = kernels;
  const { dims: d, topWords } = config;
  const first = i * topWords;
  const b = parameter("tok_score_mat_diag");
  return Array.from({ length: local.kept[i] }, (_, r) => {
    const position = ints[local.chosen + first + r];
    const weight = floats[local.weights + first + r];
    const word = document.words + ints[document.wordRows + document.wordStarts[i] + position] * d;
    const scores = Float64Array.from({ length: document.realCounts[i] }, (_, e) => {
      const entity = document.entities + (document.starts[i] + e) * d;
      let score = 0;
      for (let l = 0; l < d; l++) score += floats[entity + l] * floats[b + l] * floats[word + l];
      return weight * score;
    });
    return { position, weight, local: scores };
  });
}

/** U h(e) of each candidate of mention i; row 0 of U goes to log p̂, row 1 to Ψ. */
export function addedByEvidence(
  { kernels, config, document, parameter }: LayerContext,
  evidence: Evidence | undefined,
  { mention, row }: { mention: number; row: 0 | 1 },
): Float64Array {
  const count = document.realCounts[mention];
  if (!evidence) return new Float64Array(count);
  const { floats } = kernels;
  const units = config.evidenceUnits;
  const u = parameter("evidence.2.weight") + row * units;
  return Float64Array.from({ length: count }, (_, e) => {
    const h = evidence.h + (document.starts[mention] + e) * units;
    let added = 0;
    for (let unit = 0; unit < units; unit++) added += floats[u + unit] * floats[h + unit];
    return added;
  });
}
