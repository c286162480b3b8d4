/** Models on disk: written complete or not at all, checked when read. */
import { createAtomicFile } from "../files/atomic-file.js";
import { readWholeFile } from "../files/whole-file.js";
import type { Model } from "./model.js";
import { formatModel, type ModelOrigin, parseModel, type StoredModel } from "./model-format.js";

export async function saveModel(path: string, model: Model, origin: ModelOrigin): Promise<void> {
  const file = await createAtomicFile(path);
  for (const piece of formatModel(model, origin)) await file.write(piece);
  await file.commit();
}

export async function loadModel(path: string): Promise<StoredModel> {
  return parseModel(await readWholeFile(path), path);
}
