/** How far a shard is, in memory that its thread and the thread that watches over it share: seen even when the thread is gone. */

const ROWS = 0;
const ERRORS = 1;
const STOP = 2;
const NOT_BEGUN = -1;

export class ShardProgress {
  readonly buffer: SharedArrayBuffer;
  readonly #numbers: Int32Array;

  constructor(buffer = new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT)) {
    this.buffer = buffer;
    this.#numbers = new Int32Array(buffer);
  }

  /** Not begun: the thread is still starting, or loading its linker. */
  reset(): void {
    this.count(NOT_BEGUN, 0);
  }

  get isBegun(): boolean {
    return Atomics.load(this.#numbers, ROWS) !== NOT_BEGUN;
  }

  count(rows: number, errors: number): void {
    Atomics.store(this.#numbers, ROWS, rows);
    Atomics.store(this.#numbers, ERRORS, errors);
  }

  /** Records that are through; the number of the one at work. */
  get rows(): number {
    return Math.max(0, Atomics.load(this.#numbers, ROWS));
  }

  get errors(): number {
    return Atomics.load(this.#numbers, ERRORS);
  }

  /** Asks the thread to stop before its next record. */
  stop(): void {
    Atomics.store(this.#numbers, STOP, 1);
  }

  get isStopped(): boolean {
    return Atomics.load(this.#numbers, STOP) === 1;
  }
}
