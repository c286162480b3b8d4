/** Keeps the blocks that were used lately, so many at most; runs in browsers. */

/** Of those kept, the first one in turn that was not used since its last turn makes room for another ("clock"). */
export class BlockCache<T> {
  readonly #load: (block: number) => T;
  /** By block; undefined where it is not kept. */
  readonly #kept: (T | undefined)[];
  readonly #isUsed: Uint8Array;
  /** The blocks that are kept, in a ring. */
  readonly #ring: Int32Array;
  #count = 0;
  #hand = 0;

  constructor(blocks: number, most: number, load: (block: number) => T) {
    this.#load = load;
    this.#kept = new Array(blocks).fill(undefined);
    this.#isUsed = new Uint8Array(blocks);
    this.#ring = new Int32Array(Math.max(1, most));
  }

  at(block: number): T {
    const kept = this.#kept[block];
    if (kept === undefined) return this.#fetch(block);
    this.#isUsed[block] = 1;
    return kept;
  }

  #fetch(block: number): T {
    const loaded = this.#load(block);
    const ring = this.#ring;
    let place = this.#count;
    if (place < ring.length) this.#count++;
    else {
      while (this.#isUsed[ring[this.#hand]] === 1) {
        this.#isUsed[ring[this.#hand]] = 0;
        this.#hand = (this.#hand + 1) % ring.length;
      }
      place = this.#hand;
      this.#kept[ring[place]] = undefined;
      this.#hand = (place + 1) % ring.length;
    }
    ring[place] = block;
    this.#kept[block] = loaded;
    return loaded;
  }
}
