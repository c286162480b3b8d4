/** Writes a linker's folder: knowledge base, vectors, model and the manifest that holds them together. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { writeFileAtomically } from "../files/atomic-file.js";
import { isBlockFile } from "../files/block-file.js";
import { packBytes } from "../files/block-writer.js";
import { sealJson } from "../files/sealed-json.js";
import { contentsOf } from "../kb/contents.js";
import { openKnowledgeBaseBytes } from "../kb/stores/file-store.js";
import { encodePackedKnowledgeBase } from "../kb/stores/packed-writer.js";
import type { Model } from "../model/model.js";
import { saveModel } from "../model/model-file.js";
import type { ModelOrigin } from "../model/model-format.js";
import { packFourBit } from "../vectors/four-bit.js";
import { formatSafetensors } from "../vectors/safetensors.js";
import { tableToTensors } from "../vectors/table-format.js";
import type { TierSettings } from "../vectors/train-product.js";
import { writeVectorTable } from "../vectors/vector-file.js";
import { VectorTable } from "../vectors/vector-table.js";
import { type LinkerManifest, MANIFEST } from "./open-linker.js";

export interface LinkerFiles {
  /** The knowledge base in one file, packed or not. */
  kb: Uint8Array;
  words: VectorTable;
  entities: VectorTable;
  model: Model;
  origin: ModelOrigin;
  /**
   * Write small files. "blocks": each block is packed by itself and read when it is needed; vectors as they are given. "gzip": read
   * whole; entity vectors at four bits (they must have been read from such).
   */
  packed?: "blocks" | "gzip";
}

/** How entities' vectors are told in a packed linker: those most often meant by more bytes than the others. */
export const entityTiers: TierSettings[] = [
  { rows: 65_536, pieces: 50 },
  { rows: 262_144, pieces: 25 },
  { pieces: 20 },
];

/** Bytes a block of words and of entity vectors: one look-up reads a block of each vector. */
export const WORD_BLOCK = 8192;
export const ENTITY_BLOCK = 4096;

const plainNames: LinkerManifest["files"] = {
  kb: "knowledge-base.kb",
  words: "words.safetensors",
  entities: "entities.safetensors",
  model: "model.safetensors",
};

const blockNames: LinkerManifest["files"] = {
  kb: "knowledge-base.packed",
  words: "words.packed",
  entities: "entities.packed",
  model: "model.safetensors",
};

const gzipNames: LinkerManifest["files"] = {
  kb: "knowledge-base.kb.gz",
  words: "words.safetensors.gz",
  entities: "entities.4bit.gz",
  model: "model.safetensors",
};

/** What the files of a linker are called. */
export function linkerFileNames(packed: LinkerFiles["packed"]): LinkerManifest["files"] {
  if (packed === "blocks") return blockNames;
  return packed === "gzip" ? gzipNames : plainNames;
}

/** What a linker's manifest says of itself. */
export type LinkerAbout = Pick<
  LinkerManifest,
  | "name"
  | "settings"
  | "calibration"
  | "catalogueCalibration"
  | "unknownWord"
  | "nameScorer"
  | "relations"
  | "about"
>;

/**
 * Writes a linker's folder. The manifest comes last: a folder without one is not a linker. Returns the names of the files.
 *
 * ```ts
 * import { type LinkerAbout, type LinkerFiles, saveLinker } from "mulrel/train";
 *
 * declare const files: LinkerFiles;
 * declare const about: LinkerAbout;
 * console.log(await saveLinker("own.linker", files, about));
 * ```
 */
export async function saveLinker(
  folder: string,
  files: LinkerFiles,
  about: LinkerAbout,
): Promise<LinkerManifest["files"]> {
  const names = linkerFileNames(files.packed);
  const path = (name: keyof typeof names) => join(folder, names[name]);
  await mkdir(folder, { recursive: true });
  if (files.packed === "blocks") {
    await writeFileAtomically(path("kb"), packedKnowledgeBase(files.kb));
    await writeFileAtomically(path("words"), packTable(files.words, WORD_BLOCK));
    await writeFileAtomically(path("entities"), packTable(files.entities, ENTITY_BLOCK));
  } else if (files.packed === "gzip") {
    await writePacked(path("kb"), [files.kb]);
    await writePacked(path("words"), formatSafetensors(tableToTensors(bare(files.words))));
    await writePacked(path("entities"), packFourBit(files.entities));
  } else {
    await writeFileAtomically(path("kb"), files.kb);
    await writeVectorTable(path("words"), files.words);
    await writeVectorTable(path("entities"), files.entities);
  }
  await saveModel(path("model"), files.model, files.origin);
  await writeManifest(folder, { format: "mulrel-linker", version: 1, files: names, ...about });
  return names;
}

export function writeManifest(folder: string, manifest: LinkerManifest): Promise<void> {
  return writeFileAtomically(join(folder, MANIFEST), sealJson(manifest));
}

function packedKnowledgeBase(kb: Uint8Array): Uint8Array {
  if (isBlockFile(kb)) return kb;
  return encodePackedKnowledgeBase(contentsOf(openKnowledgeBaseBytes(kb.slice().buffer)));
}

/** The table with its look-up tables, in blocks. */
export function packTable(table: VectorTable, blockLength: number): Uint8Array {
  const content = Buffer.concat(formatSafetensors(tableToTensors(bare(table), { indexed: true })));
  return packBytes(content, blockLength);
}

/** The table without what its own file said of it. */
function bare(table: VectorTable): VectorTable {
  return new VectorTable({ ...table.parts(), metadata: {} });
}

function writePacked(path: string, pieces: Uint8Array[]): Promise<void> {
  return writeFileAtomically(path, gzipSync(Buffer.concat(pieces), { level: 9 }));
}
