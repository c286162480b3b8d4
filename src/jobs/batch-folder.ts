/** The folder that a batch is written into: the plan (which shards there are, in which order) and, for each shard, its lines and what is known of them. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { LinkingError, messageOf } from "../errors.js";
import { createAtomicFile, writeFileAtomically } from "../files/atomic-file.js";
import { readLines } from "../files/lines.js";
import type { Batch, Shard } from "./shard.js";

/** What is recorded of a shard that is done. */
export interface ShardManifest {
  shard: string;
  /** Lines written: documents, and errors in the place of documents. */
  rows: number;
  /** Of these, errors. */
  errors: number;
  /** Of the packed file. */
  bytes: number;
  sha256: string;
  linker: string;
}

/** What the plan keeps of a shard. */
export type PlannedShard = Pick<Shard, "id" | "number" | "pieces">;

const PLAN = "plan.jsonl";
const FORMAT = "mulrel-batch";

/** Two digits of folders, so that no folder has a hundred thousand files. */
const shardStem = (folder: string, id: string) => join(folder, "shards", id.slice(0, 2), id);
export const shardFile = (folder: string, id: string) => `${shardStem(folder, id)}.jsonl.gz`;
export const manifestFile = (folder: string, id: string) => `${shardStem(folder, id)}.json`;

/** Written after the lines have their name: who finds it finds them. */
export async function writeShardManifest(folder: string, manifest: ShardManifest): Promise<void> {
  await writeFileAtomically(manifestFile(folder, manifest.shard), `${JSON.stringify(manifest)}\n`);
}

/** undefined when the shard is not done. */
export async function readShardManifest(folder: string, id: string): Promise<ShardManifest | undefined> {
  const path = manifestFile(folder, id);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new LinkingError("disk", `${path} could not be read: ${messageOf(error)}.`, { cause: error });
  }
  try {
    return JSON.parse(text) as ShardManifest;
  } catch {
    return undefined;
  }
}

/** Replaces the plan of an earlier submission as a whole, once all shards are known. */
export async function createPlan(batch: Batch) {
  const file = await createAtomicFile(join(batch.out, PLAN));
  const { linker, settings } = batch;
  await file.write(`${JSON.stringify({ format: FORMAT, version: 1, linker, settings })}\n`);
  return {
    add: ({ id, number, pieces }: PlannedShard) => file.write(`${JSON.stringify({ id, number, pieces })}\n`),
    commit: () => file.commit(),
    abort: () => file.abort(),
  };
}

/** The shards of the last submission, in the order of the input. */
export async function* readPlan(folder: string): AsyncGenerator<PlannedShard> {
  const path = join(folder, PLAN);
  if (!existsSync(path)) {
    throw new LinkingError(
      "not-found",
      `${folder} is no folder of linked shards (it has no ${PLAN}); name the one that was given with --into (link) or --out (jobs submit).`,
    );
  }
  for await (const { text, number, problem } of readLines(path)) {
    let line: { format?: string; version?: number } & PlannedShard;
    try {
      line = JSON.parse(text);
    } catch {
      throw new LinkingError("bad-file", `${path}, line ${number}: ${problem ?? "no JSON"}; submit again.`);
    }
    if (number > 1) yield line;
    else if (line.format !== FORMAT || line.version !== 1) {
      throw new LinkingError("bad-file", `${path} is no plan of a batch of this version; submit again.`);
    }
  }
}
