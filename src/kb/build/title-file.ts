/** The titles of a build by number: the log's file in memory, decoded on demand. */
import { readFileSync } from "node:fs";
import { ByteReader, decodeUtf8 } from "../../files/bytes.js";

export class TitleFile {
  readonly size: number;
  #bytes: Uint8Array;
  #starts: Float64Array;

  constructor(path: string, size: number) {
    this.#bytes = readFileSync(path);
    this.size = size;
    this.#starts = new Float64Array(size + 1);
    const reader = new ByteReader(this.#bytes);
    for (let i = 0; i < size; i++) {
      this.#starts[i] = reader.at;
      const length = reader.varint();
      reader.at += length;
    }
    this.#starts[size] = reader.at;
  }

  at(title: number): string {
    const reader = new ByteReader(this.#bytes, this.#starts[title]);
    const length = reader.varint();
    return decodeUtf8(this.#bytes, reader.at, reader.at + length);
  }
}
