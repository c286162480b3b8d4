// The knowledge base and the word vectors of a model's folder, whatever scorer of names it has or lacks.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createFolderReader } from "../../dist/loading/folder-files.js";
import { createModelReader } from "../../dist/loading/model-source.js";
import { MANIFEST } from "../../dist/loading/open-linker.js";
import { openModelKnowledgeBase, openTable, unpackFile } from "../../dist/loading/packed-files.js";

export async function openModelParts(folder) {
  const read = createModelReader(createFolderReader(folder));
  const { files } = JSON.parse(readFileSync(join(folder, MANIFEST), "utf8"));
  const kb = await openModelKnowledgeBase(await read(files.kb), files.kb);
  const words = await openTable(await unpackFile(await read(files.words), files.words), files.words);
  return { kb, words };
}
