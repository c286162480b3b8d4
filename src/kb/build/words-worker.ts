/** Looks through the words of a build, in a thread: what their lower-case forms are, and which are kept. */
import type { WorkerTask } from "../../workers/worker-pool.js";
import { chooseWords, type WordList } from "./choose-words.js";
import { type BlockSource, LogBlocks } from "./log-blocks.js";
import { readForms, type WordForms } from "./name-index.js";
import { Pauses } from "./pauses.js";

export interface WordsData {
  source: BlockSource;
  /** Words of the build. */
  words: number;
}

export interface LookedThrough {
  forms: WordForms;
  list: WordList;
}

export default function setUp({ source, words }: WordsData): WorkerTask<"all", LookedThrough> {
  return async () => {
    const blocks = new LogBlocks(source.folder, source.places);
    const counts = blocks.wordCounts(words);
    blocks.close();
    const forms = readForms(source.folder, words);
    return { forms, list: await chooseWords(source.folder, counts, new Pauses()) };
  };
}
