/**
 * Word vectors of one's own: skip-gram with negative sampling (Mikolov et al. 2013) on all cores. Always deterministic: each round
 * a fixed number of shards trains on copies, and their changes are added up in order, so that threads never race.
 */
import { LinkingError } from "../errors.js";
import { Random } from "../math/random.js";
import type { OnProgress } from "../types.js";
import { shared } from "../workers/shared-memory.js";
import { workerFile } from "../workers/worker-file.js";
import { WorkerPool } from "../workers/worker-pool.js";
import { AliasSampler } from "./alias-sampler.js";
import { Names } from "./names.js";
import { VectorTable } from "./vector-table.js";
import { readWordCorpus, type WordCorpus } from "./word-corpus.js";
import type { WordTask, WordWorkerData } from "./word-worker.js";

export interface WordTrainingSettings {
  seed: number;
  /** Numbers in a vector. */
  d: number;
  /** Words either side of a word that count as its context, at most. */
  window: number;
  /** Negative words for each true one. */
  negatives: number;
  minCount: number;
  epochs: number;
  /** Learning rate at the start; it falls to a hundredth. */
  rate: number;
  /** Words more frequent than this share of the corpus are thinned out. */
  sample: number;
  /** Copies trained side by side in a round. Part of the result: other numbers give other vectors. */
  shards: number;
  /** Tokens of a shard in a round. */
  tokensPerRound: number;
}

export const defaultWordTraining: WordTrainingSettings = {
  seed: 1,
  d: 100,
  window: 5,
  negatives: 5,
  minCount: 5,
  epochs: 5,
  rate: 0.05,
  sample: 1e-3,
  shards: 4,
  tokensPerRound: 200_000,
};

export interface TrainWordsOptions {
  /** WikiExtractor JSON lines or plain text; may be gzipped. */
  inputs: string[];
  settings?: Partial<WordTrainingSettings>;
  workers?: number;
  onProgress?: OnProgress;
  signal?: AbortSignal;
}

const NEGATIVE_ROWS = 1 << 20;
const NEGATIVE_POWER = 0.75;
const [START_STREAM, NEGATIVE_STREAM] = [0x737472, 0x6e6567];

/**
 * Word vectors from texts of your own: skip-gram with negative sampling. Any number of workers gives the same bytes.
 *
 * ```ts
 * import { trainWordVectors, writeVectorTable } from "mulrel/train";
 *
 * const words = await trainWordVectors({ inputs: ["pages.jsonl.gz"], settings: { d: 100, epochs: 5 } });
 * await writeVectorTable("words.safetensors", words);
 * ```
 */
export async function trainWordVectors(options: TrainWordsOptions): Promise<VectorTable> {
  const settings = { ...defaultWordTraining, ...options.settings };
  for (const name of [
    "d",
    "window",
    "negatives",
    "minCount",
    "epochs",
    "shards",
    "tokensPerRound",
  ] as const) {
    if (!Number.isInteger(settings[name]) || settings[name] < 1) {
      throw new LinkingError("usage", `"${name}" is ${settings[name]}; give a whole number, 1 or more.`);
    }
  }
  if (!(settings.rate > 0))
    throw new LinkingError("usage", `The rate is ${settings.rate}; give a number above 0.`);
  const { onProgress, signal } = options;
  const corpus = await readWordCorpus(options.inputs, { minCount: settings.minCount, onProgress, signal });
  const { d } = settings;
  const rows = corpus.words.length;
  const data: WordWorkerData = {
    ...settings,
    tokens: corpus.tokens,
    vectors: startVectors(rows, settings),
    changes: Array.from({ length: settings.shards }, () => shared(Float32Array, 2 * rows * d)),
    keep: shared(Float32Array, keepShares(corpus, settings.sample)),
    negativeRows: drawNegatives(corpus, settings.seed),
  };
  await runRounds(data, settings, options);
  return new VectorTable({
    rows,
    d,
    data: data.vectors.slice(0, rows * d),
    names: Names.fromList(corpus.words),
    metadata: { kind: "words", settings: JSON.stringify(settings) },
  });
}

async function runRounds(
  data: WordWorkerData,
  settings: WordTrainingSettings,
  { workers, onProgress, signal }: TrainWordsOptions,
): Promise<void> {
  const { shards, epochs } = settings;
  const file = workerFile("./word-worker.js", import.meta.url);
  const pool = new WorkerPool<WordTask, number, WordWorkerData>({ file, workers, data });
  const tokensPerRound = shards * settings.tokensPerRound;
  const rounds = Math.ceil(data.tokens.length / tokensPerRound);
  try {
    for (let step = 0; step < epochs * rounds; step++) {
      const epoch = Math.floor(step / rounds);
      const round = step % rounds;
      const rate = settings.rate * Math.max(0.01, 1 - step / (epochs * rounds));
      const start = round * tokensPerRound;
      const end = Math.min(start + tokensPerRound, data.tokens.length);
      const bounds = Array.from(
        { length: shards + 1 },
        (_, s) => start + Math.floor(((end - start) * s) / shards),
      );
      const tasks = Array.from({ length: shards }, (_, shard) => ({
        shard,
        from: bounds[shard],
        to: bounds[shard + 1],
        epoch,
        round,
        rate,
      }));
      let pairs = 0;
      for await (const trained of pool.map(tasks, { signal })) pairs += trained;
      addChanges(data);
      const detail = `epoch ${epoch + 1}, ${pairs.toLocaleString("en")} pairs a round`;
      onProgress?.({ stage: "training", done: step + 1, total: epochs * rounds, unit: "rounds", detail });
    }
  } finally {
    await pool.close();
  }
}

/** Each row moves by the mean change of the shards that touched it, added up in the order of the shards. */
function addChanges({ vectors, changes, d }: WordWorkerData): void {
  const sum = new Float64Array(d);
  for (let at = 0; at < vectors.length; at += d) {
    sum.fill(0);
    let touched = 0;
    for (const change of changes) {
      let any = false;
      for (let k = 0; k < d; k++) {
        sum[k] += change[at + k];
        if (change[at + k] !== 0) any = true;
      }
      if (any) touched++;
    }
    if (touched > 0) for (let k = 0; k < d; k++) vectors[at + k] += sum[k] / touched;
  }
}

/** Input vectors small and random, output vectors zero, as word2vec starts. */
function startVectors(rows: number, { d, seed }: WordTrainingSettings): Float32Array {
  const vectors = shared(Float32Array, 2 * rows * d);
  const random = Random.derive(seed, START_STREAM);
  for (let i = 0; i < rows * d; i++) vectors[i] = (random.uniform() - 0.5) / d;
  return vectors;
}

/** √(sample / share) + sample / share, at most 1 (word2vec's formula). */
function keepShares({ counts }: WordCorpus, sample: number): number[] {
  const total = counts.reduce((sum, n) => sum + n, 0);
  return Array.from(counts, (n) => {
    const ratio = (sample * total) / n;
    return sample > 0 ? Math.min(1, Math.sqrt(ratio) + ratio) : 1;
  });
}

function drawNegatives({ counts }: WordCorpus, seed: number): Int32Array {
  const sampler = AliasSampler.of(counts.map((n) => n ** NEGATIVE_POWER));
  const random = Random.derive(seed, NEGATIVE_STREAM);
  const rows = shared(Int32Array, NEGATIVE_ROWS);
  for (let i = 0; i < NEGATIVE_ROWS; i++) rows[i] = sampler.draw(random);
  return rows;
}
