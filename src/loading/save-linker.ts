/** Writes a linker's folder: knowledge base, vectors, model and the manifest that holds them together. */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { writeFileAtomically } from "../files/atomic-file.js";
import { sealJson } from "../files/sealed-json.js";
import type { Model } from "../model/model.js";
import { saveModel } from "../model/model-file.js";
import type { ModelOrigin } from "../model/model-format.js";
import { packFourBit } from "../vectors/four-bit.js";
import { formatSafetensors } from "../vectors/safetensors.js";
import { tableToTensors } from "../vectors/table-format.js";
import { writeVectorTable } from "../vectors/vector-file.js";
import { VectorTable } from "../vectors/vector-table.js";
import { type LinkerManifest, MANIFEST } from "./open-linker.js";

export interface LinkerFiles {
  /** The single-file knowledge base. */
  kb: Uint8Array;
  words: VectorTable;
  entities: VectorTable;
  model: Model;
  origin: ModelOrigin;
  /** Write files as small as they get: gzip, entity vectors at four bits (they must have been read from such). */
  packed?: boolean;
}

const plainNames: LinkerManifest["files"] = {
  kb: "knowledge-base.kb",
  words: "words.safetensors",
  entities: "entities.safetensors",
  model: "model.safetensors",
};

const packedNames: LinkerManifest["files"] = {
  kb: "knowledge-base.kb.gz",
  words: "words.safetensors.gz",
  entities: "entities.4bit.gz",
  model: "model.safetensors",
};

/** What the files of a linker are called. */
export function linkerFileNames(packed: boolean): LinkerManifest["files"] {
  return packed ? packedNames : plainNames;
}

/** What a linker's manifest says of itself. */
export type LinkerAbout = Pick<
  LinkerManifest,
  "name" | "settings" | "calibration" | "catalogueCalibration" | "unknownWord" | "nameScorer" | "about"
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
  const names = linkerFileNames(files.packed ?? false);
  const path = (name: keyof typeof names) => join(folder, names[name]);
  await mkdir(folder, { recursive: true });
  if (files.packed) {
    await writePacked(path("kb"), [files.kb]);
    await writePacked(path("words"), formatSafetensors(tableToTensors(bare(files.words))));
    await writePacked(path("entities"), packFourBit(files.entities));
  } else {
    await writeFileAtomically(path("kb"), files.kb);
    await writeVectorTable(path("words"), files.words);
    await writeVectorTable(path("entities"), files.entities);
  }
  await saveModel(path("model"), files.model, files.origin);
  const manifest: LinkerManifest = { format: "mulrel-linker", version: 1, files: names, ...about };
  await writeFileAtomically(join(folder, MANIFEST), sealJson(manifest));
  return names;
}

/** The table without what its own file said of it. */
function bare(table: VectorTable): VectorTable {
  return new VectorTable({ ...table.parts(), metadata: {} });
}

function writePacked(path: string, pieces: Uint8Array[]): Promise<void> {
  return writeFileAtomically(path, gzipSync(Buffer.concat(pieces), { level: 9 }));
}
