/** Where a linker's parameters come from: its own training, another run, or another linker. */
import { loadModel } from "../model/model-file.js";
import type { StoredModel } from "../model/model-format.js";
import { type ModelTables, meanRow } from "../model/tables.js";
import { runFiles } from "../training/run-folder.js";
import { baseFiles, baseModel } from "./base-linker.js";
import type { MakeContext } from "./choose-steps.js";
import { TRAINED_MODEL } from "./steps/training-step.js";

/** The files the parameters are read from: from outside, or made by a step. */
export function modelSources({ parametersFrom, sources, base }: MakeContext): {
  sources: string[];
  made: string[];
} {
  if (parametersFrom === "training") return { sources: [], made: [TRAINED_MODEL] };
  if (parametersFrom === "run") return { sources: [runFiles(sources.run!).model], made: [] };
  return { sources: baseFiles(base!), made: [] };
}

export interface Parameters {
  stored: StoredModel;
  /** v of an unknown token, as the parameters were trained with it. */
  unknownWord: number[];
}

export async function parametersOf(
  { parametersFrom, sources, base }: MakeContext,
  path: (file: string) => string,
  tables: ModelTables,
): Promise<Parameters> {
  if (parametersFrom === "base") {
    return { stored: await baseModel(base!), unknownWord: base!.manifest.unknownWord };
  }
  const file = parametersFrom === "run" ? runFiles(sources.run!).model : path(TRAINED_MODEL);
  const unknownWord = Array.from(meanRow(tables.relationWords), Math.fround);
  return { stored: await loadModel(file), unknownWord };
}
