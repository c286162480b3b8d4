/** The word vectors of a model's folder, without the rest. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { VectorTable } from "../vectors/vector-table.js";
import { createFolderReader } from "./folder-files.js";
import { createModelReader } from "./model-source.js";
import { type LinkerManifest, MANIFEST } from "./open-linker.js";
import { openTable, unpackFile } from "./packed-files.js";

export async function openModelWords(folder: string): Promise<VectorTable> {
  const { files } = JSON.parse(await readFile(join(folder, MANIFEST), "utf8")) as LinkerManifest;
  const file = await createModelReader(createFolderReader(folder))(files.words);
  return openTable(await unpackFile(file, files.words), files.words);
}
