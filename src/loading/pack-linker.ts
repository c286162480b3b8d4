/** A finished linker written anew in packed blocks, with what its vectors and knowledge base are rounded to. */
import { existsSync } from "node:fs";
import { copyFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomically } from "../files/atomic-file.js";
import { wholeBytes } from "../files/lazy-bytes.js";
import { openSealedJson, sealJson } from "../files/sealed-json.js";
import { readWholeFile } from "../files/whole-file.js";
import { contentsOf } from "../kb/contents.js";
import { encodePackedKnowledgeBase } from "../kb/stores/packed-writer.js";
import { quantiseRows, type TierSettings } from "../vectors/train-product.js";
import type { VectorTable } from "../vectors/vector-table.js";
import { type LinkerManifest, MANIFEST } from "./open-linker.js";
import { openModelKnowledgeBase, openTable, unpackFile } from "./packed-files.js";
import { ENTITY_BLOCK, entityTiers, linkerFileNames, packTable, WORD_BLOCK } from "./save-linker.js";

export interface PackOptions {
  /** Bytes that tell an entity's vector; vectors that are told by books already stay as they are. */
  tiers?: TierSettings[];
  seed?: number;
}

/** Reads the linker in `folder`, whatever its files are packed with, and writes it to `out`. The parameters stay as they are. */
export async function packLinker(
  folder: string,
  out: string,
  { tiers = entityTiers, seed }: PackOptions = {},
): Promise<LinkerManifest["files"]> {
  const text = await readFile(join(folder, MANIFEST), "utf8");
  const manifest = openSealedJson(text, MANIFEST) as unknown as LinkerManifest;
  const { files } = manifest;
  const open = async (name: string) => wholeBytes(await readWholeFile(join(folder, name)));
  const table = async (name: string): Promise<VectorTable> =>
    openTable(await unpackFile(await open(name), name), name);
  const kb = await openModelKnowledgeBase(await open(files.kb), files.kb);
  const words = await table(files.words);
  const entities = await table(files.entities);
  const names = linkerFileNames("blocks");
  const write = (key: keyof typeof names, content: Uint8Array) =>
    writeFileAtomically(join(out, names[key]), content);
  await mkdir(out, { recursive: true });
  await write("kb", encodePackedKnowledgeBase(contentsOf(kb)));
  await write("words", packTable(words, WORD_BLOCK));
  const stored = entities.books ? entities : quantiseRows(entities, tiers, { seed });
  await write("entities", packTable(stored, ENTITY_BLOCK));
  await write("model", new Uint8Array(await readFile(join(folder, files.model))));
  if (existsSync(join(folder, "README.md")))
    await copyFile(join(folder, "README.md"), join(out, "README.md"));
  await writeFileAtomically(join(out, MANIFEST), sealJson({ ...manifest, files: names }));
  return names;
}
