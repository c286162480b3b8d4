import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { manifestOf, shardNamed } from "../../test/shards-fixture.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { writeShardManifest } from "./batch-folder.js";
import type { ShardOutcome } from "./link-shard.js";
import { MemoryQueue } from "./memory-queue.js";
import type { Shard } from "./shard.js";
import type { ShardProgress } from "./shard-progress.js";
import { ShardRunner } from "./shard-runner.js";
import { type WorkEvent, type WorkOptions, workOnQueue } from "./work-on-queue.js";

type Run = (shard: Shard, progress: ShardProgress) => Promise<ShardOutcome>;

const done = (id: string): ShardOutcome => ({ kind: "done", manifest: manifestOf(id) });

/** Works on shards until nothing is left; what happened. */
async function work(shards: Shard[], run: Run, more: Partial<WorkOptions> = {}) {
  const queue = new MemoryQueue({ patience: 20 });
  const events: WorkEvent[] = [];
  async function* given() {
    yield* shards;
  }
  await queue.submit(given());
  const isOver = async () => {
    const { waiting, running } = await queue.counts();
    return waiting + running === 0;
  };
  const options = { runner: { run }, threads: 2, linker: "l", renewEvery: 10, pause: 10, isOver, ...more };
  const working = workOnQueue(queue, { ...options, onEvent: (event) => events.push(event) });
  const error = await working.then(
    () => undefined,
    (e: Error) => e,
  );
  return { queue, events, error, kinds: events.map((e) => e.kind) };
}

describe("a worker", () => {
  test("links every shard once and counts its documents", async () => {
    let documents = 0;
    const shards = ["a", "b", "c"].map((id) => shardNamed(id));
    const run: Run = async ({ id }, progress) => {
      progress.count(5, 1);
      return done(id);
    };
    const { queue, kinds } = await work(shards, run, { onDocuments: (n) => (documents += n) });
    expect(await queue.counts()).toEqual({ done: 3, running: 0, waiting: 0, failed: 0 });
    expect(kinds.filter((k) => k === "started").length).toBe(3);
    expect(documents).toBe(15);
  });

  test("does not link again what is in the folder", async () => {
    const out = temporaryFolder();
    await writeShardManifest(out, manifestOf("a"));
    const { kinds, queue } = await work([shardNamed("a", { out })], async () => {
      throw new Error("linked");
    });
    expect(kinds).toEqual(["known"]);
    expect((await queue.counts()).done).toBe(1);
  });

  test("tries a failing shard three times and sets it aside with the record it died on", async () => {
    const { queue, kinds } = await work([shardNamed("a"), shardNamed("b")], async ({ id }, progress) => {
      progress.count(6, 0);
      if (id === "a") throw new Error("There is no file a.");
      return done(id);
    });
    expect(kinds.filter((k) => k === "failed").length).toBe(3);
    expect(await queue.counts()).toEqual({ done: 1, running: 0, waiting: 0, failed: 1 });
    expect((await queue.failures(1))[0]).toMatchObject({ reason: "There is no file a.", record: 7 });
  });

  test("waits while the disk is full, and no shard pays for it", async () => {
    let tries = 0;
    const { queue, kinds } = await work([shardNamed("a")], async ({ id }) =>
      tries++ < 4 ? { kind: "disk-full", message: "The disk is full." } : done(id),
    );
    expect(kinds.filter((k) => k === "disk-full").length).toBe(4);
    expect(await queue.counts()).toMatchObject({ done: 1, failed: 0 });
  });

  test("with another linker than the shards were submitted for stops with a sentence and loses none", async () => {
    const { queue, error } = await work([shardNamed("a", { linker: "another" })], async ({ id }) => done(id));
    expect(error?.message).toContain("for another linker (another) than this worker's (l)");
    expect(await queue.counts()).toEqual({ done: 0, running: 0, waiting: 1, failed: 0 });
  });

  test("that is told to stop finishes in time or hands back", async () => {
    const stop = new AbortController();
    const run: Run = async ({ id }, progress) => {
      stop.abort();
      if (id === "quick") return done(id);
      while (!progress.isStopped) await new Promise((resolve) => setTimeout(resolve, 5));
      return { kind: "stopped" };
    };
    const shards = [shardNamed("quick"), shardNamed("slow"), shardNamed("never")];
    const { queue } = await work(shards, run, { signal: stop.signal, grace: 30 });
    expect(await queue.counts()).toEqual({ done: 1, running: 0, waiting: 2, failed: 0 });
  });

  test("asks a queue again that does not answer", async () => {
    const queue = new MemoryQueue({ patience: 20 });
    await queue.submit(
      (async function* () {
        yield shardNamed("a");
      })(),
    );
    const finish = queue.finish.bind(queue);
    let refusals = 2;
    queue.finish = (taken, manifest) => {
      if (refusals-- > 0) return Promise.reject(new Error("away"));
      return finish(taken, manifest);
    };
    const isOver = async () => (await queue.counts()).running + (await queue.counts()).waiting === 0;
    const runner = { run: async ({ id }: Shard) => done(id) };
    await workOnQueue(queue, { runner, threads: 1, linker: "l", renewEvery: 10, pause: 5, isOver });
    expect((await queue.counts()).done).toBe(1);
  });
});

describe("threads", () => {
  test("a record that ends its thread twice is left out, and so is one that takes too long", async () => {
    const file = join(temporaryFolder(), "deadly-worker.mjs");
    // says how it was called; record 3 ends the thread, record 5 never comes back
    writeFileSync(
      file,
      `export default () => ({ progress, skip }) => {
        const rows = new Int32Array(progress);
        for (let i = 0; i < 8; i++) {
          Atomics.store(rows, 0, i);
          if (i === 3 && !skip.includes(3)) process.exit(1);
          if (i === 5 && !skip.includes(5)) for (;;);
        }
        return { kind: "done", manifest: { skip } };
      };`,
    );
    const runner = new ShardRunner({
      linker: {},
      threads: 1,
      recordTime: 1000,
      file: new URL(`file://${file}`),
    });
    const { ShardProgress } = await import("./shard-progress.js");
    const outcome = await runner.run(shardNamed("a"), new ShardProgress());
    expect(outcome).toEqual({ kind: "done", manifest: { skip: [3, 5] } });
    await runner.close();
  });
});
