/** A small two-layer scorer: the log-odds that a stretch of text is a name, and that the knowledge base has what it means. */
import { LinkingError } from "../errors.js";
import type { Lattice, LatticeSpan, Run } from "./lattice.js";
import { ALONE, RememberedShares, SHARE_STEP } from "./remembered-shares.js";
import { roleTokens } from "./role-tokens.js";
import {
  layoutOf,
  type NameScorerWeights,
  ROLES,
  Role,
  type ScorerLayout,
  type WordVectors,
} from "./scorer-weights.js";
import { FEATURES, FIRST_AT, SEEN_AT, SpanFeatures } from "./span-features.js";

export interface SpanScores {
  names: Float32Array;
  worths: Float32Array;
}

/** A document while its spans are scored. */
export interface OpenDocument {
  lattice: Lattice;
  features: SpanFeatures;
  /** Of each token the number of its word among those remembered and one more; 0 while nobody asked. */
  words: Int32Array;
}

/** Hidden units that are summed up together. */
const WIDE = 8;

export class NameScorer {
  readonly #weights: NameScorerWeights;
  readonly #at: ScorerLayout;
  readonly #tokens = new Int32Array(ROLES);
  readonly #x = new Float32Array(FEATURES);
  /** Of a span the features that are not 0, and where their weights begin; likewise where what is remembered of its words and its name begins. */
  readonly #values = new Float64Array(FEATURES);
  readonly #rows = new Int32Array(FEATURES);
  #valueCount = 0;
  readonly #parts = new Int32Array(ROLES + 1);
  #partCount = 0;
  readonly #units: Float64Array;
  readonly #remembered: RememberedShares;

  constructor(weights: NameScorerWeights, words?: WordVectors) {
    if (weights.features !== FEATURES || (weights.d > 0 && weights.d !== words?.d)) {
      throw new LinkingError(
        "shape-mismatch",
        `The scorer of names wants ${weights.features} features and word vectors of ${weights.d} numbers; there are ${FEATURES} and ${words?.d ?? "none"}. Train it anew.`,
      );
    }
    this.#weights = weights;
    this.#at = layoutOf(weights);
    this.#units = new Float64Array(weights.hidden);
    this.#remembered = new RememberedShares(weights, words);
  }

  /** Begins a document: what its words say is looked up once. */
  open(lattice: Lattice): OpenDocument {
    this.#remembered.forgetMany();
    const words = new Int32Array(lattice.document.tokens.count);
    return { lattice, features: new SpanFeatures(lattice), words };
  }

  /** Log-odds of spans of a run, all of them when none are given, in their order. */
  score(open: OpenDocument, run: Run, spans = run.spans): SpanScores {
    const scores = { names: new Float32Array(spans.length), worths: new Float32Array(spans.length) };
    for (let s = 0; s < spans.length; s++) {
      open.features.writeOwn(run, spans[s], this.#x, 0);
      this.#valueCount = 0;
      // single words' facts lie between the numbers that a span has by itself
      this.#gatherFeatures(0, FIRST_AT);
      this.#gatherFeatures(SEEN_AT, FEATURES);
      this.#partCount = 0;
      this.#gatherKnowledge(open.lattice, spans[s]);
      this.#gatherWords(open, spans[s]);
      this.#answer(scores, s);
    }
    return scores;
  }

  #gatherFeatures(from: number, to: number): void {
    const x = this.#x;
    for (let i = from; i < to; i++) {
      if (x[i] === 0) continue;
      this.#values[this.#valueCount] = x[i];
      this.#rows[this.#valueCount++] = this.#at.first + i * this.#weights.hidden;
    }
  }

  #gatherKnowledge(lattice: Lattice, { first, end, known }: LatticeSpan): void {
    if (!known) return;
    this.#parts[this.#partCount++] = this.#remembered.ofName(lattice, known, first, end);
  }

  #gatherWords({ lattice, words }: OpenDocument, span: LatticeSpan): void {
    roleTokens(lattice, span, this.#tokens);
    for (let role = 0; role < ROLES; role++) {
      const t = this.#tokens[role];
      if (t < 0) continue;
      if (words[t] === 0) words[t] = this.#remembered.numberOf(lattice, t);
      const block = role === Role.last && span.end - span.first === 1 ? ALONE : role;
      this.#parts[this.#partCount++] = this.#remembered.ofWord(lattice, t, words[t], block);
    }
  }

  /** Both answers to what was gathered. */
  #answer(scores: SpanScores, s: number): void {
    const { numbers, hidden: h } = this.#weights;
    const { name, worth } = this.#at;
    const units = this.#units;
    for (let k = this.#sumUnits(); k < h; k++) units[k] = this.#unit(k);
    let [nameSum, nameRest] = [numbers[name + h], 0];
    let [worthSum, worthRest] = [numbers[worth + h], 0];
    // two sums each, and no question whether a unit is negative, which nobody could foresee
    for (let k = 0; k + 1 < h; k += 2) {
      const a = Math.max(0, units[k]);
      const b = Math.max(0, units[k + 1]);
      nameSum += a * numbers[name + k];
      worthSum += a * numbers[worth + k];
      nameRest += b * numbers[name + k + 1];
      worthRest += b * numbers[worth + k + 1];
    }
    if (h % 2 === 1) {
      const last = Math.max(0, units[h - 1]);
      nameRest += last * numbers[name + h - 1];
      worthRest += last * numbers[worth + h - 1];
    }
    scores.names[s] = nameSum + nameRest;
    scores.worths[s] = worthSum + worthRest;
  }

  /** The hidden units before their negative ones are cut, eight at a time, whose sums need not wait for each other nor for memory. Returns how many it were. */
  #sumUnits(): number {
    const { numbers, hidden } = this.#weights;
    const { shares } = this.#remembered;
    const [values, rows, parts, units] = [this.#values, this.#rows, this.#parts, this.#units];
    const [valueCount, partCount] = [this.#valueCount, this.#partCount];
    let k = 0;
    for (; k + WIDE <= hidden; k += WIDE) {
      let [a, b, c, d, e, f, g, h] = [0, 0, 0, 0, 0, 0, 0, 0];
      for (let j = 0; j < partCount; j++) {
        const at = parts[j] + k;
        a += shares[at];
        b += shares[at + 1];
        c += shares[at + 2];
        d += shares[at + 3];
        e += shares[at + 4];
        f += shares[at + 5];
        g += shares[at + 6];
        h += shares[at + 7];
      }
      // shares are whole numbers of steps
      a *= SHARE_STEP;
      b *= SHARE_STEP;
      c *= SHARE_STEP;
      d *= SHARE_STEP;
      e *= SHARE_STEP;
      f *= SHARE_STEP;
      g *= SHARE_STEP;
      h *= SHARE_STEP;
      for (let j = 0; j < valueCount; j++) {
        const value = values[j];
        const at = rows[j] + k;
        a += value * numbers[at];
        b += value * numbers[at + 1];
        c += value * numbers[at + 2];
        d += value * numbers[at + 3];
        e += value * numbers[at + 4];
        f += value * numbers[at + 5];
        g += value * numbers[at + 6];
        h += value * numbers[at + 7];
      }
      units[k] = a;
      units[k + 1] = b;
      units[k + 2] = c;
      units[k + 3] = d;
      units[k + 4] = e;
      units[k + 5] = f;
      units[k + 6] = g;
      units[k + 7] = h;
    }
    return k;
  }

  /** The hidden unit k by itself, likewise. */
  #unit(k: number): number {
    let sum = 0;
    for (let j = 0; j < this.#partCount; j++) sum += this.#remembered.shares[this.#parts[j] + k];
    sum *= SHARE_STEP;
    for (let j = 0; j < this.#valueCount; j++)
      sum += this.#values[j] * this.#weights.numbers[this.#rows[j] + k];
    return sum;
  }
}
