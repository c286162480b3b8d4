import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { workerFile } from "./worker-file.js";
import { WorkerPool, type WorkerPoolOptions } from "./worker-pool.js";

interface Task {
  value?: number;
  /** Given back as it is. */
  bytes?: Uint8Array;
  exit?: boolean;
  error?: string;
  linkingError?: string;
  spinMs?: number;
  sleepMs?: number;
}

type Result = { value: number; threadId: number; bytes?: Uint8Array };
type Data = { factor?: number; failSetUp?: boolean };

const file = new URL("../../test/fixtures/pool-worker.mjs", import.meta.url);
const pools: { close(): Promise<void> }[] = [];

function createPool(options: Partial<WorkerPoolOptions<Data>> = {}): WorkerPool<Task, Result, Data> {
  const pool = new WorkerPool<Task, Result, Data>({ file, workers: 2, ...options });
  pools.push(pool);
  return pool;
}

afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe("WorkerPool", () => {
  it("gives the same results in the same order for any number of workers", async () => {
    const tasks = Array.from({ length: 30 }, (_, value) => ({ value, sleepMs: (value * 7) % 5 }));
    for (const workers of [1, 2, 3]) {
      const results = await collect(createPool({ workers, data: { factor: 10 } }).map(tasks));
      expect(results.map((r) => r.value)).toEqual(tasks.map((t) => t.value * 10));
      expect(new Set(results.map((r) => r.threadId)).size).toBeLessThanOrEqual(workers);
    }
  });

  it("hands large arrays over where it is told to: who gave them has them no more, and results are the same", async () => {
    const tasks = [1, 2, 3].map((value) => ({ value, bytes: new Uint8Array(1 << 17).fill(value) }));
    const results = await collect(createPool({ moves: 1 << 16, data: { factor: 2 } }).map(tasks));
    expect(results.map((r) => r.value)).toEqual([2, 4, 6]);
    expect(results.map((r) => [r.bytes?.length, r.bytes?.[7]])).toEqual([1, 2, 3].map((v) => [1 << 17, v]));
    expect(tasks.map((t) => t.bytes.length)).toEqual([0, 0, 0]);
  });

  it("takes no more tasks from the source than two a worker ahead of what the caller has used", async () => {
    let taken = 0;
    function* endless() {
      for (;;) yield { value: taken++ };
    }
    let used = 0;
    for await (const result of createPool().map(endless())) {
      expect(result.value).toBe(used++);
      expect(taken - used).toBeLessThanOrEqual(5);
      if (used === 20) break;
    }
    expect(used).toBe(20);
  });

  it("gives a result as soon as it is there, however long the source takes for its next task", async () => {
    let go = () => {};
    const waits = new Promise<void>((resolve) => {
      go = resolve;
    });
    async function* slow() {
      yield { value: 1 };
      await waits;
      yield { value: 2 };
    }
    const values: number[] = [];
    for await (const { value } of createPool().map(slow())) {
      values.push(value);
      // the source says nothing more before the first result has come
      go();
    }
    expect(values).toEqual([1, 2]);
  });

  it("throws what the worker threw, a LinkingError with its code", async () => {
    const pool = createPool();
    await expect(pool.run({ error: "broken" })).rejects.toThrow(
      expect.objectContaining({ name: "TypeError", message: "broken" }),
    );
    await expect(pool.run({ linkingError: "no such row" })).rejects.toThrow(
      expect.objectContaining({ name: "LinkingError", code: "bad-input", message: "no such row" }),
    );
    expect((await pool.run({ value: 1 })).value).toBe(1);
  });

  it("throws a failed set-up at the task", async () => {
    const pool = createPool({ data: { failSetUp: true } });
    await expect(pool.run({ value: 1 })).rejects.toThrow(expect.objectContaining({ code: "not-found" }));
  });

  it("answers worker-lost for the task of a thread that ended, and replaces the thread", async () => {
    const pool = createPool();
    await expect(pool.run({ exit: true })).rejects.toThrow(expect.objectContaining({ code: "worker-lost" }));
    const results = await Promise.all([pool.run({ value: 1 }), pool.run({ value: 2 })]);
    expect(results.map((r) => r.value)).toEqual([1, 2]);
  });

  it("answers an error, not silence, when the worker file cannot be loaded", async () => {
    const pool = createPool({ file: new URL("../../test/fixtures/broken-worker.mjs", import.meta.url) });
    await expect(pool.run({ value: 1 })).rejects.toThrow(/cannot load/);
  });

  it("ends a map at its first failure, or puts the caller's value in its place", async () => {
    const tasks: Task[] = [{ value: 1 }, { exit: true }, { value: 3 }, { error: "bad" }, { value: 5 }];
    await expect(collect(createPool().map(tasks))).rejects.toThrow(
      expect.objectContaining({ code: "worker-lost" }),
    );
    const results = await collect(
      createPool().map(tasks, { onFailure: (_error, _task, index) => ({ value: -index, threadId: 0 }) }),
    );
    expect(results.map((r) => r.value)).toEqual([1, -1, 3, -3, 5]);
  });

  it("stops a running task for real when the signal fires, and goes on with the next", async () => {
    const pool = createPool({ workers: 1 });
    const stop = new AbortController();
    const long = pool.run({ spinMs: 600_000 }, stop.signal);
    setTimeout(() => stop.abort(), 50);
    await expect(long).rejects.toThrow(expect.objectContaining({ code: "cancelled" }));
    expect((await pool.run({ value: 4 })).value).toBe(4);
    await expect(pool.run({ value: 1 }, stop.signal)).rejects.toThrow(
      expect.objectContaining({ code: "cancelled" }),
    );
  });

  it("stops a map when the signal fires", async () => {
    const stop = new AbortController();
    const tasks = [{ value: 1 }, { spinMs: 600_000 }, { spinMs: 600_000 }, { spinMs: 600_000 }];
    const seen: number[] = [];
    const work = (async () => {
      for await (const result of createPool().map(tasks, { signal: stop.signal })) {
        seen.push(result.value);
        stop.abort();
      }
    })();
    await expect(work).rejects.toThrow(expect.objectContaining({ code: "cancelled" }));
    expect(seen).toEqual([1]);
  });

  it("hands tasks over together, more as there are more, with the same results in the same order", async () => {
    const tasks = Array.from({ length: 60 }, (_, value) => (value === 41 ? { error: "no" } : { value }));
    const onFailure = () => ({ value: -1, threadId: 0 });
    const results = await collect(createPool({ workers: 2 }).map(tasks, { together: 8, onFailure }));
    expect(results.map((r) => r.value)).toEqual(tasks.map((task) => task.value ?? -1));
    expect(new Set(results.map((r) => r.threadId)).size).toBeLessThanOrEqual(3);
  });

  it("a task that ends its thread costs none of those it was handed over with", async () => {
    const tasks = [{ value: 1 }, { exit: true }, { value: 3 }];
    const outcomes = await createPool({ workers: 1 }).runTogether(tasks);
    expect([outcomes[0]().value, outcomes[2]().value]).toEqual([1, 3]);
    expect(outcomes[1]).toThrow(expect.objectContaining({ code: "worker-lost" }));
  });

  it("a batch takes what is there and waits for no more", async () => {
    let go = () => {};
    const waits = new Promise<void>((resolve) => {
      go = resolve;
    });
    async function* slow() {
      for (let value = 0; value < 5; value++) yield { value };
      await waits;
      yield { value: 5 };
    }
    const values: number[] = [];
    for await (const { value } of createPool({ workers: 1 }).map(slow(), { together: 8 })) {
      values.push(value);
      if (values.length === 5) go();
    }
    expect(values).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("says busy when more tasks wait than allowed", async () => {
    const pool = createPool({ workers: 1, maxWaiting: 1 });
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => pool.run({ sleepMs: 20 })));
    const codes = outcomes.map((o) => (o.status === "rejected" ? o.reason.code : "done"));
    expect(codes).toContain("busy");
    expect(codes[0]).toBe("done");
  });

  it("refuses a number of workers that is none", () => {
    for (const workers of [0, -1, 1.5]) expect(() => createPool({ workers })).toThrow(/number of workers/);
  });
});

describe("workerFile", () => {
  it("answers a module under src/ with the compiled file in dist/", () => {
    const url = workerFile("./worker-entry.js", import.meta.url);
    expect(url.href).toMatch(/\/dist\/workers\/worker-entry\.js$/);
    expect(existsSync(fileURLToPath(url))).toBe(true);
  });

  it("answers a compiled module with the file beside it, and says when it is not there", () => {
    const dist = workerFile("./worker-entry.js", import.meta.url);
    expect(workerFile("./worker-entry.js", dist.href).href).toBe(dist.href);
    expect(() => workerFile("./nothing-worker.js", import.meta.url)).toThrow(/npm run build/);
  });
});
