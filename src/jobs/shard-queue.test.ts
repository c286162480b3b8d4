import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startRedis } from "../../scripts/jobs/redis-server.mjs";
import { manifestOf, shardsNamed } from "../../test/shards-fixture.js";
import { MemoryQueue } from "./memory-queue.js";
import { openRedisQueue } from "./redis-queue.js";
import type { ShardQueue } from "./shard-queue.js";

let redis: Awaited<ReturnType<typeof startRedis>>;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis?.stop());

let number = 0;
const openings: [string, () => Promise<ShardQueue>][] = [
  ["of one process", async () => new MemoryQueue({ patience: 50 })],
  ["on Redis", () => openRedisQueue({ url: redis.url, name: `queue-${number++}`, retryDelay: 1 })],
];

describe.each(openings)("the queue %s", (_name, open) => {
  const using = (work: (queue: ShardQueue) => Promise<void>) => async () => {
    const queue = await open();
    try {
      await work(queue);
    } finally {
      await queue.close();
    }
  };

  test(
    "gives every shard to one taker, in the order of submission, and knows what it has",
    using(async (queue) => {
      expect(await queue.submit(shardsNamed("a", "b"))).toEqual({ added: 2, known: 0 });
      expect(await queue.submit(shardsNamed("b", "c"))).toEqual({ added: 1, known: 1 });
      const first = await queue.take();
      const second = await queue.take();
      expect([first?.shard.id, second?.shard.id, first?.attempt]).toEqual(["a", "b", 1]);
      expect(await queue.counts()).toEqual({ done: 0, running: 2, waiting: 1, failed: 0 });
      await queue.renew(first!, 17);
      await queue.finish(first!, manifestOf("a"));
      expect(await queue.counts()).toEqual({ done: 1, running: 1, waiting: 1, failed: 0 });
    }),
  );

  test(
    "sets a shard aside after three tries, with its error and the record, until it is given new ones",
    using(async (queue) => {
      await queue.submit(shardsNamed("a"));
      for (let attempt = 1; attempt <= 3; attempt++) {
        let taken = await queue.take();
        while (!taken) taken = await queue.take();
        await queue.fail(taken, `no ${attempt}`, 4);
      }
      const [failure] = await queue.failures(10);
      expect(failure).toMatchObject({ attempts: 3, reason: "no 3", record: 4, shard: { id: "a" } });
      expect(await queue.counts()).toEqual({ done: 0, running: 0, waiting: 0, failed: 1 });
      expect(await queue.submit(shardsNamed("a"))).toEqual({ added: 0, known: 1 });
      expect(await queue.retryFailed()).toBe(1);
      expect((await queue.take())?.shard.id).toBe("a");
    }),
  );

  test(
    "has a shard back that was handed back, without counting a try",
    using(async (queue) => {
      await queue.submit(shardsNamed("a"));
      for (let i = 0; i < 5; i++) await queue.giveBack((await queue.take())!);
      expect(await queue.counts()).toEqual({ done: 0, running: 0, waiting: 1, failed: 0 });
    }),
  );

  test(
    "answers undefined when there is nothing, and gives nothing after the signal",
    using(async (queue) => {
      expect(await queue.take()).toBeUndefined();
      await queue.submit(shardsNamed("a"));
      expect(await queue.take(AbortSignal.abort())).toBeUndefined();
      expect(await queue.counts()).toMatchObject({ waiting: 1, running: 0 });
    }),
  );

  test(
    "takes out what waits when it is cancelled, and lets it in again",
    using(async (queue) => {
      await queue.submit(shardsNamed("a", "b", "c"));
      await queue.take();
      expect(await queue.cancel()).toBe(2);
      expect(await queue.counts()).toEqual({ done: 0, running: 1, waiting: 0, failed: 0 });
      expect(await queue.submit(shardsNamed("a", "b"))).toEqual({ added: 1, known: 1 });
    }),
  );

  test(
    "tells who works and how fast",
    using(async (queue) => {
      const report = {
        name: "w",
        threads: 2,
        shards: 3,
        documents: 4,
        documentsPerSecond: 5,
        shardsPerSecond: 6,
      };
      await queue.report(report);
      expect(await queue.workers()).toEqual([report]);
    }),
  );
});

test("who submits to the queue of one process waits while it is full", async () => {
  const queue = new MemoryQueue({ mostWaiting: 2, patience: 50 });
  const submitting = queue.submit(shardsNamed("a", "b", "c", "d"));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await queue.counts()).toMatchObject({ waiting: 2 });
  for (let i = 0; i < 4; i++) expect(await queue.take()).toBeDefined();
  expect(await submitting).toEqual({ added: 4, known: 0 });
});
