/** Trains the vector of one entity at a time by max-margin on its words (Ganea & Hofmann 2017), in one kernel memory. */
import type { EntityText } from "../kb/entity-texts.js";
import type { Address, Kernels } from "../math/kernels.js";
import { Random } from "../math/random.js";
import { AliasSampler } from "./alias-sampler.js";

export interface EntityTrainingSettings {
  seed: number;
  /** Steps for each entity. */
  steps: number;
  /** Positive words a step. */
  positives: number;
  /** Negative words for each positive one. */
  negatives: number;
  margin: number;
  /** AdaGrad's rate. */
  rate: number;
  /** "mixed" draws from page and link contexts at once; "page-first" gives the first half of the steps to the page. */
  order: "mixed" | "page-first";
  /** How much the words around links count against those of the page, each taken as a distribution. */
  contextShare: number;
  /** With so many words around links these count half of that share, with more nearly all of it: one link proves little. */
  contextHalf: number;
  /** How much the words of the title count against those of the page. */
  titleShare: number;
  /** Take the mean over all steps instead of the last one. */
  average: boolean;
  /** Fewer words than this (page and contexts together) are too few to train on: the vector is composed. */
  fewestWords: number;
  /** Negative words are drawn with probability ∝ frequency^negativePower. */
  negativePower: number;
  /** How much of the mean of linked entities' vectors is added to a trained one. */
  linkShare: number;
}

/** Ganea & Hofmann's own way, for comparison. */
export const asPublishedEntityTraining: Partial<EntityTrainingSettings> = {
  rate: 0.3,
  order: "page-first",
  contextShare: 1,
  contextHalf: 0,
  titleShare: 0,
  average: false,
  negativePower: 0.6,
  linkShare: 0,
};

export const defaultEntityTraining: EntityTrainingSettings = {
  seed: 1,
  steps: 200,
  positives: 20,
  negatives: 4,
  margin: 0.1,
  rate: 1,
  order: "mixed",
  contextShare: 3,
  contextHalf: 60,
  titleShare: 0.3,
  average: true,
  fewestWords: 10,
  negativePower: 0.4,
  linkShare: 0.3,
};

/** Everything trainers share; typed arrays over shared memory, so that worker threads need no copies. */
export interface TrainingWords {
  d: number;
  /** (rows, d), every row of length 1. */
  vectors: Float32Array;
  /** Row in `vectors` of each word of the texts, −1 for a word without a vector. */
  rowOfWord: Int32Array;
  /** Rows drawn by frequency^negativePower; its length is a power of two. */
  negatives: Int32Array;
}

export interface EntityTrainer {
  /** Trains from `start` (the rows of the title's words) and writes to out[offset ..]; false when there are too few words. */
  train(text: EntityText, start: Int32Array, out: Float32Array, offset: number): boolean;
  /** Steps done so far, of all entities. */
  readonly steps: number;
}

/** Words of one entity with their weights, rebuilt for each. */
class Bag {
  rows = new Int32Array(1024);
  weights = new Float64Array(1024);
  size = 0;
  readonly sampler = new AliasSampler(1024);

  /** Adds words, `total` known occurrences in all, as a distribution that counts `share` as a whole. */
  add(words: Uint32Array, counts: Uint32Array, total: number, share: number, rowOfWord: Int32Array): void {
    if (total === 0 || share === 0) return;
    if (this.size + words.length > this.rows.length) this.#grow(this.size + words.length);
    for (let i = 0; i < words.length; i++) {
      const row = rowOfWord[words[i]];
      if (row < 0) continue;
      this.rows[this.size] = row;
      this.weights[this.size++] = (share * counts[i]) / total;
    }
  }

  addRows(rows: Int32Array, share: number): void {
    if (share === 0) return;
    if (this.size + rows.length > this.rows.length) this.#grow(this.size + rows.length);
    for (const row of rows) {
      this.rows[this.size] = row;
      this.weights[this.size++] = share / rows.length;
    }
  }

  /** Writes `count` rows of the bag, each as likely as its weight, from `at` on. */
  draw(out: Int32Array, at: Address, count: number, random: Random): void {
    this.sampler.reset(this.weights, this.size);
    for (let i = 0; i < count; i++) out[at + i] = this.rows[this.sampler.draw(random)];
  }

  #grow(size: number): void {
    const rows = new Int32Array(2 * size);
    const weights = new Float64Array(2 * size);
    rows.set(this.rows);
    weights.set(this.weights);
    this.rows = rows;
    this.weights = weights;
  }
}

function countKnown(words: Uint32Array, counts: Uint32Array, rowOfWord: Int32Array): number {
  let total = 0;
  for (let i = 0; i < words.length; i++) if (rowOfWord[words[i]] >= 0) total += counts[i];
  return total;
}

/** Negatives come from a list whose length is a power of two. */
function drawNegatives(
  list: ArrayLike<number>,
  out: Int32Array,
  at: Address,
  count: number,
  random: Random,
): void {
  const mask = list.length - 1;
  for (let i = 0; i < count; i++) out[at + i] = list[random.uint32() & mask];
}

/** Page, contexts and title of an entity, each with its share; empty when too few words are known. Returns the page's part of it. */
function fillBag(
  bag: Bag,
  entity: { text: EntityText; start: Int32Array; inContexts: number; rowOfWord: Int32Array },
  settings: EntityTrainingSettings,
): number {
  const { text, start, inContexts, rowOfWord } = entity;
  bag.size = 0;
  const onPage = countKnown(text.words, text.counts, rowOfWord);
  if (onPage + inContexts < settings.fewestWords) return 0;
  bag.add(text.words, text.counts, onPage, 1, rowOfWord);
  const pageSize = bag.size;
  const share = (settings.contextShare * inContexts) / (inContexts + settings.contextHalf || 1);
  bag.add(text.contextWords, text.contextCounts, inContexts, share, rowOfWord);
  bag.addRows(start, settings.titleShare);
  return pageSize;
}

/** The word vectors, an entity's own arrays and what is drawn for it, in the kernels' memory. */
function allocate(
  kernels: Kernels,
  { vectors, d }: TrainingWords,
  { steps, positives, negatives }: EntityTrainingSettings,
) {
  const table = kernels.alloc(vectors.length);
  kernels.floats.set(vectors, table);
  const [x, squares, gradient, sum] = [0, 0, 0, 0].map(() => kernels.alloc(d));
  const drawn = kernels.alloc(steps * positives);
  const drawnNegatives = kernels.alloc(steps * positives * negatives);
  return { table, x, squares, gradient, sum, drawn, drawnNegatives };
}

export function createEntityTrainer(
  kernels: Kernels,
  words: TrainingWords,
  settings: EntityTrainingSettings,
): EntityTrainer {
  const { d } = words;
  const { steps, positives, negatives } = settings;
  const { table, x, squares, gradient, sum, drawn, drawnNegatives } = allocate(kernels, words, settings);
  const bag = new Bag();
  let done = 0;

  const run = (count: number, random: Random) => {
    bag.draw(kernels.ints, drawn, count * positives, random);
    drawNegatives(words.negatives, kernels.ints, drawnNegatives, count * positives * negatives, random);
    kernels.fill(sum, 0, d);
    kernels.marginSteps({
      x,
      squares,
      gradient,
      sum,
      words: table,
      positives: drawn,
      negatives: drawnNegatives,
      steps: count,
      pairs: positives,
      choices: negatives,
      d,
      margin: settings.margin,
      rate: settings.rate,
    });
    done += count;
  };

  return {
    get steps() {
      return done;
    },
    train(text, start, out, offset) {
      const random = Random.derive(settings.seed, text.row);
      const { rowOfWord } = words;
      const { contextWords, contextCounts } = text;
      const inContexts = countKnown(contextWords, contextCounts, rowOfWord);
      const pageSize = fillBag(bag, { text, start, inContexts, rowOfWord }, settings);
      if (bag.size === 0) return false;
      startAt(kernels, x, table, start, d, random);
      kernels.fill(squares, 0, d);
      const pageFirst = settings.order === "page-first" && pageSize > 0 && pageSize < bag.size;
      if (!pageFirst) run(steps, random);
      else {
        bag.size = pageSize;
        run(steps >> 1, random);
        bag.size = 0;
        bag.add(contextWords, contextCounts, inContexts, 1, rowOfWord);
        run(steps - (steps >> 1), random);
      }
      writeUnit(kernels.floats, settings.average ? sum : x, d, out, offset);
      return true;
    },
  };
}

/** x = the mean of the title's word vectors, at length 1; a random direction when the title has no known word. */
function startAt(
  kernels: Kernels,
  x: Address,
  table: Address,
  rows: Int32Array,
  d: number,
  random: Random,
): void {
  kernels.fill(x, 0, d);
  for (const row of rows) kernels.addScaled(x, table + row * d, 1, d);
  if (kernels.dot(x, x, d) === 0) for (let k = 0; k < d; k++) kernels.floats[x + k] = random.normal();
  const length = Math.sqrt(kernels.dot(x, x, d));
  for (let k = 0; k < d; k++) kernels.floats[x + k] /= length;
}

function writeUnit(
  floats: Float32Array | Float64Array,
  from: Address,
  d: number,
  out: Float32Array,
  offset: number,
): void {
  let square = 0;
  for (let k = 0; k < d; k++) square += floats[from + k] ** 2;
  const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
  for (let k = 0; k < d; k++) out[offset + k] = floats[from + k] * scale;
}
