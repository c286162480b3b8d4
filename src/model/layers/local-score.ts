/**
 * Local scores Ψ of all mentions (docs/model.md, section 3): which candidate fits the words around the mention.
 * u(w) = max_e eᵀ A w, the `topWords` words with the highest u, β = softmax(u), Ψ(e) = Σ β(w) eᵀ B w.
 */
import type { Address } from "../../math/kernels.js";
import { localScoreBackwardScratch, localScoreScratch } from "../../math/scratch.js";
import type { ModelConfig } from "../config.js";
import { type LayerContext, type LayerParameter, startAtOne } from "./layer.js";

/** Ψ of a place filled up by the published code. */
const FILLED_SCORE = -1e10;

/** The diagonals A and B. */
export const localScoreParameters = ({ dims: d }: ModelConfig): LayerParameter[] => [
  { name: "att_mat_diag", shape: [d], start: startAtOne },
  { name: "tok_score_mat_diag", shape: [d], start: startAtOne },
];

export interface LocalScores {
  /** (candidates) */
  psi: Address;
  /** Words attended to, `topWords` places a mention: position in the mention's word list, weight β, the candidate that chose it. */
  chosen: Address;
  weights: Address;
  best: Address;
  /** How many words each mention kept. */
  kept: Int32Array;
  /** (mentions, d): Σ β w. */
  contexts: Address;
}

export function localScoresForward({ kernels, config, document, parameter }: LayerContext): LocalScores {
  const { dims: d, topWords } = config;
  const n = document.positions.length;
  const psi = kernels.allocZero(document.candidates);
  const chosen = kernels.alloc(n * topWords);
  const weights = kernels.alloc(n * topWords);
  const best = kernels.alloc(n * topWords);
  const contexts = kernels.alloc(n * d);
  const kept = new Int32Array(n);
  const [a, b] = [parameter("att_mat_diag"), parameter("tok_score_mat_diag")];
  const mostWords = document.wordCounts.reduce((most, count) => Math.max(most, count), 0);
  const mark = kernels.mark();
  const scratch = kernels.alloc(localScoreScratch(document.largestCount, mostWords, d));
  for (let i = 0; i < n; i++) {
    kept[i] = kernels.localScore({
      psi: psi + document.starts[i],
      context: contexts + i * d,
      chosen: chosen + i * topWords,
      weights: weights + i * topWords,
      best: best + i * topWords,
      scratch,
      entities: document.entities + document.starts[i] * d,
      count: document.counts[i],
      a,
      b,
      words: document.words,
      wordRows: document.wordRows + document.wordStarts[i],
      wordCount: document.wordCounts[i],
      d,
      keep: topWords,
    });
  }
  kernels.release(mark);
  const { floats } = kernels;
  for (let i = 0; i < n; i++) {
    for (let c = document.realCounts[i]; c < document.counts[i]; c++) {
      floats[psi + document.starts[i] + c] = FILLED_SCORE;
    }
  }
  return { psi, chosen, weights, best, kept, contexts };
}

/** `dpsi` of filled places is cleared: their Ψ is a constant. */
export function localScoresBackward(layer: LayerContext, local: LocalScores, dpsi: Address): void {
  const { kernels, config, document, parameter, gradient } = layer;
  const { dims: d, topWords } = config;
  const [da, db] = [gradient("att_mat_diag"), gradient("tok_score_mat_diag")];
  const b = parameter("tok_score_mat_diag");
  const mark = kernels.mark();
  const scratch = kernels.alloc(localScoreBackwardScratch(topWords, d));
  const { floats } = kernels;
  for (let i = 0; i < document.positions.length; i++) {
    const start = document.starts[i];
    floats.fill(0, dpsi + start + document.realCounts[i], dpsi + start + document.counts[i]);
    kernels.localScoreBackward({
      da,
      db,
      scratch,
      dpsi: dpsi + start,
      context: local.contexts + i * d,
      chosen: local.chosen + i * topWords,
      weights: local.weights + i * topWords,
      best: local.best + i * topWords,
      kept: local.kept[i],
      entities: document.entities + start * d,
      count: document.counts[i],
      b,
      words: document.words,
      wordRows: document.wordRows + document.wordStarts[i],
      d,
    });
  }
  kernels.release(mark);
}
