/** The data of a training run: where it lies, and as the model takes it. */

import { LinkingError } from "../errors.js";
import { type MissingGold, type SelectedDocument, toModelDocuments } from "../features/model-documents.js";
import { loadPreparedDocuments } from "../features/prepared-document.js";
import { openPreparedTables, preparedPart } from "../features/prepared-set.js";
import type { ModelTables } from "../model/tables.js";
import type { TrainingSettings } from "./settings.js";

/** A prepared folder and the names of its parts. */
export interface DataPlace {
  folder: string;
  train: string;
  dev: string;
}

export interface TrainingData {
  tables: ModelTables;
  train: SelectedDocument[];
  dev: SelectedDocument[];
}

/** Files whose bytes decide what a run gives. */
export async function dataFiles(place: DataPlace): Promise<string[]> {
  const { files } = await openPreparedTables(place.folder);
  return [preparedPart(place.folder, place.train), preparedPart(place.folder, place.dev), ...files];
}

export async function loadTrainingData(
  place: DataPlace,
  {
    model,
    selection,
    longest,
    missingGold,
  }: Pick<TrainingSettings, "model" | "selection" | "longest" | "missingGold">,
): Promise<TrainingData> {
  const { tables } = await openPreparedTables(place.folder);
  if (tables.words.d !== model.dims) {
    throw new LinkingError(
      "mismatch",
      `The vectors in ${place.folder} have ${tables.words.d} numbers, the model is set to ${model.dims}; set model.dims to ${tables.words.d}.`,
    );
  }
  const load = async (part: string, missingGold: MissingGold) =>
    toModelDocuments(await loadPreparedDocuments(preparedPart(place.folder, part)), tables, {
      selection,
      longest,
      missingGold,
    });
  return { tables, train: await load(place.train, missingGold), dev: await load(place.dev, "keep") };
}
