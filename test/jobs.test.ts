/** Batches as users run them: processes, the shipped model, a Redis of their own, kills; and `mulrel link` as a filter. */
import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeDocuments } from "../scripts/jobs/make-documents.mjs";
import { cli, mulrel, WorkerProcess } from "../scripts/jobs/processes.mjs";
import { startRedis } from "../scripts/jobs/redis-server.mjs";
import { runSoak } from "../scripts/jobs/soak.mjs";
import { temporaryFolder } from "./temporary-folder.js";

describe("jobs", () => {
  test("workers killed, Redis restarted, work submitted twice: nothing is lost, nothing done twice, the same bytes", async () => {
    const result = await runSoak({
      folder: join(temporaryFolder(), "soak"),
      documents: 200,
      shards: 20,
      workers: 2,
      kills: 3,
      away: 500,
      lock: 15,
    });
    expect(result.first).toMatchObject({ shards: 20, added: 20 });
    expect(result.verified).toMatchObject({ good: 20, rows: 200, errors: 0 });
    expect(result.status).toMatchObject({ done: 20, running: 0, waiting: 0, failed: 0 });
    expect(result.repeated.map((r) => r.added)).toEqual(result.repeated.map(() => 0));
    expect(result.unexplained).toEqual([]);
    expect(result.graceful).toEqual([0, 0]);
    expect(result.isEqual).toBe(true);
  }, 300_000);

  test("a vanished input is set aside with its sentence, and linked when it is back and tried again", async () => {
    const folder = temporaryFolder();
    const redis = await startRedis();
    const where = ["--redis", redis.url];
    const input = join(folder, "in.jsonl");
    await writeDocuments(input, 5);
    const bytes = readFileSync(input);
    await mulrel(["jobs", "submit", input, "--out", join(folder, "out"), ...where]);
    rmSync(input);
    const worker = new WorkerProcess(redis.url, ["--workers", "1", "--metrics", "0"]);
    try {
      const status = async () => JSON.parse(await mulrel(["jobs", "status", "--json", ...where]));
      while ((await status()).failed === 0);
      const { failures } = await status();
      expect(failures[0]).toMatchObject({ path: input, attempts: 3 });
      expect(failures[0].reason).toContain("There is no file");
      writeFileSync(input, bytes);
      expect(await mulrel(["jobs", "retry", ...where])).toBe("1 shard will be tried again\n");
      while ((await status()).done === 0);
      expect(await mulrel(["jobs", "verify", join(folder, "out")])).toContain("1 of 1 shard whole: 5 lines");
      expect(worker.log).not.toContain("travelled");
    } finally {
      await worker.kill();
      await redis.stop();
    }
  }, 120_000);
});

describe("link", () => {
  test("is a filter: a line out for each line in, at once, ids kept, errors as lines", async () => {
    for (const workers of ["1", "2"]) {
      const child = spawn(process.execPath, [
        cli,
        "link",
        "-i",
        "jsonl",
        "-f",
        "jsonl",
        "-c",
        "0",
        "-w",
        workers,
        "-",
      ]);
      const lines: { id: unknown; error?: { code: string } }[] = [];
      let rest = "";
      child.stdout.on("data", (text) => {
        const parts = (rest + text).split("\n");
        rest = parts.pop() ?? "";
        for (const part of parts) lines.push(JSON.parse(part));
      });
      const inputs = [
        '{"id":"a","text":"Paris is in France."}',
        "",
        '{"id":3,"text":"Berlin"}',
        "{",
        '{"text":"Rome"}',
      ];
      for (const [i, input] of inputs.entries()) {
        child.stdin.write(`${input}\n`);
        // the answer comes while the pipe stays open
        while (lines.length <= i) await new Promise((resolve) => setTimeout(resolve, 10));
      }
      child.stdin.end();
      expect(await new Promise((resolve) => child.once("close", resolve))).toBe(0);
      expect(lines.map((line) => line.id)).toEqual(["a", "stdin:2", 3, "stdin:4", "stdin:5"]);
      expect(lines.map((line) => line.error?.code)).toEqual([
        undefined,
        "bad-input",
        undefined,
        "bad-input",
        undefined,
      ]);
    }
  });

  test("on a folder is a batch that goes on, and gives what linking its files gives", async () => {
    const folder = temporaryFolder();
    await writeDocuments(join(folder, "a.jsonl"), 12);
    writeFileSync(join(folder, "b.txt"), "Paris is in France.");
    const out = join(folder, "out");
    const batch = [
      "link",
      join(folder, "a.jsonl"),
      join(folder, "b.txt"),
      "--into",
      out,
      "--shard-size",
      "2KB",
    ];
    await mulrel(batch);
    await mulrel(batch);
    const alone = await mulrel(["link", "-f", "jsonl", join(folder, "a.jsonl"), join(folder, "b.txt")]);
    expect(await mulrel(["jobs", "merge", out])).toBe(alone);
    expect(alone.trimEnd().split("\n").length).toBe(13);
  });
});
