/** All (surface, title) pairs of a build in bounded memory: those of the log's blocks, and names added later, as sorted runs that are merged. */
import { join } from "node:path";
import { cleanSurface } from "./clean-surface.js";
import { PairCounter } from "./pair-counter.js";
import { mergeRuns, type RunPlace, type SurfacePairs, writeRun } from "./pair-runs.js";

export class NameRuns {
  readonly #runs: RunPlace[];
  #added = new PairCounter();

  /** `limit`: bytes that names added later may take in memory. */
  constructor(
    private readonly folder: string,
    runs: RunPlace[],
    private readonly limit: number,
  ) {
    this.#runs = [...runs];
  }

  add(surface: string, title: number, source: number): void {
    const clean = cleanSurface(surface);
    if (clean === "") return;
    this.#added.add(clean, title, source);
    if (this.#added.memory > this.limit) this.#spill();
  }

  #spill(): void {
    if (this.#added.size === 0) return;
    const path = join(this.folder, `names-${this.#runs.length}`);
    writeRun(path, (out, onRecord) => this.#added.writeSorted(out, onRecord));
    this.#runs.push({ path });
    this.#added.clear();
  }

  /** Every surface once, in the order of its UTF-16 units, its titles in ascending order. */
  merged(): IterableIterator<SurfacePairs> {
    this.#spill();
    // its room would stay for as long as anybody knows these runs
    this.#added = new PairCounter();
    return mergeRuns(this.#runs);
  }
}
