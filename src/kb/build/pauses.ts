/** What the first thread does beside the others: every few items it stops, so that they get their next parts and whoever asked for the end is heard. */
import { throwIfAborted } from "../../errors.js";

const ITEMS = 500;

export class Pauses {
  #left = ITEMS;

  constructor(private readonly signal?: AbortSignal) {}

  /** To be asked for every item; `take` a pause when it says so. */
  get isDue(): boolean {
    return --this.#left < 0;
  }

  async take(): Promise<void> {
    this.#left = ITEMS;
    await new Promise((resolve) => setImmediate(resolve));
    throwIfAborted(this.signal);
  }
}
