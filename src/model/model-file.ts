/** Models on disk: written complete or not at all, checked when read. */
import { createAtomicFile } from "../files/atomic-file.js";
import { readWholeFile } from "../files/whole-file.js";
import type { Model } from "./model.js";
import {
  formatModel,
  formatStoredModel,
  type ModelOrigin,
  parseModel,
  type StoredModel,
} from "./model-format.js";

export function saveModel(path: string, model: Model, origin: ModelOrigin): Promise<void> {
  return writePieces(path, formatModel(model, origin));
}

/** A model that was never bound to kernels: one that another program has trained. */
export function saveStoredModel(path: string, stored: StoredModel): Promise<void> {
  return writePieces(path, formatStoredModel(stored));
}

async function writePieces(path: string, pieces: Uint8Array[]): Promise<void> {
  const file = await createAtomicFile(path);
  for (const piece of pieces) await file.write(piece);
  await file.commit();
}

export async function loadModel(path: string): Promise<StoredModel> {
  return parseModel(await readWholeFile(path), path);
}
