/** A file of the model that comes in pieces: read while it is still being loaded; what is not there yet is fetched at once. For workers only. */
import type { ByteSource } from "../../src/files/byte-source.js";
import { inflateRaw } from "../../src/files/inflate.js";

/** What is known to be there is kept by so many bytes; pieces of the first load begin and end at multiples of it. */
export const GRANULE = 1024;
/** Bytes fetched at least when something is missing: what lies beside it is asked for seldom, but a question costs as much as many bytes. */
const WINDOW = 64 * GRANULE;

export class RemoteFile implements ByteSource {
  readonly byteLength: number;
  readonly inflate = inflateRaw;
  readonly #address: string;
  /** As long as the file; the system gives memory only to what is written. */
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #isThere: Uint8Array;
  readonly #onArrival: (bytes: number) => void;

  constructor(address: string, byteLength: number, onArrival: (bytes: number) => void) {
    this.#address = address;
    this.byteLength = byteLength;
    this.#bytes = new Uint8Array(byteLength);
    this.#isThere = new Uint8Array(Math.ceil(byteLength / GRANULE));
    this.#onArrival = onArrival;
  }

  read(from: number, to: number): Uint8Array {
    const last = Math.floor((to - 1) / GRANULE);
    for (let granule = Math.floor(from / GRANULE); granule <= last; granule++) {
      if (this.#isThere[granule] === 0) this.#fetchNow(granule, last);
    }
    return this.#bytes.subarray(from, to);
  }

  /** Takes over bytes that begin at a granule; those that fill no granule wait for the next ones. Returns how many were taken. */
  put(at: number, bytes: Uint8Array): number {
    const end = at + bytes.length;
    const taken = end === this.byteLength ? end : Math.floor(end / GRANULE) * GRANULE;
    this.#bytes.set(bytes.subarray(0, taken - at), at);
    const last = Math.ceil(taken / GRANULE);
    let arrived = 0;
    for (let granule = at / GRANULE; granule < last; granule++) {
      if (this.#isThere[granule] === 1) continue;
      this.#isThere[granule] = 1;
      arrived += Math.min(GRANULE, this.byteLength - granule * GRANULE);
    }
    if (arrived > 0) this.#onArrival(arrived);
    return taken - at;
  }

  /** The file, once it is all there. */
  get whole(): Uint8Array<ArrayBuffer> {
    return this.#bytes;
  }

  /** Linking is one calculation that cannot wait, so it is the request that blocks; a worker may. */
  #fetchNow(granule: number, last: number): void {
    const from = granule * GRANULE;
    const to = Math.min(this.byteLength, Math.max((last + 1) * GRANULE, from + WINDOW));
    const request = new XMLHttpRequest();
    request.open("GET", this.#address, false);
    request.responseType = "arraybuffer";
    request.setRequestHeader("range", `bytes=${from}-${to - 1}`);
    try {
      request.send();
    } catch {
      throw new Error("A part of the model is not here yet and cannot be fetched; is there a network?");
    }
    const bytes = new Uint8Array((request.response as ArrayBuffer | null) ?? new ArrayBuffer(0));
    // a host that knows no ranges sends the whole file: all the better
    if (request.status === 200 && bytes.length === this.byteLength) this.put(0, bytes);
    else if (request.status === 206 && bytes.length === to - from) this.put(from, bytes);
    else throw new Error(`A part of the model could not be loaded (status ${request.status}).`);
  }

  close(): void {}
}
