/** Fetches the model's files with progress, and keeps them for the next visit. */
import type { LoadProgress } from "./backend.js";

/** What `npm run site` writes beside the model's files. */
export interface ModelIndex {
  files: { name: string; bytes: number; sha256: string }[];
}

const CACHE = "mulrel-model";

/** Reads a file of the model by its name; files of an older model are thrown away. */
export async function openModelFiles(
  folder: URL,
  onProgress: (progress: LoadProgress) => void,
): Promise<(name: string) => Promise<ArrayBuffer>> {
  const index = (await (await fetchFile(new URL("index.json", folder), "no-cache")).json()) as ModelIndex;
  const total = index.files.reduce((sum, f) => sum + f.bytes, 0);
  let done = 0;
  const addDone = (bytes: number) => {
    done += bytes;
    onProgress({ done, total });
  };
  const cache = await openCache();
  const addresses = new Map(
    index.files.map((f) => [f.name, new URL(`${f.name}?${f.sha256.slice(0, 16)}`, folder).href]),
  );
  await forgetOthers(cache, new Set(addresses.values()));
  return async (name) => {
    const address = addresses.get(name);
    if (address === undefined) throw new Error(`The model has no file ${name}.`);
    const kept = await cache?.match(address);
    if (kept) {
      const bytes = await kept.arrayBuffer();
      addDone(bytes.byteLength);
      return bytes;
    }
    const bytes = await readWithProgress(await fetchFile(address), addDone);
    // a full disk must not keep the page from working
    await cache?.put(address, new Response(bytes)).catch(() => {});
    return bytes;
  };
}

async function fetchFile(address: string | URL, cache: RequestCache = "default"): Promise<Response> {
  const response = await fetch(address, { cache });
  if (!response.ok) throw new Error(`A file of the model could not be loaded (status ${response.status}).`);
  return response;
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

async function readWithProgress(response: Response, addDone: (bytes: number) => void): Promise<ArrayBuffer> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body!.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    addDone(part.value.byteLength);
  }
  return new Blob(parts).arrayBuffer();
}
