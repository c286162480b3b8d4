/** A sliding window over a stream of bytes: parse what is there, ask for more when a record is cut, drop what is done. */
import { LinkingError, throwIfAborted } from "../errors.js";
import type { OnProgress } from "../types.js";

/** A line of vectors is some kilobytes long; who has more of them without an end gave another kind of file. Bytes. */
const LONGEST_RECORD = 64 << 20;
const REPORT_EVERY = 8 << 20;

export interface WindowOptions {
  onProgress?: OnProgress;
  signal?: AbortSignal;
  /** Bytes in all, for the progress bar; left out when nobody knows. */
  total?: number;
}

export class ByteWindow {
  /** The bytes at hand are bytes[start .. end). */
  bytes = new Uint8Array(1 << 20);
  start = 0;
  end = 0;
  #taken = 0;
  #reported = 0;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #options: WindowOptions;

  constructor(chunks: AsyncIterable<Uint8Array>, options: WindowOptions = {}) {
    this.#chunks = chunks[Symbol.asyncIterator]();
    this.#options = options;
  }

  /** Position in the stream of bytes[start]. */
  get position(): number {
    return this.#taken - (this.end - this.start);
  }

  /** Adds the next chunk behind `end`; false at the end of the stream. Views of `bytes` are void afterwards. */
  async more(): Promise<boolean> {
    const { onProgress, signal, total } = this.#options;
    throwIfAborted(signal);
    const { value, done } = await this.#chunks.next();
    if (done) return false;
    const held = this.end - this.start;
    let target = this.bytes;
    if (held + value.length > target.length) target = new Uint8Array(2 * (held + value.length));
    target.set(this.bytes.subarray(this.start, this.end));
    target.set(value, held);
    this.bytes = target;
    this.start = 0;
    this.end = held + value.length;
    this.#taken += value.length;
    if (onProgress && this.#taken - this.#reported >= REPORT_EVERY) {
      this.#reported = this.#taken;
      onProgress({ stage: "reading", done: this.#taken, total, unit: "bytes" });
    }
    return true;
  }

  /** Index in `bytes` of the first `byte` from `start` on, reading on until it comes; −1 when it never does. */
  async find(byte: number): Promise<number> {
    for (let from = this.start; ; ) {
      const at = this.bytes.indexOf(byte, from);
      if (at >= 0 && at < this.end) return at;
      const searched = this.end - this.start;
      if (searched > LONGEST_RECORD) {
        throw new LinkingError(
          "bad-file",
          `there is no end of a line in ${LONGEST_RECORD >> 20} MB after byte ${this.position}; this is no file of vectors as text`,
        );
      }
      if (!(await this.more())) return -1;
      from = this.start + searched;
    }
  }

  /** Makes sure of `count` bytes from `start` on; false when the stream ends before. */
  async need(count: number): Promise<boolean> {
    while (this.end - this.start < count) if (!(await this.more())) return false;
    return true;
  }

  text(from: number, to: number): string {
    return new TextDecoder().decode(this.bytes.subarray(from, to));
  }
}
