/** Trains the vectors of all entities of a knowledge base on all cores: the same bytes whatever their number, and resumable. */
import { createHash } from "node:crypto";
import { LinkingError } from "../errors.js";
import { sha256OfFile } from "../files/hash.js";
import { type EntityTexts, openEntityTexts } from "../kb/entity-texts.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import type { OnProgress } from "../types.js";
import { shared } from "../workers/shared-memory.js";
import { workerFile } from "../workers/worker-file.js";
import { WorkerPool } from "../workers/worker-pool.js";
import { createComposer } from "./compose.js";
import { defaultEntityTraining, type EntityTrainingSettings } from "./entity-trainer.js";
import type { EntityWorkerData, RowRange } from "./entity-worker.js";
import { Names } from "./names.js";
import { prepareTrainingWords } from "./training-words.js";
import { contentHash, openVectorTable, writeVectorTable } from "./vector-file.js";
import { RowFlag, VectorTable } from "./vector-table.js";

export interface TrainEntitiesOptions {
  kb: KnowledgeBase;
  /** File of the entity texts that lies beside the knowledge base. */
  textsPath: string;
  words: VectorTable;
  settings?: Partial<EntityTrainingSettings>;
  /** Threads; one for each processor when left out. */
  workers?: number;
  /** Where unfinished work is kept; left out, an interrupted run starts anew. Remove it once the table is written. */
  checkpointPath?: string;
  /** Seconds from any fixed moment: with it unfinished work is kept about once a minute, whatever the number of entities. */
  now?: () => number;
  onProgress?: OnProgress;
  signal?: AbortSignal;
}

export interface TrainedEntities {
  table: VectorTable;
  trained: number;
  composed: number;
  /** Entities of which neither words nor links are known: zeros. */
  unknown: number;
  /** Steps done in this run. */
  steps: number;
}

const ROWS_A_BLOCK = 512;
const BLOCKS_A_CHECKPOINT = 128;
const SECONDS_A_CHECKPOINT = 60;
/** Flag of a row that is not trained yet. */
const WAITING = 255;

/**
 * Entity vectors in the space of the words (Ganea & Hofmann 2017, section 3). Any number of workers gives the same
 * bytes.
 *
 * ```ts
 * import { openKnowledgeBase } from "mulrel/kb";
 * import { openVectorTable, trainEntityVectors, writeVectorTable } from "mulrel/train";
 *
 * const kb = await openKnowledgeBase("products.kb");
 * const words = await openVectorTable("words.safetensors");
 * const { table } = await trainEntityVectors({ kb, textsPath: "products.kb.texts", words });
 * await writeVectorTable("products.kb.vectors", table); // loadLinker finds it there
 * ```
 */
export async function trainEntityVectors(options: TrainEntitiesOptions): Promise<TrainedEntities> {
  const { kb, textsPath, words, onProgress, signal, checkpointPath } = options;
  const settings = { ...defaultEntityTraining, ...options.settings };
  checkSettings(settings);
  const added = Number(kb.info.settings?.added ?? 0);
  const texts = openEntityTexts(textsPath, added);
  try {
    if (texts.size !== kb.size) {
      throw new LinkingError(
        "mismatch",
        `${textsPath} has the texts of ${texts.size} entities, but the knowledge base has ${kb.size}; they were not built together.`,
      );
    }
    onProgress?.({ stage: "preparing words", done: 0, total: 1 });
    const titles = Array.from({ length: kb.size }, (_, row) => kb.entity(row).title);
    const prepared = prepareTrainingWords(words, texts, titles, settings);
    const identity = JSON.stringify({
      settings,
      texts: await sha256OfFile(textsPath, signal),
      words: contentHash(words),
      titles: createHash("sha256").update(titles.join("\n")).digest("hex"),
    });
    const state = await openState(kb.size, words.d, identity, checkpointPath);
    const data: EntityWorkerData = {
      textsPath,
      added,
      words: prepared.words,
      settings,
      titleRows: prepared.titles.rows,
      titleStarts: prepared.titles.starts,
      ...state,
    };
    const save = async () => {
      if (checkpointPath)
        await writeVectorTable(checkpointPath, tableOf(snapshot(state), words.d, { identity }));
    };
    const steps = await trainBlocks(data, save, options);
    onProgress?.({ stage: "composing", done: 0, total: 1 });
    if (settings.linkShare > 0) addNeighbours(texts, state, words.d, settings.linkShare);
    composeRest(kb, texts, words, state);
    const table = tableOf(state, words.d, metadataOf(options, settings), Names.fromList(titles));
    const count = (flag: number) => state.flags.reduce((n, f) => n + (f === flag ? 1 : 0), 0);
    return {
      table,
      trained: count(RowFlag.trained),
      composed: count(RowFlag.composed),
      unknown: count(RowFlag.unknown),
      steps,
    };
  } finally {
    texts.close();
  }
}

interface State {
  vectors: Float32Array;
  flags: Uint8Array;
}

/** A copy that threads no longer write to. Flags come first: a row's flag is set after its numbers. */
function snapshot(state: State): State {
  const flags = state.flags.slice();
  return { flags, vectors: state.vectors.slice() };
}

function tableOf(state: State, d: number, metadata: Record<string, string>, names?: Names): VectorTable {
  const { vectors: data, flags } = state;
  return new VectorTable({ rows: flags.length, d, data, flags, names, metadata });
}

function metadataOf(options: TrainEntitiesOptions, settings: EntityTrainingSettings): Record<string, string> {
  return {
    kind: "entities",
    settings: JSON.stringify(settings),
    words: options.words.metadata.sha256 ?? "",
    sources: JSON.stringify(options.kb.info.sources),
  };
}

/** Blocks whose rows still wait, in order. */
function* waitingBlocks(flags: Uint8Array): Generator<RowRange> {
  for (let from = 0; from < flags.length; from += ROWS_A_BLOCK) {
    const to = Math.min(from + ROWS_A_BLOCK, flags.length);
    if (flags.subarray(from, to).includes(WAITING)) yield { from, to };
  }
}

async function trainBlocks(
  data: EntityWorkerData,
  save: () => Promise<void>,
  { workers, onProgress, signal, now }: TrainEntitiesOptions,
): Promise<number> {
  const blocks = [...waitingBlocks(data.flags)];
  const total = data.flags.length;
  const pool = new WorkerPool<RowRange, number, EntityWorkerData>({
    file: workerFile("./entity-worker.js", import.meta.url),
    workers,
    data,
  });
  let steps = 0;
  let finished = 0;
  let saved = now?.() ?? 0;
  const isDue = () => (now ? now() - saved >= SECONDS_A_CHECKPOINT : finished % BLOCKS_A_CHECKPOINT === 0);
  try {
    for await (const done of pool.map(blocks, { signal })) {
      steps += done;
      finished++;
      const left = (blocks.length - finished) * ROWS_A_BLOCK;
      onProgress?.({ stage: "training", done: Math.max(0, total - left), total, unit: "entities" });
      if (!isDue()) continue;
      await save();
      saved = now?.() ?? 0;
    }
  } catch (error) {
    if (finished > 0) await save();
    throw error;
  } finally {
    await pool.close();
  }
  return steps;
}

/** The interrupted run of the same settings and inputs, or a fresh start. */
async function openState(entities: number, d: number, identity: string, path?: string): Promise<State> {
  const fresh = {
    vectors: shared(Float32Array, entities * d),
    flags: shared(Uint8Array, entities).fill(WAITING),
  };
  if (!path) return fresh;
  const found = await openVectorTable(path, { shared: true }).catch(() => undefined);
  if (found?.metadata.identity !== identity || found.rows !== entities || !found.flags) return fresh;
  fresh.vectors.set(found.data as Float32Array);
  fresh.flags.set(found.flags);
  return fresh;
}

/** x ← unit(x + share · mean of the trained neighbours' x), for all entities at once: none sees another's new vector. */
function addNeighbours(texts: EntityTexts, state: State, d: number, share: number): void {
  const before = state.vectors.slice();
  const mean = new Float64Array(d);
  for (const text of texts.range()) {
    if (state.flags[text.row] !== RowFlag.trained) continue;
    mean.fill(0);
    let neighbours = 0;
    for (const links of [text.outLinks, text.inLinks]) {
      for (const row of links) {
        if (state.flags[row] !== RowFlag.trained || row === text.row) continue;
        for (let k = 0; k < d; k++) mean[k] += before[row * d + k];
        neighbours++;
      }
    }
    if (neighbours === 0) continue;
    const at = text.row * d;
    let square = 0;
    for (let k = 0; k < d; k++) {
      mean[k] = before[at + k] + (share * mean[k]) / neighbours;
      square += mean[k] * mean[k];
    }
    for (let k = 0; k < d; k++) state.vectors[at + k] = mean[k] / Math.sqrt(square);
  }
}

/** Vectors for entities with too few words, from title, description, what words there are, and trained neighbours. */
function composeRest(kb: KnowledgeBase, texts: EntityTexts, words: VectorTable, state: State): void {
  const composer = createComposer(words, tableOf(state, words.d, {}));
  const rowOfWord = texts.words.map((word) => words.rowOf(word));
  for (let row = 0; row < kb.size; row++) {
    if (state.flags[row] !== RowFlag.composed) continue;
    const text = texts.read(row);
    const { title, description } = kb.entity(row);
    const rows: number[] = [];
    const counts: number[] = [];
    for (const [list, count] of [
      [text.words, text.counts],
      [text.contextWords, text.contextCounts],
    ]) {
      list.forEach((word, i) => {
        if (rowOfWord[word] < 0) return;
        rows.push(rowOfWord[word]);
        counts.push(count[i]);
      });
    }
    const linked = [...text.outLinks, ...text.inLinks];
    const known = composer.compose({ title, description, linked }, state.vectors, row * words.d, {
      rows,
      counts,
    });
    if (!known) state.flags[row] = RowFlag.unknown;
  }
}

function checkSettings(settings: EntityTrainingSettings): void {
  for (const name of ["steps", "positives", "negatives"] as const) {
    if (!Number.isInteger(settings[name]) || settings[name] < 1) {
      throw new LinkingError("usage", `"${name}" is ${settings[name]}; give a whole number, 1 or more.`);
    }
  }
  if (!(settings.rate > 0) || !(settings.margin >= 0) || !(settings.contextShare >= 0)) {
    throw new LinkingError("usage", "rate must be above 0, margin and contextShare 0 or more.");
  }
}
