/** A model as a safetensors file: the published names for its parameters, and its config and origin as JSON in the header. */
import { LinkingError } from "../errors.js";
import type { KernelBuild, Kernels } from "../math/kernels.js";
import { formatSafetensors, parseSafetensors, type Tensor } from "../vectors/safetensors.js";
import { VERSION_WITH_DIGEST } from "../vectors/safetensors-digest.js";
import { createConfig, type ModelConfig } from "./config.js";
import { createModel, type Model } from "./model.js";
import { layOutParameters } from "./parameters.js";
import type { ModelTables } from "./tables.js";

export const MODEL_FORMAT = "mulrel-model";
/** Files of the first version had no digest. */
const READABLE = ["1", VERSION_WITH_DIGEST];

/** Where a model comes from: what it needs to be read with, and what its training can be repeated from. */
export interface ModelOrigin {
  seed?: number;
  /** SHA-256 of the vector tables it was trained with. */
  tables?: Partial<Record<TableName, string>>;
  /** SHA-256 of the training data, by file. */
  data?: Record<string, string>;
  /** The arithmetic it was trained with. */
  build?: KernelBuild;
  /** Training settings and results worth keeping. */
  notes?: Record<string, unknown>;
}

export type TableName = "words" | "entities" | "relationWords";

/** A model file's content, not yet bound to kernels and tables. */
export interface StoredModel {
  config: ModelConfig;
  origin: ModelOrigin;
  tensors: Map<string, Tensor>;
}

/** The pieces of a model file, to be written one after the other. The same model gives the same bytes. */
export function formatModel(model: Model, origin: ModelOrigin): Uint8Array[] {
  const tensors = new Map<string, Tensor>();
  for (const { name, shape } of model.layout.parts) {
    tensors.set(name, { type: "F32", shape, data: Float32Array.from(model.parameter(name)) });
  }
  return formatStoredModel({ config: model.config, origin, tensors });
}

export function formatStoredModel({ config, origin, tensors }: StoredModel): Uint8Array[] {
  const metadata = {
    format: MODEL_FORMAT,
    version: VERSION_WITH_DIGEST,
    config: JSON.stringify(config),
    origin: JSON.stringify(origin),
  };
  return formatSafetensors({ metadata, tensors });
}

/** Reads a model file held in memory and checks every name and shape. `file` is its name, for messages. */
export function parseModel(buffer: ArrayBufferLike, file = "the file"): StoredModel {
  const { metadata, tensors } = parseSafetensors(buffer, file);
  const bad = (sentence: string) =>
    new LinkingError("bad-file", `${file} holds no usable model: ${sentence}`);
  if (metadata.format !== MODEL_FORMAT) {
    throw bad(`its format is "${metadata.format ?? "not given"}", wanted "${MODEL_FORMAT}".`);
  }
  if (!READABLE.includes(metadata.version)) {
    throw bad(
      `it is of version ${metadata.version}; this mulrel reads versions ${READABLE.join(" and ")}. Use the mulrel that wrote it.`,
    );
  }
  let config: ModelConfig;
  let origin: ModelOrigin;
  try {
    config = createConfig(JSON.parse(metadata.config));
    origin = JSON.parse(metadata.origin ?? "{}");
  } catch (error) {
    throw bad(`its config cannot be read (${error instanceof Error ? error.message : error}).`);
  }
  const { parts } = layOutParameters(config);
  const problems: string[] = [];
  for (const { name, shape } of parts) {
    const found = tensors.get(name);
    if (!found) problems.push(`${name} [${shape}] is missing`);
    else if (found.type !== "F32" || String(found.shape) !== String(shape)) {
      problems.push(`${name} is ${found.type} [${found.shape}], wanted F32 [${shape}]`);
    } else if (!(found.data as Float32Array).every(Number.isFinite))
      problems.push(`${name} has NaN or infinity`);
  }
  for (const name of tensors.keys()) {
    if (!parts.some((p) => p.name === name)) problems.push(`${name} is not a parameter of this variant`);
  }
  if (problems.length > 0) throw bad(`${problems.join("; ")}.`);
  return { config, origin, tensors };
}

/**
 * Binds a stored model to kernels and tables. `tableHashes` are the SHA-256 of the tables given; where both are known they must
 * be the ones the model was trained with.
 */
export function createModelFrom(
  kernels: Kernels,
  stored: StoredModel,
  tables: ModelTables,
  tableHashes: ModelOrigin["tables"] = {},
): Model {
  for (const name of ["words", "entities", "relationWords"] as const) {
    const trainedWith = stored.origin.tables?.[name];
    const given = tableHashes[name];
    if (trainedWith && given && trainedWith !== given) {
      throw new LinkingError(
        "mismatch",
        `The model was trained with another ${name} table (SHA-256 ${trainedWith}) than the one given (${given}); open the table it was trained with.`,
      );
    }
  }
  const model = createModel(kernels, stored.config, tables);
  for (const { name } of model.layout.parts) {
    model.parameter(name).set(stored.tensors.get(name)!.data as Float32Array);
  }
  return model;
}
