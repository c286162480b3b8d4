/** Links a shard from its first record to its last and puts the lines into their place, complete or not at all. Runs in a thread. */
import { createHash } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { LinkingError } from "../errors.js";
import { createAtomicFile } from "../files/atomic-file.js";
import type { Linker } from "../linker/linker.js";
import { counted } from "../text/counted.js";
import { type ShardManifest, shardFile, writeShardManifest } from "./batch-folder.js";
import { linkRecord } from "./link-record.js";
import { failedRecord } from "./records.js";
import type { Shard } from "./shard.js";
import { ShardProgress } from "./shard-progress.js";
import { readShardRecords } from "./shard-records.js";

export interface ShardTask {
  shard: Shard;
  /** `ShardProgress`, shared with the thread that gave the task. */
  progress: SharedArrayBuffer;
  /** Numbers of records, from 0, that ended a thread before; an error takes their place. */
  skip: readonly number[];
}

export type ShardOutcome =
  | { kind: "done"; manifest: ShardManifest; remarks?: string[] }
  /** Asked to stop; nothing was written. */
  | { kind: "stopped" }
  /** No fault of the shard's: there is no room to write. */
  | { kind: "disk-full"; message: string };

/** Of a shard of odd files not every one is told. */
const MOST_REMARKS = 10;
/** Lines are packed this many characters at a time, each time as a gzip member of its own. */
const MEMBER = 1 << 20;

export async function linkShard(linker: Linker, task: ShardTask): Promise<ShardOutcome> {
  try {
    return await writeLines(linker, task);
  } catch (error) {
    const cause =
      error instanceof LinkingError ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
    if (cause?.code !== "ENOSPC" && cause?.code !== "EDQUOT") throw error;
    return { kind: "disk-full", message: (error as Error).message };
  }
}

async function writeLines(linker: Linker, { shard, progress, skip }: ShardTask): Promise<ShardOutcome> {
  const told = new ShardProgress(progress);
  told.count(0, 0);
  const path = shardFile(shard.out, shard.id);
  await removeLeftovers(path);
  const file = await createAtomicFile(path);
  const packer = new LinePacker((bytes) => file.write(bytes));
  let rows = 0;
  let errors = 0;
  const remarks: string[] = [];
  try {
    for await (const record of readShardRecords(shard)) {
      if (told.isStopped) {
        await file.abort();
        return { kind: "stopped" };
      }
      const isDeadly = skip.includes(rows);
      const taken = isDeadly ? failedRecord(record.id, DEADLY) : record;
      const { line, isError } = linkRecord(linker, taken, shard.settings);
      await packer.add(line);
      if (record.remark) remarks.push(record.remark);
      rows++;
      if (isError) errors++;
      told.count(rows, errors);
    }
    await packer.flush();
    await file.commit();
  } catch (error) {
    await file.abort().catch(() => undefined);
    throw error;
  }
  const { bytes, sha256 } = packer.total();
  const manifest = { shard: shard.id, rows, errors, bytes, sha256, linker: shard.linker };
  await writeShardManifest(shard.out, manifest);
  return { kind: "done", manifest, ...(remarks.length > 0 && { remarks: shorten(remarks) }) };
}

function shorten(remarks: string[]): string[] {
  const more = remarks.length - MOST_REMARKS;
  if (more <= 0) return remarks;
  return [
    ...remarks.slice(0, MOST_REMARKS),
    `${counted(more, "more file")} of the same shard ${more === 1 ? "is" : "are"} not written in UTF-8 either.`,
  ];
}

const DEADLY =
  "The thread that linked this document ended twice; it may need more memory or time than there is.";

/** What killed workers left of this shard; who has the shard is the only one to write it. */
async function removeLeftovers(path: string): Promise<void> {
  const folder = dirname(path);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (name.startsWith(basename(path)) && name.endsWith(".tmp")) {
      await rm(join(folder, name), { force: true });
    }
  }
}

/** Packs lines and hashes what comes out; memory does not grow with the shard. */
class LinePacker {
  #lines: string[] = [];
  #length = 0;
  #bytes = 0;
  readonly #hash = createHash("sha256");

  constructor(private readonly write: (bytes: Uint8Array) => Promise<void>) {}

  async add(line: string): Promise<void> {
    this.#lines.push(line);
    this.#length += line.length;
    if (this.#length >= MEMBER) await this.flush();
  }

  async flush(): Promise<void> {
    // a shard without lines is an empty, but whole, gzip file
    if (this.#length === 0 && this.#bytes > 0) return;
    const packed = gzipSync(this.#lines.join(""));
    this.#lines = [];
    this.#length = 0;
    this.#bytes += packed.length;
    this.#hash.update(packed);
    await this.write(packed);
  }

  total(): { bytes: number; sha256: string } {
    return { bytes: this.#bytes, sha256: this.#hash.digest("hex") };
  }
}
