/** What was worked out for strings lately: bounded in what it holds, and what is asked for again stays. Values are replaced, not changed: each counts what it weighs. */
import { ownString } from "./own-string.js";

export class RecentMap<Value> {
  readonly #most: number;
  readonly #weigh: (value: Value) => number;
  #recent = new Map<string, Value>();
  /** What was recent before; who is asked for here becomes recent again, the others go with the next change. */
  #older = new Map<string, Value>();
  #weight = 0;

  /** Values that weigh `most` together, at most; each weighs 1 unless told otherwise. */
  constructor(most: number, weigh: (value: Value) => number = () => 1) {
    this.#most = most;
    this.#weigh = weigh;
  }

  get(key: string): Value | undefined {
    const value = this.#recent.get(key);
    if (value !== undefined) return value;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: string, value: Value): void {
    const before = this.#recent.get(key);
    this.#weight += this.#weigh(value) - (before === undefined ? 0 : this.#weigh(before));
    if (2 * this.#weight > this.#most && this.#recent.size > 0) {
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#weight = this.#weigh(value);
    }
    this.#recent.set(ownString(key), value);
  }

  clear(): void {
    this.#recent.clear();
    this.#older.clear();
    this.#weight = 0;
  }
}
