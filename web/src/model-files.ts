/** The model's files: what the first text needs first, the rest behind it, all of it kept for the next visit. */
import type { ModelFile } from "../../src/loading/model-source.js";
import type { LoadProgress } from "./backend.js";
import { orElse, type Piece, RemoteFile } from "./remote-file.js";

/** What `npm run site` writes beside the model's files. */
export interface ModelIndex {
  files: { name: string; bytes: number; sha256: string; isInBlocks: boolean }[];
  /** One file of the pieces that opening and the first example need: place among the files, first byte, end. */
  first: { name: string; bytes: number; sha256: string; pieces: [file: number, from: number, to: number][] };
}

export interface ModelFiles {
  read(name: string): Promise<ModelFile>;
  /** What `work` makes of what is there; undefined when something is missing. */
  tryNow<Result>(work: () => Result): Result | undefined;
  /** Lets `work` read what it will need, again and again, and fetches what it misses together; `work` goes on where a `PieceMissing` is thrown. */
  fetchAhead(work: () => void): Promise<void>;
  /** Loads what nobody asked for yet, so that other texts, and visits without a network, find everything. */
  loadRest(): Promise<void>;
}

const CACHE = "mulrel-model";
/** Who misses more pieces at once waits for all of the model: it is as fast. */
const MOST_PIECES = 800;
/** A look-up leads to another, and that to the next; what is left then is fetched when it is read. */
const MOST_ROUNDS = 12;
const BROKEN_OFF = "The network broke off while the model was loaded.";

type OnProgress = (progress: LoadProgress) => void;

/** Files of an older model are thrown away. */
export async function openModelFiles(folder: URL, onProgress: OnProgress): Promise<ModelFiles> {
  const index = (await (await fetchFile(new URL("index.json", folder), "no-cache")).json()) as ModelIndex;
  const addressOf = ({ name, sha256 }: { name: string; sha256: string }) =>
    new URL(`${name}?${sha256.slice(0, 16)}`, folder).href;
  const total = index.files.reduce((sum, f) => sum + f.bytes, 0);
  let done = 0;
  const addDone = (bytes: number) => {
    done += bytes;
    onProgress({ stage: "rest", done, total });
  };
  const cache = await openCache();
  const addresses = new Map(index.files.map((file) => [file.name, addressOf(file)]));
  await forgetOthers(cache, new Set(addresses.values()));
  const plain = new Map(
    index.files
      .filter((file) => !file.isInBlocks)
      .map((file) => [file.name, readWhole(cache, addressOf(file), addDone)]),
  );
  for (const bytes of plain.values()) bytes.catch(() => {}); // told to who reads it
  const remote = await openRemoteFiles(index, addressOf, { cache, addDone, onProgress });

  async function loadAll(): Promise<void> {
    await Promise.all(
      [...remote].map(async ([name, file]) => {
        const address = addresses.get(name)!;
        await fillUp(file, await fetchFile(address));
        await keep(cache, address, file.whole);
      }),
    );
    onProgress({ stage: "complete", done, total });
    remote.clear();
  }
  let all: Promise<void> | undefined;
  const loadRest = () => (all ??= loadAll());

  return {
    read(name) {
      const address = addresses.get(name);
      if (address === undefined) throw new Error(`The model has no file ${name}.`);
      const file = remote.get(name) ?? plain.get(name) ?? readWhole(cache, address, addDone);
      return Promise.resolve(file);
    },
    loadRest,
    tryNow: (work) => tryNow([...remote.values()], work),
    async fetchAhead(work) {
      for (let round = 0; round < MOST_ROUNDS && remote.size > 0; round++) {
        const missing = noteMissing([...remote.values()], work);
        const count = missing.reduce((sum, { pieces }) => sum + pieces.length, 0);
        if (count === 0) return;
        if (count > MOST_PIECES) return loadRest();
        await Promise.all(missing.map(({ file, pieces }) => file.fetchPieces(pieces)));
      }
    },
  };
}

function tryNow<Result>(files: RemoteFile[], work: () => Result): Result | undefined {
  let result: Result | undefined;
  noteMissing(files, () => {
    result = orElse(undefined, work);
  });
  return result;
}

/** The pieces of each file that the work misses. */
function noteMissing(files: RemoteFile[], work: () => void): { file: RemoteFile; pieces: Piece[] }[] {
  for (const file of files) file.beginNoting();
  let missing: { file: RemoteFile; pieces: Piece[] }[] = [];
  try {
    work();
  } finally {
    missing = files.map((file) => ({ file, pieces: file.endNoting() }));
  }
  return missing;
}

async function readWhole(
  cache: Cache | undefined,
  address: string,
  addDone: (bytes: number) => void,
): Promise<ArrayBuffer> {
  const kept = await cache?.match(address);
  const bytes = await (kept ?? (await fetchFile(address))).arrayBuffer();
  addDone(bytes.byteLength);
  if (!kept) await keep(cache, address, bytes);
  return bytes;
}

interface Loading {
  cache: Cache | undefined;
  addDone(bytes: number): void;
  onProgress: OnProgress;
}

/** Files in blocks that were not kept, with what the first text needs already there. */
async function openRemoteFiles(
  { files, first }: ModelIndex,
  addressOf: (file: { name: string; sha256: string }) => string,
  { cache, addDone, onProgress }: Loading,
): Promise<Map<string, RemoteFile>> {
  const remote = new Map<string, RemoteFile>();
  for (const file of files) {
    const address = addressOf(file);
    if (file.isInBlocks && !(await cache?.match(address))) {
      remote.set(file.name, new RemoteFile(address, file.bytes, addDone));
    }
  }
  if (remote.size === 0) return remote;
  const pieces = new Uint8Array(first.bytes);
  let come = 0;
  await eachPart(await fetchFile(addressOf(first)), (part) => {
    pieces.set(part.subarray(0, pieces.length - come), come);
    come += part.length;
    onProgress({ stage: "first", done: come, total: first.bytes });
  });
  if (come !== first.bytes) throw new Error(BROKEN_OFF);
  let at = 0;
  for (const [file, from, to] of first.pieces) {
    remote.get(files[file].name)?.put(from, pieces.subarray(at, at + to - from));
    at += to - from;
  }
  return remote;
}

/** Puts a whole file where it belongs as its bytes come. */
async function fillUp(file: RemoteFile, response: Response): Promise<void> {
  let at = 0;
  let waiting = new Uint8Array(0);
  await eachPart(response, (part) => {
    const bytes = new Uint8Array(waiting.length + part.length);
    bytes.set(waiting);
    bytes.set(part, waiting.length);
    const taken = file.put(at, bytes);
    at += taken;
    waiting = bytes.slice(taken);
  });
  if (at !== file.byteLength) throw new Error(BROKEN_OFF);
}

async function eachPart(response: Response, take: (part: Uint8Array) => void): Promise<void> {
  const reader = response.body!.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) take(part.value);
}

async function fetchFile(address: string | URL, cache: RequestCache = "default"): Promise<Response> {
  const response = await fetch(address, { cache });
  if (!response.ok) throw new Error(`A file of the model could not be loaded (status ${response.status}).`);
  return response;
}

/** A full disk must not keep the page from working. */
async function keep(
  cache: Cache | undefined,
  address: string,
  bytes: ArrayBuffer | Uint8Array<ArrayBuffer>,
): Promise<void> {
  await cache?.put(address, new Response(bytes)).catch(() => {});
}

/** Only pages on https or localhost have a cache; the others load the model each time. */
async function openCache(): Promise<Cache | undefined> {
  return "caches" in globalThis ? caches.open(CACHE).catch(() => undefined) : undefined;
}

async function forgetOthers(cache: Cache | undefined, addresses: Set<string>): Promise<void> {
  for (const request of (await cache?.keys()) ?? []) {
    if (!addresses.has(request.url)) await cache?.delete(request);
  }
}
