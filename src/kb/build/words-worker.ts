/** Chooses the words that are kept, in a thread. */
import type { WorkerTask } from "../../workers/worker-pool.js";
import { chooseWords, type WordList } from "./choose-words.js";
import { type BlockSource, LogBlocks } from "./log-blocks.js";
import { Pauses } from "./pauses.js";

export interface WordsData {
  source: BlockSource;
  /** Words of the build. */
  words: number;
}

export default function setUp({ source, words }: WordsData): WorkerTask<"all", WordList> {
  return async () => {
    const blocks = new LogBlocks(source.folder, source.places);
    const counts = blocks.wordCounts(words);
    blocks.close();
    return chooseWords(source.folder, counts, new Pauses());
  };
}
