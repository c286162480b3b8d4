/** Prepares what all trainers share: unit word vectors of the texts' words, negative words, the words of every title. */
import { Random } from "../math/random.js";
import { shared } from "../workers/shared-memory.js";
import { AliasSampler } from "./alias-sampler.js";
import { contentRows } from "./compose.js";
import type { EntityTrainingSettings, TrainingWords } from "./entity-trainer.js";
import type { VectorTable } from "./vector-table.js";

/** Drawn once for all entities: their vectors (a few MB) stay in the processor's cache, those of all words would not. */
const NEGATIVES = 1 << 14;
const NEGATIVE_STREAM = 0x6e6567;

export interface Titles {
  /** Rows of `TrainingWords.vectors`; title i has rows[starts[i] .. starts[i + 1]). */
  rows: Int32Array;
  starts: Int32Array;
}

export function prepareTrainingWords(
  words: VectorTable,
  texts: { words: string[]; frequencies: ArrayLike<number> },
  titles: Iterable<string>,
  settings: EntityTrainingSettings,
): { words: TrainingWords; titles: Titles } {
  const rowOfWord = shared(Int32Array, texts.words.length).fill(-1);
  /** Row in `words` of every row kept, and the way back. */
  const kept: number[] = [];
  const place = new Map<number, number>();
  const keep = (row: number): number => {
    let at = place.get(row);
    if (at === undefined) {
      at = kept.length;
      place.set(row, at);
      kept.push(row);
    }
    return at;
  };
  for (let i = 0; i < texts.words.length; i++) {
    const row = words.rowOf(texts.words[i]);
    if (row >= 0) rowOfWord[i] = keep(row);
  }
  const titleRows: number[] = [];
  const starts = [0];
  for (const title of titles) {
    for (const row of contentRows(title, words)) titleRows.push(keep(row));
    starts.push(titleRows.length);
  }
  const vectors = shared(Float32Array, kept.length * words.d);
  const unit = words.unitRows();
  for (let i = 0; i < kept.length; i++) unit.readRow(kept[i], vectors, i * words.d);
  return {
    words: {
      d: words.d,
      vectors,
      rowOfWord,
      negatives: drawNegatives(rowOfWord, texts.frequencies, settings),
    },
    titles: { rows: shared(Int32Array, titleRows), starts: shared(Int32Array, starts) },
  };
}

function drawNegatives(
  rowOfWord: Int32Array,
  frequencies: ArrayLike<number>,
  settings: EntityTrainingSettings,
): Int32Array {
  const weights = Float64Array.from(rowOfWord, (row, i) =>
    row >= 0 ? frequencies[i] ** settings.negativePower : 0,
  );
  const sampler = AliasSampler.of(weights);
  const random = Random.derive(settings.seed, NEGATIVE_STREAM);
  const negatives = shared(Int32Array, NEGATIVES);
  for (let i = 0; i < NEGATIVES; i++) negatives[i] = Math.max(0, rowOfWord[sampler.draw(random)]);
  return negatives;
}
