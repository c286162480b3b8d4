/** A text in the making as UTF-16 units in an array that is used again for the next one: nothing is allocated for its pieces. */

export class TextBuilder {
  units = new Uint16Array(1 << 16);
  /** Units so far; of a text that is not kept whole more than there are in `units`. */
  length = 0;
  #kept = Number.POSITIVE_INFINITY;
  #last = 0;

  /** Begins a new text, of which at least the first `kept` units can be read back. */
  begin(kept: number): void {
    this.length = 0;
    this.#kept = kept;
    this.#last = 0;
  }

  /** The unit that was written last, 0 before the first one. */
  get last(): number {
    return this.#last;
  }

  /** Units `from` to `to` of `codes`. */
  copy(codes: Uint16Array, from: number, to: number): void {
    if (to <= from) return;
    const start = this.length;
    this.length = start + to - from;
    this.#last = codes[to - 1];
    if (start >= this.#kept) return;
    if (this.length > this.units.length) this.#grow();
    const { units } = this;
    for (let i = from, k = start; i < to; i++, k++) units[k] = codes[i];
  }

  add(text: string): void {
    if (text === "") return;
    const start = this.length;
    this.length = start + text.length;
    this.#last = text.charCodeAt(text.length - 1);
    if (start >= this.#kept) return;
    if (this.length > this.units.length) this.#grow();
    for (let i = 0; i < text.length; i++) this.units[start + i] = text.charCodeAt(i);
  }

  /** The text between two places, as far as it is kept. */
  slice(from: number, to: number): string {
    return unitString(this.units, from, to);
  }

  #grow(): void {
    const grown = new Uint16Array(this.length * 2);
    grown.set(this.units);
    this.units = grown;
  }
}

/** Strings of bytes take half the memory and are read faster. */
let narrow = Buffer.alloc(1 << 16);

/** Units `from` to `to` as a string. */
export function unitString(units: Uint16Array, from: number, to: number): string {
  let all = 0;
  for (let i = from; i < to; i++) all |= units[i];
  if (all > 0xff)
    return Buffer.from(units.buffer, units.byteOffset + from * 2, (to - from) * 2).toString("utf16le");
  if (narrow.length < to - from) narrow = Buffer.alloc((to - from) * 2);
  for (let i = from, k = 0; i < to; i++, k++) narrow[k] = units[i];
  return narrow.toString("latin1", 0, to - from);
}

/** The same text in memory of its own: a slice of a long string keeps all of it alive. */
export function ownCopy(text: string): string {
  return text.length < SHORTEST_SLICE ? text : ` ${text}`.slice(1);
}

/** The engine copies shorter slices anyway. */
const SHORTEST_SLICE = 13;
