/** The files of a linker's folder: unpacked copies where there are some, blocks read as they are needed. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isBlockFile } from "../files/block-file.js";
import type { ByteSource, GiveMemory } from "../files/byte-source.js";
import { openFileSource } from "../files/file-source.js";
import { openPagedFile, pageSumsPath } from "../files/paged-file.js";
import { readWholeFile } from "../files/whole-file.js";
import type { ReadModelFile } from "./model-source.js";

/** Folder inside a model's folder with the same files as they are after unpacking. */
export const UNPACKED = "unpacked";

/** `memory`: where what becomes of packed files lies, when threads share it. */
export function createFolderReader(folder: string, memory?: GiveMemory): ReadModelFile {
  return async (name) => {
    // the build unpacks the shipped model once, so that a start need not
    const unpacked = join(folder, UNPACKED, name);
    if (existsSync(pageSumsPath(unpacked))) return openPagedFile(unpacked);
    const path = existsSync(unpacked) ? unpacked : join(folder, name);
    return openIfBlocks(path, memory) ?? ((await readWholeFile(path)) as ArrayBuffer);
  };
}

/** A file of blocks is read block by block; undefined for others. */
function openIfBlocks(path: string, memory?: GiveMemory): ByteSource | undefined {
  if (!existsSync(path)) return undefined;
  const source = openFileSource(path, memory);
  if (isBlockFile(source.read(0, Math.min(8, source.byteLength)))) return source;
  source.close();
  return undefined;
}
