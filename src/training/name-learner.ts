/** A scorer of names while it learns: forward, backward and the steps of Adam over one array of parameters. */
import type { Random } from "../math/random.js";
import {
  addRoleShare,
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

/** What a run's spans score, and the hidden layer it came from, (spans, hidden). */
export interface NameScores {
  names: Float32Array;
  worths: Float32Array;
  hidden: Float32Array;
}

/** A word's q = Pᵀv in the batch, its gradient, and what it adds to the hidden layer by role. */
interface WordState {
  vector: Float32Array;
  q: Float32Array;
  shares: (Float32Array | undefined)[];
  dShares: (Float32Array | undefined)[];
}

/** Below this a gradient moves nothing. */
const NOTHING = 1e-5;

export class NameLearner {
  readonly #words: WordVectors | undefined;
  readonly #shape: ScorerShape;
  readonly #at: ScorerLayout;
  readonly parameters: Float32Array;
  /** Complete once `gather` was called. */
  readonly gradient: Float32Array;
  readonly #mean: Float32Array;
  readonly #square: Float32Array;
  readonly #vectors = new Map<number, Float32Array>();
  /** Words of the batch by row; forgotten at each step. */
  readonly #states = new Map<number, WordState>();
  #steps = 0;

  constructor(
    words: WordVectors | undefined,
    { hidden, rank }: { hidden: number; rank: number },
    random: Random,
  ) {
    this.#words = words;
    this.#shape = { features: FEATURES, d: words?.d ?? 0, rank: words ? rank : 0, hidden };
    this.#at = layoutOf(this.#shape);
    const { size, first, name } = this.#at;
    this.gradient = new Float32Array(size);
    this.#mean = new Float32Array(size);
    this.#square = new Float32Array(size);
    const spread = (i: number) => (i < first ? 0.1 : i < name ? 0.1 : 0.2);
    this.parameters = new Float32Array(size).map((_, i) => random.normal(0, spread(i)));
  }

  forward({ features, rows, run }: NameExample): NameScores {
    const h = this.#shape.hidden;
    const { first, name: v, worth: u } = this.#at;
    const p = this.parameters;
    const count = run.spans.length;
    const scores = {
      names: new Float32Array(count),
      worths: new Float32Array(count),
      hidden: new Float32Array(count * h),
    };
    const { hidden } = scores;
    for (let s = 0; s < count; s++) {
      for (let i = 0; i < FEATURES; i++) {
        const value = features[s * FEATURES + i];
        if (value !== 0) for (let k = 0; k < h; k++) hidden[s * h + k] += value * p[first + i * h + k];
      }
      for (let role = 0; role < ROLES; role++) {
        const row = rows[s * ROLES + role];
        if (row < 0) continue;
        const share = this.#share(row, role);
        for (let k = 0; k < h; k++) hidden[s * h + k] += share[k];
      }
      let name = p[v + h];
      let worth = p[u + h];
      for (let k = 0; k < h; k++) {
        const value = Math.max(0, hidden[s * h + k]);
        hidden[s * h + k] = value;
        name += value * p[v + k];
        worth += value * p[u + k];
      }
      scores.names[s] = name;
      scores.worths[s] = worth;
    }
    return scores;
  }

  /** Adds the gradient of Σ dNames · names + dWorths · worths. */
  backward(
    { features, rows, run }: NameExample,
    { hidden }: NameScores,
    dNames: Float32Array,
    dWorths: Float32Array,
  ): void {
    const h = this.#shape.hidden;
    const { first, name: v, worth: u } = this.#at;
    const p = this.parameters;
    const g = this.gradient;
    const dHidden = new Float32Array(h);
    for (let s = 0; s < run.spans.length; s++) {
      const [dName, dWorth] = [dNames[s], dWorths[s]];
      if (Math.abs(dName) + Math.abs(dWorth) < NOTHING) continue;
      g[v + h] += dName;
      g[u + h] += dWorth;
      for (let k = 0; k < h; k++) {
        const value = hidden[s * h + k];
        g[v + k] += dName * value;
        g[u + k] += dWorth * value;
        dHidden[k] = value > 0 ? dName * p[v + k] + dWorth * p[u + k] : 0;
      }
      for (let i = 0; i < FEATURES; i++) {
        const value = features[s * FEATURES + i];
        if (value !== 0) for (let k = 0; k < h; k++) g[first + i * h + k] += value * dHidden[k];
      }
      for (let role = 0; role < ROLES; role++) {
        const row = rows[s * ROLES + role];
        if (row >= 0) this.#addShare(row, role, dHidden);
      }
    }
  }

  /** One step of Adam (0.9, 0.999, 1e-8) along the gathered gradient, every weight pulled toward 0 by `decay`. */
  step(rate: number, decay: number): void {
    this.gather();
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
    return { ...this.#shape, numbers: this.parameters.slice() };
  }

  #stateOf(row: number): WordState {
    let state = this.#states.get(row);
    if (state) return state;
    let vector = this.#vectors.get(row);
    if (!vector) this.#vectors.set(row, (vector = unitVector(this.#words!, row)));
    const { rank } = this.#shape;
    const q = new Float32Array(rank);
    for (let i = 0; i < vector.length; i++) {
      for (let r = 0; r < rank; r++) q[r] += vector[i] * this.parameters[i * rank + r];
    }
    state = { vector, q, shares: new Array(ROLES), dShares: new Array(ROLES) };
    this.#states.set(row, state);
    return state;
  }

  #share(row: number, role: number): Float32Array {
    const state = this.#stateOf(row);
    let share = state.shares[role];
    if (!share) {
      share = new Float32Array(this.#shape.hidden);
      addRoleShare(this.parameters, this.#shape, state.q, role, share);
      state.shares[role] = share;
    }
    return share;
  }

  #addShare(row: number, role: number, dHidden: Float32Array): void {
    const state = this.#stateOf(row);
    const dShare = (state.dShares[role] ??= new Float32Array(this.#shape.hidden));
    for (let k = 0; k < dShare.length; k++) dShare[k] += dHidden[k];
  }

  /** From the shares' gradients to those of the roles' weights and, through dq, of P. */
  gather(): void {
    const { hidden: h, rank } = this.#shape;
    const { first } = this.#at;
    const p = this.parameters;
    const g = this.gradient;
    for (const { vector, q, dShares } of this.#states.values()) {
      const dq = new Float32Array(rank);
      dShares.forEach((dShare, role) => {
        for (let r = 0; r < rank && dShare; r++) {
          const from = first + (FEATURES + role * rank + r) * h;
          for (let k = 0; k < h; k++) {
            g[from + k] += q[r] * dShare[k];
            dq[r] += p[from + k] * dShare[k];
          }
        }
      });
      for (let i = 0; i < vector.length; i++) {
        for (let r = 0; r < rank; r++) g[i * rank + r] += vector[i] * dq[r];
      }
    }
    this.#states.clear();
  }
}
