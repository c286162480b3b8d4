/** Puts the lines of a batch together in the order of the input: into one file or many, packed or not. */
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { LinkingError, messageOf, throwIfAborted } from "../errors.js";
import { type AtomicFile, createAtomicFile } from "../files/atomic-file.js";
import { readPlan, readShardManifest, shardFile } from "./batch-folder.js";

export interface MergeOptions {
  /** A path; packed when it ends in .gz. */
  to: string;
  /** A new file is begun, between two shards, once one has this many bytes; its number goes before the ending. */
  splitBytes?: number;
  /** Leaves out shards that are not done, instead of refusing. */
  partial?: boolean;
  signal?: AbortSignal;
  onShard?: (merged: number) => void;
}

export interface MergeSummary {
  files: string[];
  shards: number;
  rows: number;
  left: number;
}

type Write = (bytes: Uint8Array) => Promise<void>;

export async function mergeBatch(folder: string, options: MergeOptions): Promise<MergeSummary> {
  const summary: MergeSummary = { files: [], shards: 0, rows: 0, left: 0 };
  let file: AtomicFile | undefined;
  let written = 0;
  const write: Write = async (bytes) => {
    written += bytes.length;
    await file!.write(bytes);
  };
  try {
    for await (const { id, rows } of doneShards(folder, options, summary)) {
      throwIfAborted(options.signal);
      if (file && options.splitBytes !== undefined && written >= options.splitBytes) {
        await file.commit();
        file = undefined;
      }
      if (!file) {
        file = await createAtomicFile(partName(options, summary.files.length + 1));
        summary.files.push(file.path);
        written = 0;
      }
      await copyShard(shardFile(folder, id), options.to.endsWith(".gz"), write);
      summary.shards++;
      summary.rows += rows;
      options.onShard?.(summary.shards);
    }
    file ??= await createAtomicFile(options.to);
    await file.commit();
    return summary;
  } catch (error) {
    await file?.abort().catch(() => undefined);
    throw error;
  }
}

/** The lines themselves, for a pipe. */
export async function* readMerged(
  folder: string,
  options: Pick<MergeOptions, "partial" | "signal"> = {},
): AsyncGenerator<Uint8Array> {
  const summary = { files: [], shards: 0, rows: 0, left: 0 };
  for await (const { id } of doneShards(folder, options, summary)) {
    throwIfAborted(options.signal);
    yield* unpacked(shardFile(folder, id));
  }
}

async function* doneShards(
  folder: string,
  { partial }: Pick<MergeOptions, "partial">,
  summary: MergeSummary,
) {
  for await (const { id } of readPlan(folder)) {
    const manifest = await readShardManifest(folder, id);
    if (manifest) yield { id, rows: manifest.rows };
    else if (partial) summary.left++;
    else {
      throw new LinkingError(
        "not-found",
        `Shard ${id} is not done; wait for it (mulrel jobs status), give it new tries (mulrel jobs retry), or merge what there is with --partial.`,
      );
    }
  }
}

/** links.jsonl.gz, 3 → links-00003.jsonl.gz. */
function partName({ to, splitBytes }: MergeOptions, number: number): string {
  if (splitBytes === undefined) return to;
  const digits = String(number).padStart(5, "0");
  return to.replace(/((?:\.[A-Za-z]+)*)$/, `-${digits}$1`);
}

/** Gzip files one after the other are a gzip file: what stays packed is only copied. */
async function copyShard(path: string, packed: boolean, write: Write): Promise<void> {
  const source = packed ? createReadStream(path, { highWaterMark: 1 << 18 }) : unpacked(path);
  try {
    for await (const chunk of source) await write(chunk);
  } catch (error) {
    if (error instanceof LinkingError) throw error;
    throw unreadable(path, error);
  }
}

async function* unpacked(path: string): AsyncGenerator<Uint8Array> {
  const raw = createReadStream(path, { highWaterMark: 1 << 18 });
  const out = createGunzip({ chunkSize: 1 << 18 });
  raw.on("error", (error) => out.destroy(error));
  try {
    yield* raw.pipe(out);
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): LinkingError {
  const sentence = `${path} could not be read: ${messageOf(error)}; mulrel jobs verify says what is damaged.`;
  return new LinkingError("bad-file", sentence, { cause: error });
}
