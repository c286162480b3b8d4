/** What the latent relations do: distances between them, how their weights are spread, which of them looks like coreference. */
import type { SelectedDocument } from "../features/model-documents.js";
import type { Model } from "../model/model.js";
import type { ParameterName } from "../model/parameters.js";
import { countedAlpha } from "../model/trace.js";

export interface RelationAnalysis {
  relations: number;
  /** Euclidean distances of the unit vectors R_k (D_k): (K, K). */
  distancesR: number[][];
  distancesD: number[][];
  perRelation: RelationProfile[];
  /** Edges of the histogram's bins, from 0.25 to 1. */
  binEdges: number[];
}

export interface RelationProfile {
  relation: number;
  /** Share of the weight of all relations that is this one's: 1/K in ment-norm, by its making. */
  share: number;
  /** Number of weights above 0.25 in each bin. */
  histogram: number[];
  /** Share of a mention's weight that goes to the padding mention. */
  padding: number;
  /** Share of the weight on real mentions that goes to mentions with the same gold entity. */
  sameEntity: number;
  /** The same share if all other mentions had equal weight: what chance would give. */
  sameEntityByChance: number;
  /** Mean exponent of the entropy of the weights: how many mentions share the attention. */
  spread: number;
}

const HIGH = 0.25;
const BINS = 15;

/** Distances between the unit vectors of the rows of a (K, d) parameter. */
function distances(model: Model, name: ParameterName): number[][] {
  if (!model.layout.has(name)) return [];
  const { relations, dims } = model.config;
  const flat = model.parameter(name);
  const rows = Array.from({ length: relations }, (_, k) => {
    const row = Float64Array.from(flat.subarray(k * dims, (k + 1) * dims));
    const length = Math.hypot(...row) || 1;
    return row.map((v) => v / length);
  });
  return rows.map((a) => rows.map((b) => Math.sqrt(a.reduce((sum, v, i) => sum + (v - b[i]) ** 2, 0))));
}

/**
 * alpha[k][i][j] of one document: how much mention i looks at j under relation k; the last j is the padding mention. With both norms a
 * weight counts as far as the pair chose relation k, so that a relation that is hardly ever chosen looks at hardly anybody.
 */
export function relationWeights(model: Model, doc: SelectedDocument): Float64Array[][] {
  const n = doc.mentions.length;
  const { relations, normalization } = model.config;
  const alpha = Array.from({ length: relations }, () =>
    Array.from({ length: n }, () => new Float64Array(n + 1)),
  );
  for (const pair of model.predict(doc, { trace: true }).trace!.pairs) {
    for (let k = 0; k < relations; k++) {
      const counted = (side: "left" | "right") => countedAlpha(pair, side, k, normalization);
      if (pair.left < n) alpha[k][pair.left][Math.min(pair.right, n)] = counted("left");
      if (pair.right < n) alpha[k][pair.right][Math.min(pair.left, n)] = counted("right");
    }
  }
  return alpha;
}

class ProfileCounter {
  readonly histogram = new Array<number>(BINS).fill(0);
  #rows = 0;
  #weight = 0;
  #padding = 0;
  #same = 0;
  #real = 0;
  #chance = 0;
  #chanceRows = 0;
  #spread = 0;

  /** Row i of a document's weights under one relation. */
  add(weights: Float64Array, i: number, golds: number[]): void {
    const n = golds.length;
    let entropy = 0;
    let sum = 0;
    let same = 0;
    for (let j = 0; j <= n; j++) {
      const w = weights[j];
      if (w > HIGH) this.histogram[Math.min(BINS - 1, Math.floor(((w - HIGH) / (1 - HIGH)) * BINS))]++;
      if (w > 0) entropy -= w * Math.log(w);
      sum += w;
      if (j === n || j === i) continue;
      this.#real += w;
      if (golds[i] >= 0 && golds[j] === golds[i]) {
        this.#same += w;
        same++;
      }
    }
    if (sum === 0) return;
    this.#rows++;
    this.#weight += sum;
    this.#padding += weights[n] / sum;
    this.#spread += Math.exp(entropy / sum + Math.log(sum));
    if (n > 1) {
      this.#chance += same / (n - 1);
      this.#chanceRows++;
    }
  }

  get weight(): number {
    return this.#weight;
  }

  profile(relation: number, share: number): RelationProfile {
    const rows = Math.max(1, this.#rows);
    return {
      relation,
      share,
      histogram: this.histogram,
      padding: this.#padding / rows,
      sameEntity: this.#real === 0 ? 0 : this.#same / this.#real,
      sameEntityByChance: this.#chance / Math.max(1, this.#chanceRows),
      spread: this.#spread / rows,
    };
  }
}

/**
 * What each latent relation looks at.
 *
 * ```ts
 * import { analyseRelations, loadForEvaluation, openEvaluationSet } from "mulrel/train";
 *
 * const { model, selected } = await loadForEvaluation("run", await openEvaluationSet("prepared", "dev"));
 * for (const { relation, sameEntity } of analyseRelations(model, selected).perRelation) console.log(relation, sameEntity);
 * ```
 */
export function analyseRelations(model: Model, documents: SelectedDocument[]): RelationAnalysis {
  const { relations } = model.config;
  const counters = Array.from({ length: relations }, () => new ProfileCounter());
  for (const doc of documents) {
    const alpha = relationWeights(model, doc);
    const golds = doc.mentions.map((m) => m.goldEntity);
    for (let k = 0; k < relations; k++) {
      for (let i = 0; i < golds.length; i++) counters[k].add(alpha[k][i], i, golds);
    }
  }
  const weight = counters.reduce((sum, c) => sum + c.weight, 0) || 1;
  return {
    relations,
    distancesR: distances(model, "rel_embs"),
    distancesD: distances(model, "ew_embs"),
    perRelation: counters.map((c, k) => c.profile(k + 1, c.weight / weight)),
    binEdges: Array.from({ length: BINS + 1 }, (_, b) => HIGH + (b / BINS) * (1 - HIGH)),
  };
}
