/** Makes a folder of our files out of a model that the published code has saved. Nothing in its files is executed. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { LinkingError, messageOf } from "../errors.js";
import { readWholeFile } from "../files/whole-file.js";
import { withWriteLock } from "../files/write-lock.js";
import type { ModelConfig } from "../model/config.js";
import { saveStoredModel } from "../model/model-file.js";
import { readPublishedModel } from "../model/published-model.js";
import { parseTorchFile } from "../vectors/torch/torch-file.js";
import { writeVectorTable } from "../vectors/vector-file.js";
import { RELATION_WORDS } from "./prepared-set.js";

export interface ImportedModel {
  config: ModelConfig;
  /** Files written, by name. */
  files: string[];
}

const FILE_OF = { words: "words", entities: "entities", relationWords: RELATION_WORDS } as const;

/**
 * `model` is the path that the published code was given: model.config and model.state_dict are read. Writes model.safetensors and, where
 * the state holds them, words, entities and relation-words.
 *
 * ```ts
 * import { importPublishedModel } from "mulrel/train";
 *
 * const { config } = await importPublishedModel("mulrel-nel/model", "imported");
 * console.log(`${config.normalization} with ${config.relations} relations`);
 * ```
 */
export async function importPublishedModel(model: string, folder: string): Promise<ImportedModel> {
  const settings = await readSettings(`${model}.config`);
  const statePath = `${model}.state_dict`;
  const tensors = parseTorchFile(new Uint8Array(await readWholeFile(statePath)), statePath);
  const published = readPublishedModel(settings, tensors, statePath);
  return withWriteLock(folder, "import", async () => {
    const files = ["model.safetensors"];
    await saveStoredModel(join(folder, files[0]), published.model);
    for (const name of Object.keys(FILE_OF) as (keyof typeof FILE_OF)[]) {
      const table = published.tables[name];
      if (!table) continue;
      files.push(`${FILE_OF[name]}.safetensors`);
      await writeVectorTable(join(folder, files.at(-1)!), table);
    }
    return { config: published.model.config, files };
  });
}

async function readSettings(path: string): Promise<Record<string, unknown>> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new LinkingError(
      "not-found",
      `${path} could not be read (${messageOf(cause)}); give the path without .config.`,
      {
        cause,
      },
    );
  });
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch (cause) {
    throw new LinkingError("bad-file", `${path} is no JSON: ${messageOf(cause)}.`, { cause });
  }
  throw new LinkingError("bad-file", `${path} holds no JSON object of settings.`);
}
