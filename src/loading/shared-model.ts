/** The tables of a model in memory that all threads of a process share: opened by many, unpacked once, there once. */
import { availableParallelism } from "node:os";
import type { GiveMemory } from "../files/byte-source.js";
import { createFolderReader } from "./folder-files.js";
import type { LinkerSource, SharingSource } from "./linker-source.js";
import { shippedModel } from "./load-linker.js";
import { createModelReader } from "./model-source.js";
import { MANIFEST, parseManifest } from "./open-linker.js";
import { openModelKnowledgeBase, unpackFile } from "./packed-files.js";

/** Memory by what it holds; goes to other threads as it is. Made by `shareModel`. */
export type SharedModel = ReadonlyMap<string, SharedArrayBuffer>;

/**
 * Memory for the tables of the model in a folder, the shipped one's when left out. Every thread that opens the model with it
 * (`loadLinker(folder, { memory })`) reads the same tables; what one has unpacked no other unpacks again.
 *
 * ```ts
 * import { Worker } from "node:worker_threads";
 * import { shareModel } from "mulrel/node";
 *
 * const memory = await shareModel();
 * // in each thread: loadLinker(undefined, { memory: workerData.memory })
 * const threads = [1, 2, 3, 4].map(() => new Worker("./link-thread.js", { workerData: { memory } }));
 * ```
 */
export async function shareModel(folder = shippedModel()): Promise<SharedModel> {
  const memory = new Map<string, SharedArrayBuffer>();
  const give: GiveMemory = (part, byteLength) => {
    if (!memory.has(part)) memory.set(part, new SharedArrayBuffer(byteLength));
    return memory.get(part)!;
  };
  const read = createModelReader(createFolderReader(folder, give));
  const { files } = parseManifest(await unpackFile(await read(MANIFEST), MANIFEST));
  // opening asks for all the memory that there will be
  (await openModelKnowledgeBase(await read(files.kb), files.kb)).close();
  for (const name of [files.words, files.entities]) (await unpackFile(await read(name), name)).close();
  return memory;
}

/** What so many threads, one for each processor when left out, are told to load, with memory for their model; without, where that cannot be opened: they say why. */
export async function withSharedMemory(
  source: LinkerSource,
  threads: number = availableParallelism(),
): Promise<SharingSource> {
  try {
    return { ...source, threads, memory: await shareModel(source.model) };
  } catch {
    return { ...source, threads };
  }
}
