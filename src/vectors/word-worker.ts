/** A thread of word-vector training: trains a copy of all vectors on one piece of the corpus and leaves the changes. */
import { Random } from "../math/random.js";
import { loadKernelsSync } from "../math/wasm-kernels-sync.js";
import { TEXT_BREAK } from "./word-corpus.js";

export interface WordWorkerData {
  d: number;
  window: number;
  negatives: number;
  seed: number;
  /** Shared memory: the corpus; the vectors before the round; the changes each shard makes to them. */
  tokens: Int32Array;
  /** (2 · words, d): input vectors, then output vectors. */
  vectors: Float32Array;
  changes: Float32Array[];
  /** Probability that an occurrence of a word is kept (frequent words are thinned out). */
  keep: Float32Array;
  /** Words drawn by frequency^0.75; length a power of two. */
  negativeRows: Int32Array;
}

export interface WordTask {
  shard: number;
  from: number;
  to: number;
  epoch: number;
  round: number;
  rate: number;
}

const PAIRS_A_CALL = 2048;

/** Answers with the number of pairs trained on. */
export default function setUp(data: WordWorkerData): (task: WordTask) => number {
  const { d, window, negatives, tokens, vectors, keep, negativeRows } = data;
  const kernels = loadKernelsSync();
  const table = kernels.alloc(vectors.length);
  const outputs = table + vectors.length / 2;
  const gradient = kernels.alloc(d);
  const choices = negatives + 1;
  const centers = kernels.alloc(PAIRS_A_CALL);
  const targets = kernels.alloc(PAIRS_A_CALL * choices);
  const mask = negativeRows.length - 1;
  let pairs = 0;

  const flush = (rate: number) => {
    kernels.skipGramSteps({ inputs: table, outputs, gradient, centers, targets, pairs, choices, d, rate });
    pairs = 0;
  };
  const addPair = (center: number, context: number, rate: number, random: Random) => {
    kernels.ints[centers + pairs] = center;
    const at = targets + pairs * choices;
    kernels.ints[at] = context;
    for (let n = 1; n < choices; n++) {
      let row = negativeRows[random.uint32() & mask];
      // A negative that is the true word teaches nothing: take its neighbour in the list.
      if (row === context) row = negativeRows[random.uint32() & mask];
      kernels.ints[at + n] = row;
    }
    if (++pairs === PAIRS_A_CALL) flush(rate);
  };

  return ({ shard, from, to, epoch, round, rate }) => {
    const random = Random.derive(data.seed, epoch, round, shard);
    kernels.floats.set(vectors, table);
    const text: number[] = [];
    let trained = 0;
    for (let i = from; i <= to; i++) {
      const row = i < to ? tokens[i] : TEXT_BREAK;
      if (row !== TEXT_BREAK) {
        if (keep[row] >= 1 || random.uniform() < keep[row]) text.push(row);
        continue;
      }
      for (let c = 0; c < text.length; c++) {
        // A window of random width weighs near words more, as word2vec does.
        const width = 1 + random.below(window);
        const last = Math.min(text.length - 1, c + width);
        for (let j = Math.max(0, c - width); j <= last; j++) {
          if (j === c) continue;
          addPair(text[c], text[j], rate, random);
          trained++;
        }
      }
      text.length = 0;
    }
    flush(rate);
    const change = data.changes[shard];
    const { floats } = kernels;
    for (let i = 0; i < change.length; i++) change[i] = floats[table + i] - vectors[i];
    return trained;
  };
}
