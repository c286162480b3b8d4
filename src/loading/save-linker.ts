/** Writes a linker's folder: knowledge base, vectors, model and the manifest that holds them together. */
import { join } from "node:path";
import { writeFileAtomically } from "../files/atomic-file.js";
import type { Model } from "../model/model.js";
import { saveModel } from "../model/model-file.js";
import type { ModelOrigin } from "../model/model-format.js";
import { writeVectorTable } from "../vectors/vector-file.js";
import type { VectorTable } from "../vectors/vector-table.js";
import { type LinkerManifest, MANIFEST } from "./open-linker.js";

export interface LinkerFiles {
  /** The single-file knowledge base. */
  kb: Uint8Array;
  words: VectorTable;
  entities: VectorTable;
  model: Model;
  origin: ModelOrigin;
}

export const linkerFileNames: LinkerManifest["files"] = {
  kb: "knowledge-base.kb",
  words: "words.safetensors",
  entities: "entities.safetensors",
  model: "model.safetensors",
};

/** The manifest comes last: a folder without one is not a linker. */
export async function saveLinker(
  folder: string,
  files: LinkerFiles,
  about: Pick<LinkerManifest, "name" | "settings" | "calibration" | "unknownWord" | "about">,
): Promise<void> {
  const path = (name: keyof typeof linkerFileNames) => join(folder, linkerFileNames[name]);
  await writeFileAtomically(path("kb"), files.kb);
  await writeVectorTable(path("words"), files.words);
  await writeVectorTable(path("entities"), files.entities);
  await saveModel(path("model"), files.model, files.origin);
  const manifest: LinkerManifest = { format: "mulrel-linker", version: 1, files: linkerFileNames, ...about };
  await writeFileAtomically(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`);
}
