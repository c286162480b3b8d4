/** The data of a training run: where it lies, and as the model takes it. */
import { LinkingError } from "../errors.js";
import { type MissingGold, type SelectedDocument, toModelDocuments } from "../features/model-documents.js";
import { loadPreparedDocuments, type PreparedDocument } from "../features/prepared-document.js";
import { openPreparedTables, preparedPart } from "../features/prepared-set.js";
import type { ModelTables } from "../model/tables.js";
import { type Fold, splitByFold } from "./folds.js";
import type { TrainingSettings } from "./settings.js";

/** A prepared folder and the names of its parts. */
export interface DataPlace {
  folder: string;
  train: string;
  dev: string;
  /** The documents of both parts, one after the other, in folds; the parts as they are when left out. */
  fold?: Fold;
}

export interface TrainingData {
  tables: ModelTables;
  train: SelectedDocument[];
  dev: SelectedDocument[];
  /** Documents of neither, which judge; only where there are folds. */
  outside?: SelectedDocument[];
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
  const select = (documents: PreparedDocument[], missingGold: MissingGold) =>
    toModelDocuments(documents, tables, { selection, longest, missingGold });
  const load = (part: string) => loadPreparedDocuments(preparedPart(place.folder, part));
  const parts = { train: await load(place.train), dev: await load(place.dev) };
  if (!place.fold) {
    return { tables, train: select(parts.train, missingGold), dev: select(parts.dev, "keep") };
  }
  const { train, dev, outside } = splitByFold([...parts.train, ...parts.dev], place.fold);
  return {
    tables,
    train: select(train, missingGold),
    dev: select(dev, "keep"),
    outside: select(outside, "keep"),
  };
}
