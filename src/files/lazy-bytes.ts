/** A file's bytes that are there only once they are asked for; runs in browsers. */

/** Bytes that were not asked for yet read as zeros, so whoever reads asks first. */
export interface LazyBytes {
  /** As long as the file; places in it are places in the file. */
  readonly buffer: ArrayBufferLike;
  /** Are bytes compared with a checksum as they come? Then whoever parses them need not. */
  readonly isChecked: boolean;
  /** Makes the bytes from `from` up to `to` be there. */
  need(from: number, to: number): void;
  /** What was not asked for before cannot be read any more. */
  close(): void;
}

/** Bytes that are all there. */
export function wholeBytes(buffer: ArrayBufferLike): LazyBytes {
  return { buffer, isChecked: false, need() {}, close() {} };
}

/** Makes all of an array be there that is a view of the lazy bytes. */
export function needAll(bytes: LazyBytes, view: ArrayBufferView): void {
  bytes.need(view.byteOffset, view.byteOffset + view.byteLength);
}

/** 32-bit numbers that lie somewhere in lazy bytes. */
export class LazyNumbers {
  readonly length: number;
  readonly #numbers: Uint32Array;
  readonly #source: LazyBytes;
  /** Kept, since asking the array costs more than reading a number from it. */
  readonly #byteOffset: number;

  /** `numbers` is a view of `source`. */
  constructor(numbers: Uint32Array, source: LazyBytes = wholeBytes(numbers.buffer)) {
    this.length = numbers.length;
    this.#numbers = numbers;
    this.#source = source;
    this.#byteOffset = numbers.byteOffset;
  }

  at(index: number): number {
    const from = this.#byteOffset + 4 * index;
    this.#source.need(from, from + 4);
    return this.#numbers[index];
  }

  all(): Uint32Array {
    needAll(this.#source, this.#numbers);
    return this.#numbers;
  }
}
