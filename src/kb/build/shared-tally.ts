/** Counters that several threads add to. */

/** A power of two. */
const HELD = 1 << 13;

/**
 * What comes often is added up in the thread first, so that threads hardly meet at one counter. Sums of whole numbers do not depend on
 * the order in which threads add to them.
 */
export class SharedTally {
  readonly #keys = new Int32Array(HELD).fill(-1);
  readonly #held = new Uint32Array(HELD);

  /** `counters`: in memory that all threads see. */
  constructor(private readonly counters: Uint32Array) {}

  add(key: number): void {
    const slot = Math.imul(key, 0x9e3779b1) >>> 19;
    if (this.#keys[slot] === key) {
      this.#held[slot]++;
      return;
    }
    if (this.#held[slot] > 0) Atomics.add(this.counters, this.#keys[slot], this.#held[slot]);
    this.#keys[slot] = key;
    this.#held[slot] = 1;
  }

  /** Adds all that is held; call it before anybody reads the counters. */
  flush(): void {
    for (let slot = 0; slot < HELD; slot++) {
      if (this.#held[slot] > 0) Atomics.add(this.counters, this.#keys[slot], this.#held[slot]);
    }
    this.#held.fill(0);
    this.#keys.fill(-1);
  }
}
