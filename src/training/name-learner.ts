/** A scorer of names while it learns: forward and backward over a batch of runs by the kernels, and the steps of Adam over one array of parameters. */
import { type Address, type Kernels, NONE } from "../math/kernels.js";
import type { Random } from "../math/random.js";
import {
  layoutOf,
  type NameScorerWeights,
  ROLES,
  type ScorerLayout,
  type ScorerShape,
  unitVector,
  type WordVectors,
} from "../mentions/scorer-weights.js";
import { FEATURES } from "../mentions/span-features.js";
import type { NameExample } from "./name-examples.js";

/** The words that examples name by their number; without vectors no words are looked at. */
export interface NameWords {
  words: readonly string[];
  vectors?: WordVectors;
}

/** What the spans of a batch score, one run after the other; the rest is for the backward pass. */
export interface NameScores {
  names: Float32Array;
  worths: Float32Array;
  count: number;
  /** The distinct words of the batch, and of each span and role the place among them, −1 for none. */
  words: number[];
  places: Int32Array;
  /** (words, d), (spans, FEATURES + ROLES · rank), (spans, hidden). */
  vectors: Address;
  inputs: Address;
  hidden: Address;
}

export class NameLearner {
  readonly #kernels: Kernels;
  /** Of the taught texts' words, (words, d); zeros where a word has none. */
  readonly #vectors: Float32Array;
  readonly shape: ScorerShape;
  readonly #at: ScorerLayout;
  readonly #parameters: Address;
  readonly #gradient: Address;
  readonly #mean: Float32Array;
  readonly #square: Float32Array;
  readonly #mark: number;
  #steps = 0;

  constructor(
    kernels: Kernels,
    { words, vectors }: NameWords,
    { hidden, rank }: { hidden: number; rank: number },
    random: Random,
  ) {
    this.#kernels = kernels;
    this.shape = { features: FEATURES, d: vectors?.d ?? 0, rank: vectors ? rank : 0, hidden };
    this.#at = layoutOf(this.shape);
    this.#vectors = vectors ? unitVectors(words, vectors) : new Float32Array(0);
    const { size, name } = this.#at;
    this.#parameters = kernels.alloc(size);
    this.#gradient = kernels.allocZero(size);
    this.#mean = new Float32Array(size);
    this.#square = new Float32Array(size);
    this.#mark = kernels.mark();
    const parameters = this.parameters;
    for (let i = 0; i < size; i++) parameters[i] = random.normal(0, i < name ? 0.1 : 0.2);
  }

  /** Views of kernel memory: read anew after every pass. */
  get parameters(): Float32Array | Float64Array {
    return this.#kernels.floats.subarray(this.#parameters, this.#parameters + this.#at.size);
  }

  get gradient(): Float32Array | Float64Array {
    return this.#kernels.floats.subarray(this.#gradient, this.#gradient + this.#at.size);
  }

  /** Scores of all spans of the batch; `isHidden` says which of its words are not looked at. What the last pass left in memory is gone. */
  forward(batch: readonly NameExample[], isHidden: () => boolean = () => false): NameScores {
    const kernels = this.#kernels;
    const { hidden: h, d, rank } = this.shape;
    const width = FEATURES + ROLES * rank;
    kernels.release(this.#mark);
    const { words, places } = this.#distinctWords(batch, isHidden);
    const count = batch.reduce((sum, { run }) => sum + run.spans.length, 0);
    const vectors = kernels.alloc(words.length * d);
    const short = kernels.allocZero(words.length * rank);
    const inputs = kernels.allocZero(count * width);
    const hidden = kernels.alloc(count * h);
    this.#shortForms(words, vectors, short);
    const { floats } = kernels;
    let s = 0;
    for (const { features, run } of batch) {
      for (let i = 0; i < run.spans.length; i++, s++) {
        floats.set(features.subarray(i * FEATURES, (i + 1) * FEATURES), inputs + s * width);
        for (let role = 0; role < ROLES; role++) {
          const from = short + places[s * ROLES + role] * rank;
          const to = inputs + s * width + FEATURES + role * rank;
          if (places[s * ROLES + role] >= 0) floats.copyWithin(to, from, from + rank);
        }
      }
    }
    kernels.matmulNN({
      out: hidden,
      ldo: h,
      a: inputs,
      lda: width,
      b: this.#parameters + this.#at.first,
      ldb: h,
      m: count,
      n: h,
      k: width,
      diag: NONE,
      accumulate: false,
    });
    const scores = { names: new Float32Array(count), worths: new Float32Array(count) };
    return this.#answers({ ...scores, count, words, places, vectors, inputs, hidden });
  }

  /** Adds the gradient of Σ dNames · names + dWorths · worths. */
  backward(scores: NameScores, dNames: Float32Array, dWorths: Float32Array): void {
    const kernels = this.#kernels;
    const { count, words, places, inputs, vectors } = scores;
    const { hidden: h, rank, d } = this.shape;
    const { first } = this.#at;
    const width = FEATURES + ROLES * rank;
    const roles = ROLES * rank;
    const dHidden = kernels.alloc(count * h);
    const dRoles = kernels.alloc(count * roles);
    const dShort = kernels.allocZero(words.length * rank);
    this.#answersBackward(scores, dHidden, dNames, dWorths);
    const weights = this.#gradient + first;
    const fixed = { diag: NONE, accumulate: true };
    const dh = { ldb: h, n: h, k: count };
    kernels.matmulTN({ out: weights, ldo: h, a: inputs, lda: width, b: dHidden, m: width, ...dh, ...fixed });
    if (rank === 0) return;
    const b = this.#parameters + first + FEATURES * h;
    const out = { out: dRoles, ldo: roles, n: roles, accumulate: false };
    kernels.matmulNT({ a: dHidden, lda: h, b, ldb: h, m: count, k: h, diag: NONE, ...out });
    const { floats } = kernels;
    for (let i = 0; i < count * ROLES; i++) {
      const to = dShort + places[i] * rank;
      if (places[i] >= 0) for (let r = 0; r < rank; r++) floats[to + r] += floats[dRoles + i * rank + r];
    }
    const p = { out: this.#gradient, ldo: rank, n: rank, b: dShort, ldb: rank };
    kernels.matmulTN({ a: vectors, lda: d, m: d, k: words.length, ...p, ...fixed });
  }

  /** One step of Adam (0.9, 0.999, 1e-8) along the gradient, every weight pulled toward 0 by `decay`. */
  step(rate: number, decay: number): void {
    const p = this.parameters;
    const g = this.gradient;
    this.#steps++;
    const meanShare = 1 - 0.9 ** this.#steps;
    const squareShare = 1 - 0.999 ** this.#steps;
    for (let i = 0; i < p.length; i++) {
      this.#mean[i] += 0.1 * (g[i] - this.#mean[i]);
      this.#square[i] += 0.001 * (g[i] * g[i] - this.#square[i]);
      const size = Math.sqrt(this.#square[i] / squareShare) + 1e-8;
      p[i] -= rate * (this.#mean[i] / meanShare / size + decay * p[i]);
    }
    g.fill(0);
  }

  weights(): NameScorerWeights {
    return { ...this.shape, numbers: Float32Array.from(this.parameters) };
  }

  #distinctWords(
    batch: readonly NameExample[],
    isHidden: () => boolean,
  ): { words: number[]; places: Int32Array } {
    const words: number[] = [];
    const placeOf = new Map<number, number>();
    const places = new Int32Array(batch.reduce((sum, example) => sum + example.words.length, 0)).fill(-1);
    let at = 0;
    for (const example of batch) {
      for (const word of example.words) {
        if (word >= 0 && this.shape.rank > 0 && !isHidden()) {
          let place = placeOf.get(word);
          if (place === undefined) placeOf.set(word, (place = words.push(word) - 1));
          places[at] = place;
        }
        at++;
      }
    }
    return { words, places };
  }

  /** short = V P. */
  #shortForms(words: readonly number[], vectors: Address, short: Address): void {
    const { d, rank } = this.shape;
    if (rank === 0) return;
    const kernels = this.#kernels;
    const { floats } = kernels;
    words.forEach((word, i) => {
      floats.set(this.#vectors.subarray(word * d, (word + 1) * d), vectors + i * d);
    });
    const sizes = { m: words.length, n: rank, k: d, diag: NONE, accumulate: false };
    kernels.matmulNN({ out: short, ldo: rank, a: vectors, lda: d, b: this.#parameters, ldb: rank, ...sizes });
  }

  #answers(scores: NameScores): NameScores {
    const { floats } = this.#kernels;
    const { hidden: h } = this.shape;
    const v = this.#parameters + this.#at.name;
    const u = this.#parameters + this.#at.worth;
    for (let s = 0; s < scores.count; s++) {
      const from = scores.hidden + s * h;
      let name = floats[v + h];
      let worth = floats[u + h];
      for (let k = 0; k < h; k++) {
        const value = Math.max(0, floats[from + k]);
        floats[from + k] = value;
        name += value * floats[v + k];
        worth += value * floats[u + k];
      }
      scores.names[s] = name;
      scores.worths[s] = worth;
    }
    return scores;
  }

  #answersBackward(
    { hidden, count }: NameScores,
    dHidden: Address,
    dNames: Float32Array,
    dWorths: Float32Array,
  ): void {
    const { floats } = this.#kernels;
    const { hidden: h } = this.shape;
    const v = this.#parameters + this.#at.name;
    const u = this.#parameters + this.#at.worth;
    const [dv, du] = [this.#gradient + this.#at.name, this.#gradient + this.#at.worth];
    for (let s = 0; s < count; s++) {
      const [dName, dWorth] = [dNames[s], dWorths[s]];
      floats[dv + h] += dName;
      floats[du + h] += dWorth;
      for (let k = 0; k < h; k++) {
        const value = floats[hidden + s * h + k];
        floats[dv + k] += dName * value;
        floats[du + k] += dWorth * value;
        floats[dHidden + s * h + k] = value > 0 ? dName * floats[v + k] + dWorth * floats[u + k] : 0;
      }
    }
  }
}

function unitVectors(words: readonly string[], table: WordVectors): Float32Array {
  const vectors = new Float32Array(words.length * table.d);
  words.forEach((word, i) => {
    const row = table.rowOf(word.toLowerCase());
    if (row >= 0) vectors.set(unitVector(table, row), i * table.d);
  });
  return vectors;
}
