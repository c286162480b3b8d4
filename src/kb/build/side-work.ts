/**
 * What needs no names is worked out while names are collected, which is one thread's work: the words that are kept, and what kind of thing
 * each entity is. With several threads others do it meanwhile; one alone does it when it is asked for.
 */
import type { Language } from "../../languages/language.js";
import { inEveryWorker } from "./build-workers.js";
import { chooseWords, type WordList } from "./choose-words.js";
import { chooseKinds, type KindOfEntity, type KindsData, kindsData, kindsFrom } from "./entity-kinds.js";
import type { EntityPages } from "./entity-pages.js";
import setUpKinds from "./kinds-worker.js";
import type { LogBlocks } from "./log-blocks.js";
import { readForms, type WordForms } from "./name-index.js";
import type { Pauses } from "./pauses.js";
import type { Resolution } from "./resolve-titles.js";
import type { TitleFile } from "./title-file.js";
import setUpWords, { type LookedThrough } from "./words-worker.js";

export interface SideOptions {
  blocks: LogBlocks;
  folder: string;
  language: Language;
  workers: number;
  signal?: AbortSignal;
}

export class SideWork {
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  #words: Promise<LookedThrough> | undefined;
  #kinds: { data: KindsData; done: Promise<unknown> | undefined } | undefined;

  constructor(private readonly options: SideOptions) {
    const { signal } = options;
    this.#signal = signal ? AbortSignal.any([signal, this.#stop.signal]) : this.#stop.signal;
  }

  /** Of all words of the log, of which there are `words`. */
  beginWords(words: number): void {
    const { blocks, workers } = this.options;
    if (workers < 2) return;
    const job = { file: "./words-worker.js", setUp: setUpWords, data: { source: blocks.source, words } };
    this.#words = inEveryWorker(1, job, "all", this.#signal).then(([looked]) => looked);
    ignoreFailure(this.#words);
  }

  beginKinds(of: { titles: TitleFile; resolution: Resolution; pages: EntityPages }): void {
    const { blocks, workers, language } = this.options;
    const data = kindsData(of, blocks, language);
    const job = { file: "./kinds-worker.js", setUp: setUpKinds, data };
    const done = workers < 2 ? undefined : inEveryWorker(workers - 1, job, "all", this.#signal);
    if (done) ignoreFailure(done);
    this.#kinds = { data, done };
  }

  async forms(words: number): Promise<WordForms> {
    return (await this.#words)?.forms ?? readForms(this.options.folder, words);
  }

  async words(words: number, pauses: Pauses): Promise<WordList> {
    const { blocks, folder } = this.options;
    return (await this.#words)?.list ?? chooseWords(folder, blocks.wordCounts(words), pauses);
  }

  /** What was begun with. */
  async kinds(pauses: Pauses): Promise<KindOfEntity> {
    const { data, done } = this.#kinds!;
    await (done ?? chooseKinds(data, pauses));
    return kindsFrom(data.kinds, this.options.language);
  }

  /** Ends what nobody will ask for. */
  stop(): void {
    this.#stop.abort();
  }
}

/** It is told to who asks for the result. */
function ignoreFailure(work: Promise<unknown>): void {
  work.catch(() => {});
}
