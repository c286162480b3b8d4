// A disk that is too small for what comes out: the worker says so, loses nothing, and goes on when there is room.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { LINE_BYTES, writeDocuments } from "./make-documents.mjs";
import { mulrel, WorkerProcess } from "./processes.mjs";
import { startRedis } from "./redis-server.mjs";

const DISK = 1 << 20;
const DOCUMENTS = 60;

/** True when it went on; undefined where no disk can be mounted. */
export async function checkFullDisk(folder, say) {
  const disk = join(folder, "disk");
  mkdirSync(disk, { recursive: true });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK}`, "tmpfs", disk], { stdio: "ignore" });
  } catch {
    say("no full disk: this may not mount one (it needs root and mount)");
    return undefined;
  }
  const redis = await startRedis();
  const where = ["--redis", redis.url];
  let worker;
  try {
    const input = join(folder, "documents.jsonl");
    await writeDocuments(input, DOCUMENTS);
    const out = join(disk, "out");
    await mulrel(["jobs", "submit", input, "--out", out, "--shard-size", String(10 * LINE_BYTES), ...where]);
    // all but a page or two is taken
    const ballast = join(disk, "ballast");
    execFileSync("sh", ["-c", `dd if=/dev/zero of="${ballast}" bs=4096 2> /dev/null || true`]);
    worker = new WorkerProcess(redis.url, ["--workers", "1"]);
    while (!worker.log.includes("The disk is full")) {
      if (worker.child.exitCode !== null) throw new Error(worker.log);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    say("the disk is full: the worker waits");
    rmSync(ballast);
    while (worker.count("done") < DOCUMENTS / 10) await new Promise((resolve) => setTimeout(resolve, 100));
    const report = JSON.parse(await mulrel(["jobs", "verify", out, "--json"]));
    say(`there is room again: ${report.good} of ${report.shards} shards whole`);
    return report.good === report.shards;
  } finally {
    await worker?.kill();
    await redis.stop();
    execFileSync("umount", [disk]);
  }
}
