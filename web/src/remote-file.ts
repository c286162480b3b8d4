/** A file of the model that comes in pieces: read while it is still being loaded; what is not there yet is fetched at once. For workers only. */
import type { ByteSource } from "../../src/files/byte-source.js";
import { inflateRaw } from "../../src/files/inflate.js";

/** What is known to be there is kept by so many bytes; pieces of the first load begin and end at multiples of it. */
export const GRANULE = 1024;
/** Bytes fetched at least when something is missing: what lies beside it is asked for seldom, but a question costs as much as many bytes. */
const WINDOW = 64 * GRANULE;
/** Pieces so near each other are fetched as one. */
const NEAR = 32 * GRANULE;
const MISSING = "A part of the model is not here yet";

/** First byte and end. */
export type Piece = [from: number, to: number];

/** Thrown where reading must not wait: what is missing is noted. */
export class PieceMissing extends Error {
  constructor() {
    super(`${MISSING}.`);
  }
}

/** What is read, or something else where a piece of it is missing. */
export function orElse<Value>(otherwise: Value, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof PieceMissing) return otherwise;
    throw error;
  }
}

export class RemoteFile implements ByteSource {
  readonly byteLength: number;
  readonly inflate = inflateRaw;
  readonly #address: string;
  /** As long as the file; the system gives memory only to what is written. */
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #isThere: Uint8Array;
  readonly #onArrival: (bytes: number) => void;
  /** Granules that were missing while nobody waited; undefined: whoever reads waits. */
  #noted: Set<number> | undefined;
  /** Undefined until the host has shown it. */
  #knowsRanges: boolean | undefined;

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
      if (this.#isThere[granule] === 1) continue;
      if (this.#noted) this.#note(granule, last);
      this.#fetchNow(granule, last);
    }
    return this.#bytes.subarray(from, to);
  }

  #note(granule: number, last: number): never {
    for (let g = granule; g <= last; g++) if (this.#isThere[g] === 0) this.#noted!.add(g);
    throw new PieceMissing();
  }

  /** From now on whatever is missing is noted, and reading it throws. */
  beginNoting(): void {
    this.#noted = new Set();
  }

  /** Reading waits again. Returns what was noted as pieces to fetch. */
  endNoting(): Piece[] {
    const pieces: Piece[] = [];
    for (const granule of [...(this.#noted ?? [])].sort((a, b) => a - b)) {
      const from = granule * GRANULE;
      const to = Math.min(this.byteLength, from + GRANULE);
      const piece = pieces.at(-1);
      if (piece && from - piece[1] <= NEAR) piece[1] = to;
      else pieces.push([from, to]);
    }
    this.#noted = undefined;
    return pieces;
  }

  /** Fetches pieces at the same time. Until the host has answered with a part of the file, the first one goes alone: the whole file may come instead. */
  async fetchPieces(pieces: Piece[]): Promise<void> {
    if (this.#knowsRanges === undefined && pieces.length > 0) await this.#fetchPiece(...pieces[0]);
    if (this.#knowsRanges) await Promise.all(pieces.map((piece) => this.#fetchPiece(...piece)));
  }

  async #fetchPiece(from: number, to: number): Promise<void> {
    if (this.#isThere.subarray(from / GRANULE, Math.ceil(to / GRANULE)).every((is) => is === 1)) return;
    const headers = { range: rangeOf(from, to) };
    const response = await fetch(this.#address, { headers });
    this.#take(response.status, from, to, new Uint8Array(await response.arrayBuffer()));
  }

  /** A host that knows no ranges sends the whole file: all the better. */
  #take(status: number, from: number, to: number, bytes: Uint8Array): void {
    this.#knowsRanges = status === 206;
    if (status === 200 && bytes.length === this.byteLength) this.put(0, bytes);
    else if (status === 206 && bytes.length === to - from) this.put(from, bytes);
    else throw new Error(`A part of the model could not be loaded (status ${status}).`);
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
    request.setRequestHeader("range", rangeOf(from, to));
    try {
      request.send();
    } catch {
      throw new Error(`${MISSING} and cannot be fetched; is there a network?`);
    }
    const bytes = (request.response as ArrayBuffer | null) ?? new ArrayBuffer(0);
    this.#take(request.status, from, to, new Uint8Array(bytes));
  }

  close(): void {}
}

function rangeOf(from: number, to: number): string {
  return `bytes=${from}-${to - 1}`;
}
