/** A training run on disk between two steps: one safetensors file with the buffers, and the rest as JSON in its header. */
import { readFile } from "node:fs/promises";
import { LinkingError, messageOf } from "../errors.js";
import { createAtomicFile } from "../files/atomic-file.js";
import { readingFile } from "../files/reading.js";
import { formatSafetensors, parseSafetensors, type Tensor } from "../vectors/safetensors.js";
import { VERSION_WITH_DIGEST } from "../vectors/safetensors-digest.js";
import type { TrainingSettings } from "./settings.js";
import type { TrainerBuffers, TrainerProgress } from "./trainer.js";

export interface Checkpoint {
  settings: TrainingSettings;
  progress: TrainerProgress;
  buffers: TrainerBuffers;
}

export const CHECKPOINT_FORMAT = "mulrel-checkpoint-1";
const bufferNames = ["parameters", "m", "v", "average", "best"] as const;

export async function writeCheckpoint(path: string, checkpoint: Checkpoint): Promise<void> {
  const tensors = new Map<string, Tensor>();
  for (const name of bufferNames) {
    const data = checkpoint.buffers[name];
    const type = data instanceof Float64Array ? "F64" : "F32";
    tensors.set(name, { type, shape: [data.length], data });
  }
  const metadata = {
    format: CHECKPOINT_FORMAT,
    version: VERSION_WITH_DIGEST,
    settings: JSON.stringify(checkpoint.settings),
    progress: JSON.stringify(checkpoint.progress),
  };
  const file = await createAtomicFile(path);
  for (const piece of formatSafetensors({ metadata, tensors })) await file.write(piece);
  await file.commit();
}

export async function readCheckpoint(path: string): Promise<Checkpoint> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new LinkingError("not-found", `There is no checkpoint to go on from: ${messageOf(error)}.`, {
      cause: error,
    });
  });
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { metadata, tensors } = parseSafetensors(buffer, path);
  if (metadata.format !== CHECKPOINT_FORMAT) {
    throw new LinkingError(
      "bad-file",
      `${path} is no checkpoint of mulrel train (format ${metadata.format}).`,
    );
  }
  const buffers = Object.fromEntries(bufferNames.map((name) => [name, tensors.get(name)?.data]));
  for (const name of bufferNames) {
    if (!buffers[name])
      throw new LinkingError("bad-file", `${path} lacks "${name}"; take an older checkpoint.`);
  }
  return readingFile(path, () => ({
    settings: JSON.parse(metadata.settings) as TrainingSettings,
    progress: JSON.parse(metadata.progress) as TrainerProgress,
    buffers: buffers as unknown as TrainerBuffers,
  }));
}
