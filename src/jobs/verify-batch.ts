/** Every output of a batch against its manifest: is it there, is it whole, is it what was written? */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { throwIfAborted } from "../errors.js";
import { readPlan, readShardManifest, shardFile } from "./batch-folder.js";

export interface VerifyReport {
  shards: number;
  /** Whole. */
  good: number;
  /** Not linked yet, or set aside. */
  missing: string[];
  /** There, but other bytes than were written: id and what is wrong. */
  damaged: { shard: string; problem: string }[];
  rows: number;
  errors: number;
  bytes: number;
  /** Files that no shard of the plan wrote: of an earlier plan, or left by a killed worker. */
  others: number;
}

export interface VerifyOptions {
  signal?: AbortSignal;
  onShard?: (checked: number) => void;
}

export async function verifyBatch(folder: string, options: VerifyOptions = {}): Promise<VerifyReport> {
  const report: VerifyReport = {
    shards: 0,
    good: 0,
    missing: [],
    damaged: [],
    rows: 0,
    errors: 0,
    bytes: 0,
    others: 0,
  };
  const planned = new Set<string>();
  for await (const { id } of readPlan(folder)) {
    throwIfAborted(options.signal);
    planned.add(id);
    report.shards++;
    await checkShard(folder, id, report);
    options.onShard?.(report.shards);
  }
  report.others = await countOthers(folder, planned);
  return report;
}

async function checkShard(folder: string, id: string, report: VerifyReport): Promise<void> {
  const manifest = await readShardManifest(folder, id);
  if (!manifest) {
    report.missing.push(id);
    return;
  }
  const found = await digestFile(shardFile(folder, id));
  if (!found) report.damaged.push({ shard: id, problem: "its file is gone" });
  else if (found.bytes !== manifest.bytes) {
    const problem = `its file has ${found.bytes} bytes, ${manifest.bytes} were written`;
    report.damaged.push({ shard: id, problem });
  } else if (found.sha256 !== manifest.sha256) {
    report.damaged.push({ shard: id, problem: "its file has other bytes than were written" });
  } else {
    report.good++;
    report.rows += manifest.rows;
    report.errors += manifest.errors;
    report.bytes += manifest.bytes;
  }
}

async function digestFile(path: string): Promise<{ bytes: number; sha256: string } | undefined> {
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) {
      bytes += chunk.length;
      hash.update(chunk);
    }
  } catch {
    return undefined;
  }
  return { bytes, sha256: hash.digest("hex") };
}

async function countOthers(folder: string, planned: Set<string>): Promise<number> {
  let others = 0;
  const root = join(folder, "shards");
  for (const part of await readdir(root).catch(() => [])) {
    for (const name of await readdir(join(root, part)).catch(() => [])) {
      const [id, ...ending] = name.split(".");
      if (!planned.has(id) || ending.at(-1) === "tmp") others++;
    }
  }
  return others;
}
