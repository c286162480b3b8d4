/** A small two-layer scorer: the log-odds that a stretch of text is a name, and that the knowledge base has what it means. */
import { LinkingError } from "../errors.js";
import type { Lattice, LatticeSpan, Run } from "./lattice.js";
import {
  addRoleShare,
  layoutOf,
  type NameScorerWeights,
  ROLES,
  type ScorerLayout,
  unitVector,
  type WordVectors,
} from "./scorer-weights.js";
import { FEATURES, SpanFeatures } from "./span-features.js";

export interface SpanScores {
  names: Float32Array;
  worths: Float32Array;
}

/** Token of each role of a span, −1 outside its sentence. */
export function roleTokens(lattice: Lattice, { first, end }: LatticeSpan, out: Int32Array): void {
  const { sentenceOf } = lattice.shapes;
  const s = sentenceOf[first];
  const inside = (t: number) => (t >= 0 && t < sentenceOf.length && sentenceOf[t] === s ? t : -1);
  out[0] = inside(first - 2);
  out[1] = inside(first - 1);
  out[2] = first;
  out[3] = end - 1;
  out[4] = inside(end);
  out[5] = inside(end + 1);
}

/** A document while its spans are scored. */
export interface OpenDocument {
  lattice: Lattice;
  features: SpanFeatures;
  /** Of each token what its word adds to the hidden layer in every role. */
  shares: (Float32Array | undefined)[];
}

const NO_SHARES = new Float32Array(0);
const MOST_REMEMBERED = 20_000;

export class NameScorer {
  readonly #weights: NameScorerWeights;
  readonly #at: ScorerLayout;
  readonly #words: WordVectors | undefined;
  readonly #tokens = new Int32Array(ROLES);
  /** Of each word what it adds to the hidden layer in every role, (ROLES, hidden). */
  readonly #shares = new Map<string, Float32Array | undefined>();

  constructor(weights: NameScorerWeights, words?: WordVectors) {
    if (weights.features !== FEATURES || (weights.d > 0 && weights.d !== words?.d)) {
      throw new LinkingError(
        "shape-mismatch",
        `The scorer of names wants ${weights.features} features and word vectors of ${weights.d} numbers; there are ${FEATURES} and ${words?.d ?? "none"}. Train it anew.`,
      );
    }
    this.#weights = weights;
    this.#at = layoutOf(weights);
    this.#words = weights.d > 0 ? words : undefined;
  }

  /** Begins a document: what its words say is looked up once. */
  open(lattice: Lattice): OpenDocument {
    return { lattice, features: new SpanFeatures(lattice), shares: new Array(lattice.document.tokens.count) };
  }

  /** Log-odds of spans of a run, all of them when none are given, in their order. */
  score({ lattice, features, shares }: OpenDocument, run: Run, spans = run.spans): SpanScores {
    const x = new Float32Array(FEATURES);
    const hidden = new Float32Array(this.#weights.hidden);
    const scores = { names: new Float32Array(spans.length), worths: new Float32Array(spans.length) };
    spans.forEach((span, s) => {
      features.write(run, span, x, 0);
      hidden.fill(0);
      this.#addFeatures(x, hidden);
      if (this.#words) this.#addWords(lattice, span, shares, hidden);
      scores.names[s] = this.#answer(hidden, this.#at.name);
      scores.worths[s] = this.#answer(hidden, this.#at.worth);
    });
    return scores;
  }

  #addFeatures(x: Float32Array, hidden: Float32Array): void {
    const h = hidden.length;
    const { numbers } = this.#weights;
    for (let i = 0; i < x.length; i++) {
      const value = x[i];
      const from = this.#at.first + i * h;
      if (value !== 0) for (let k = 0; k < h; k++) hidden[k] += value * numbers[from + k];
    }
  }

  #addWords(lattice: Lattice, span: LatticeSpan, shares: OpenDocument["shares"], hidden: Float32Array): void {
    const h = hidden.length;
    roleTokens(lattice, span, this.#tokens);
    for (let role = 0; role < ROLES; role++) {
      const t = this.#tokens[role];
      if (t < 0) continue;
      shares[t] ??= this.#sharesOf(lattice.word(t)) ?? NO_SHARES;
      const share = shares[t];
      if (share !== NO_SHARES) for (let k = 0; k < h; k++) hidden[k] += share[role * h + k];
    }
  }

  #sharesOf(word: string): Float32Array | undefined {
    const known = this.#shares.get(word);
    if (known || this.#shares.has(word)) return known;
    const row = this.#words!.rowOf(word.toLowerCase());
    const shares = row < 0 ? undefined : this.#makeShares(unitVector(this.#words!, row));
    if (this.#shares.size >= MOST_REMEMBERED) this.#shares.clear();
    this.#shares.set(word, shares);
    return shares;
  }

  #makeShares(vector: Float32Array): Float32Array {
    const { rank, hidden, numbers } = this.#weights;
    const q = new Float32Array(rank);
    for (let i = 0; i < vector.length; i++) {
      for (let r = 0; r < rank; r++) q[r] += vector[i] * numbers[i * rank + r];
    }
    const shares = new Float32Array(ROLES * hidden);
    for (let role = 0; role < ROLES; role++) {
      addRoleShare(numbers, this.#weights, q, role, shares.subarray(role * hidden, (role + 1) * hidden));
    }
    return shares;
  }

  #answer(hidden: Float32Array, at: number): number {
    const { numbers } = this.#weights;
    let score = numbers[at + hidden.length];
    for (let k = 0; k < hidden.length; k++) if (hidden[k] > 0) score += hidden[k] * numbers[at + k];
    return score;
  }
}
