/** The files of a linker's folder: blocks read as they are needed, others whole. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isBlockFile } from "../files/block-file.js";
import type { ByteSource, GiveMemory } from "../files/byte-source.js";
import { openFileSource } from "../files/file-source.js";
import { readWholeFile } from "../files/whole-file.js";
import type { ReadModelFile } from "./model-source.js";

/** `memory`: where what becomes of packed files lies, when threads share it. */
export function createFolderReader(folder: string, memory?: GiveMemory): ReadModelFile {
  return async (name) => {
    const path = join(folder, name);
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
