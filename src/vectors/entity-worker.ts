/** A thread of entity training: opens the texts, then trains one block of rows after the other into shared memory. */
import { openEntityTexts } from "../kb/entity-texts.js";
import { loadKernelsSync } from "../math/wasm-kernels-sync.js";
import { createEntityTrainer, type EntityTrainingSettings, type TrainingWords } from "./entity-trainer.js";
import { RowFlag } from "./vector-table.js";

export interface EntityWorkerData {
  textsPath: string;
  /** Entities without texts behind those of the file. */
  added: number;
  words: TrainingWords;
  settings: EntityTrainingSettings;
  /** Rows of the words of title i: titleRows[titleStarts[i] .. titleStarts[i + 1]). */
  titleRows: Int32Array;
  titleStarts: Int32Array;
  /** (entities, d) and (entities), shared: each task writes its own rows only. */
  vectors: Float32Array;
  flags: Uint8Array;
}

export interface RowRange {
  from: number;
  to: number;
}

/** Answers with the number of steps done. */
export default function setUp(data: EntityWorkerData): (range: RowRange) => number {
  const texts = openEntityTexts(data.textsPath, data.added);
  const trainer = createEntityTrainer(loadKernelsSync(), data.words, data.settings);
  const { titleRows, titleStarts, vectors, flags } = data;
  const { d } = data.words;
  return ({ from, to }) => {
    const before = trainer.steps;
    for (const text of texts.range(from, to)) {
      const { row } = text;
      const start = titleRows.subarray(titleStarts[row], titleStarts[row + 1]);
      const trained = trainer.train(text, start, vectors, row * d);
      flags[row] = trained ? RowFlag.trained : RowFlag.composed;
    }
    return trainer.steps - before;
  };
}
