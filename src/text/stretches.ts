/** Stretches of text numbered without cutting them out: a stretch is the one without its last word, what stands between, and that word. */

/** Stretches that are numbered before all are forgotten. */
const MOST = 1 << 17;
const FIRST_ROOM = 1 << 10;
/** Numbers of a stretch: the one it goes on, what stands between, the last word. */
const WIDTH = 3;

export class Stretches {
  /** How often all was forgotten. */
  generation = 0;
  #count = 0;
  #parts = new Int32Array(WIDTH * FIRST_ROOM);
  /** Of each slot a stretch's number and one more, 0 for none; a power of two, of which half are used at most. */
  #slots = new Int32Array(2 * FIRST_ROOM);

  /** Only when a text is begun: numbers hold while it is read. Words numbered anew make all stretches others. */
  forgetMany(areOthers: boolean): void {
    if (!areOthers && this.#count < MOST) return;
    this.generation++;
    this.#count = 0;
    this.#slots.fill(0);
  }

  /** The stretch `before` (−1 for none) with a word behind it; `gap`: the unit between them, −1 where there is none. */
  next(before: number, gap: number, word: number): number {
    const parts = this.#parts;
    const mask = this.#slots.length - 1;
    let hash = Math.imul(Math.imul(before, 0x9e3779b1) ^ word, 0x85ebca6b) ^ gap;
    hash ^= hash >>> 15;
    let slot = hash & mask;
    for (let found = this.#slots[slot]; found !== 0; found = this.#slots[slot]) {
      const at = WIDTH * (found - 1);
      if (parts[at] === before && parts[at + 1] === gap && parts[at + 2] === word) return found - 1;
      slot = (slot + 1) & mask;
    }
    if (2 * this.#count >= mask) {
      this.#grow();
      return this.next(before, gap, word);
    }
    const number = this.#count++;
    parts[WIDTH * number] = before;
    parts[WIDTH * number + 1] = gap;
    parts[WIDTH * number + 2] = word;
    this.#slots[slot] = number + 1;
    return number;
  }

  #grow(): void {
    const old = this.#parts;
    const count = this.#count;
    this.#parts = new Int32Array(2 * old.length);
    this.#slots = new Int32Array(2 * this.#slots.length);
    this.#count = 0;
    for (let at = 0; at < WIDTH * count; at += WIDTH) this.next(old[at], old[at + 1], old[at + 2]);
  }
}
