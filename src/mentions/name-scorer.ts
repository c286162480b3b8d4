/** A small two-layer scorer: the log-odds that a stretch of text is a name, and that the knowledge base has what it means. */
import { LinkingError } from "../errors.js";
import { WordMemory, wordNumbers } from "../text/written-words.js";
import type { Lattice, LatticeSpan, Run } from "./lattice.js";
import { roleTokens } from "./role-tokens.js";
import {
  layoutOf,
  type NameScorerWeights,
  ROLES,
  Role,
  type ScorerLayout,
  unitVector,
  type WordVectors,
} from "./scorer-weights.js";
import {
  FEATURES,
  FIRST_AT,
  KNOWLEDGE_AT,
  knowledgeOf,
  SEEN_AT,
  SpanFeatures,
  type TellingRole,
  writeWord,
} from "./span-features.js";

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

/** Words, and numbers of what they and names add to the hidden layer, that are remembered. */
const MOST_REMEMBERED = 20_000;
const MOST_SHARES = 1 << 22;
/** What a word adds to the hidden layer: in each role, some with the facts of the word, and last without, where it is the first too. */
const BLOCKS = ROLES + 1;
const ALONE = ROLES;
/** Hidden units that are summed up together. */
const WIDE = 8;
/** Blocks of words that say something by themselves. */
const tellingBlocks = new Map<number, TellingRole>([
  [1, "before"],
  [Role.first, "first"],
  [Role.last, "last"],
  [ALONE, "last"],
  [6, "after"],
]);

export class NameScorer {
  readonly #weights: NameScorerWeights;
  readonly #at: ScorerLayout;
  readonly #words: WordVectors | undefined;
  readonly #tokens = new Int32Array(ROLES);
  readonly #x = new Float32Array(FEATURES);
  /** Of a span the features that are not 0, and where their weights begin; likewise where what is remembered of its words and its name begins. */
  readonly #values = new Float64Array(FEATURES);
  readonly #rows = new Int32Array(FEATURES);
  #valueCount = 0;
  readonly #parts = new Int32Array(ROLES + 1);
  #partCount = 0;
  readonly #units: Float64Array;
  /** Of words that are remembered, by their written numbers, their number here and one more; their short forms, (words, rank). */
  readonly #numbers = new WordMemory();
  #wordCount = 0;
  #shortForms = new Float32Array(0);
  /** (words, BLOCKS): where what a word adds to the hidden layer begins in `#shares`, and one more; 0 while nobody asked. */
  #blocks = new Int32Array(0);
  /** At its full size from the start, since the system gives memory only to pages that are written to; arrays that grow leave their former selves behind. */
  #shares = new Float32Array(MOST_SHARES);
  #sharesEnd = 0;
  /** How often all was forgotten. */
  #generation = 0;

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
    this.#words = weights.d > 0 ? words : undefined;
  }

  /** Begins a document: what its words say is looked up once. */
  open(lattice: Lattice): OpenDocument {
    if (this.#wordCount >= MOST_REMEMBERED || this.#sharesEnd >= MOST_SHARES) {
      this.#numbers.clear();
      this.#wordCount = 0;
      this.#blocks.fill(0);
      this.#sharesEnd = 0;
      this.#generation++;
    }
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

  /** out[to … to + hidden) += x W, of which x are the features from `from` on. */
  #addFeatures(x: Float32Array, from: number, out: Float32Array, to: number): void {
    const { numbers, hidden: h } = this.#weights;
    for (let i = 0; i < x.length; i++) {
      const value = x[i];
      const row = this.#at.first + (from + i) * h;
      if (value !== 0) for (let k = 0; k < h; k++) out[to + k] += value * numbers[row + k];
    }
  }

  #gatherKnowledge(lattice: Lattice, { first, end, known }: LatticeSpan): void {
    if (!known) return;
    if (known.share?.generation !== this.#generation) {
      const at = this.#newShare();
      const knowledge = knowledgeOf(lattice.names.kb, known, lattice.text(first, end));
      this.#addFeatures(knowledge, KNOWLEDGE_AT, this.#shares, at);
      known.share = { at, generation: this.#generation };
    }
    this.#parts[this.#partCount++] = known.share.at;
  }

  #gatherWords({ lattice, words }: OpenDocument, span: LatticeSpan): void {
    roleTokens(lattice, span, this.#tokens);
    for (let role = 0; role < ROLES; role++) {
      const t = this.#tokens[role];
      if (t < 0) continue;
      if (words[t] === 0) words[t] = this.#numberOf(lattice, t);
      const block = role === Role.last && span.end - span.first === 1 ? ALONE : role;
      const place = (words[t] - 1) * BLOCKS + block;
      const from = this.#blocks[place] || this.#makeShare(lattice, t, place);
      this.#parts[this.#partCount++] = from - 1;
    }
  }

  /** Both answers to what was gathered. Eight hidden units at a time, whose sums need not wait for each other nor for memory. */
  #answer(scores: SpanScores, s: number): void {
    const { numbers, hidden: h } = this.#weights;
    const { name, worth } = this.#at;
    const units = this.#units;
    let k = 0;
    for (; k + WIDE <= h; k += WIDE) this.#eightUnits(k);
    for (; k < h; k++) units[k] = this.#unit(k);
    let nameSum = numbers[name + h];
    let worthSum = numbers[worth + h];
    for (k = 0; k < h; k++) {
      const unit = units[k];
      if (unit <= 0) continue;
      nameSum += unit * numbers[name + k];
      worthSum += unit * numbers[worth + k];
    }
    scores.names[s] = nameSum;
    scores.worths[s] = worthSum;
  }

  /** The hidden units from k on, before their negative ones are cut. */
  #eightUnits(k: number): void {
    const { numbers } = this.#weights;
    const [values, rows, parts, shares, units] = [
      this.#values,
      this.#rows,
      this.#parts,
      this.#shares,
      this.#units,
    ];
    let [a, b, c, d, e, f, g, h] = [0, 0, 0, 0, 0, 0, 0, 0];
    for (let j = 0; j < this.#valueCount; j++) {
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
    for (let j = 0; j < this.#partCount; j++) {
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
    units[k] = a;
    units[k + 1] = b;
    units[k + 2] = c;
    units[k + 3] = d;
    units[k + 4] = e;
    units[k + 5] = f;
    units[k + 6] = g;
    units[k + 7] = h;
  }

  /** The hidden unit k by itself, likewise. */
  #unit(k: number): number {
    let sum = 0;
    for (let j = 0; j < this.#valueCount; j++)
      sum += this.#values[j] * this.#weights.numbers[this.#rows[j] + k];
    for (let j = 0; j < this.#partCount; j++) sum += this.#shares[this.#parts[j] + k];
    return sum;
  }

  /** The number of the word at token t, and one more. */
  #numberOf(lattice: Lattice, t: number): number {
    const written = wordNumbers(lattice.document.tokens)[t];
    const numbers = this.#numbers.roomFor(written);
    if (numbers[written] === 0) {
      const { rank } = this.#weights;
      numbers[written] = ++this.#wordCount;
      this.#blocks = withRoom(this.#blocks, this.#wordCount * BLOCKS);
      this.#shortForms = withRoom(this.#shortForms, this.#wordCount * rank);
      if (rank > 0) this.#shortForms.set(this.#shortForm(lattice.word(t)), (this.#wordCount - 1) * rank);
    }
    return numbers[written];
  }

  /** Room for what is added to the hidden layer, zeros: where it begins. */
  #newShare(): number {
    const from = this.#sharesEnd;
    this.#sharesEnd += this.#weights.hidden;
    this.#shares = withRoom(this.#shares, this.#sharesEnd);
    this.#shares.fill(0, from, this.#sharesEnd);
    return from;
  }

  /** What the word at t adds in a role: its short form's share, and that of what it says by itself. Returns where it begins, and one more. */
  #makeShare(lattice: Lattice, t: number, place: number): number {
    const { features, rank } = this.#weights;
    const number = Math.floor(place / BLOCKS);
    const block = place % BLOCKS;
    const from = this.#newShare();
    const role = block === ALONE ? Role.last : block;
    const form = this.#shortForms.subarray(number * rank, (number + 1) * rank);
    this.#addFeatures(form, features + role * rank, this.#shares, from);
    const telling = tellingBlocks.get(block);
    if (telling) {
      const facts = block === ALONE ? undefined : lattice.factsAt(t);
      this.#x.fill(0);
      writeWord(lattice.names.language, { word: lattice.word(t), facts }, telling, this.#x, 0);
      this.#addFeatures(this.#x, 0, this.#shares, from);
    }
    return (this.#blocks[place] = from + 1);
  }

  /** Pᵀv, (rank); zeros for a word without vector. */
  #shortForm(word: string): Float32Array {
    const { rank, numbers } = this.#weights;
    const q = new Float32Array(rank);
    const row = this.#words?.rowOf(word.toLowerCase()) ?? -1;
    if (row >= 0) {
      const vector = unitVector(this.#words!, row);
      for (let i = 0; i < vector.length; i++) {
        for (let r = 0; r < rank; r++) q[r] += vector[i] * numbers[i * rank + r];
      }
    }
    return q;
  }
}

/** The array, or a longer one with its numbers where it has not so many places. */
function withRoom<T extends Float32Array | Int32Array>(array: T, places: number): T {
  if (places <= array.length) return array;
  const longer = new (array.constructor as new (length: number) => T)(2 * places);
  longer.set(array);
  return longer;
}
