import { afterAll, beforeAll, expect, test } from "vitest";
import { startRedis } from "../../scripts/jobs/redis-server.mjs";
import { manifestOf, shardNamed, shardsNamed } from "../../test/shards-fixture.js";
import { describeRedis } from "./redis-connection.js";
import { openRedisQueue } from "./redis-queue.js";

let redis: Awaited<ReturnType<typeof startRedis>>;
beforeAll(async () => {
  redis = await startRedis(["--user", "links", "on", ">secret", "~*", "&*", "+@all"]);
});
afterAll(() => redis?.stop());

const open = (name: string, more = {}) => openRedisQueue({ url: redis.url, name, ...more });

test("a shard whose worker is silent goes to another; the silent one's answer does no harm", async () => {
  const silent = await open("silent", { lock: 1000 });
  const other = await open("silent", { lock: 1000 });
  await silent.submit(shardsNamed("a"));
  const lost = (await silent.take())!;
  let taken = await other.take();
  while (!taken) taken = await other.take();
  expect(taken).toMatchObject({ shard: { id: "a" }, attempt: 2 });
  await silent.renew(lost, 1);
  await silent.finish(lost, manifestOf("a"));
  expect(await other.counts()).toMatchObject({ done: 0, running: 1 });
  await other.finish(taken, manifestOf("a"));
  expect(await other.counts()).toMatchObject({ done: 1, running: 0 });
  await Promise.all([silent.close(), other.close()]);
});

test("a shard that is renewed stays with its worker", async () => {
  const queue = await open("renewed", { lock: 2000 });
  await queue.submit(shardsNamed("a"));
  const taken = (await queue.take())!;
  for (let i = 0; i < 12; i++) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await queue.renew(taken, i);
  }
  expect(await queue.counts()).toMatchObject({ running: 1, waiting: 0 });
  await queue.close();
});

test("one folder's shards are not another's, and what is gone from the disk is done again", async () => {
  const queue = await open("folders");
  async function* twice() {
    yield shardNamed("a");
    yield shardNamed("a", { out: "/nowhere/else" });
  }
  expect(await queue.submit(twice())).toEqual({ added: 2, known: 0 });
  await queue.finish((await queue.take())!, manifestOf("a"));
  expect(await queue.submit(twice())).toEqual({ added: 1, known: 1 });
  await queue.close();
});

test("Redis that goes away and comes back has lost nothing, and says so", async () => {
  const states: string[] = [];
  const queue = await open("restart", { onConnection: (state: string) => states.push(state) });
  await queue.submit(shardsNamed("a", "b", "c"));
  const taken = (await queue.take())!;
  const restarting = redis.restart(500);
  await queue.finish(taken, manifestOf("a"));
  await restarting;
  expect(await queue.counts()).toEqual({ done: 1, running: 0, waiting: 2, failed: 0 });
  expect(states).toEqual(["lost", "back"]);
  const starting = redis.restart(1500);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await (await open("restart", { patience: 20_000 })).close();
  await starting;
  expect(await queue.counts()).toMatchObject({ done: 1, waiting: 2 });
  const told = states.length;
  await queue.close();
  expect(states.length).toBe(told);
});

test("user and password are taken from the address and never said", async () => {
  const { port } = redis;
  const queue = await openRedisQueue({ url: `redis://links:secret@127.0.0.1:${port}`, name: "secret" });
  await queue.close();
  const wrong = openRedisQueue({ url: `redis://links:geheim@127.0.0.1:${port}`, name: "secret" });
  await expect(wrong).rejects.toThrow(
    /^Redis at redis:\/\/127\.0\.0\.1:\d+ does not answer: WRONGPASS((?!geheim).)*$/,
  );
  expect(() => describeRedis("http://u:geheim@host")).toThrow(
    /^The address of Redis cannot be used((?!geheim).)*$/,
  );
  // who is refused is not made to wait
  const refused = openRedisQueue({
    url: `redis://links:geheim@127.0.0.1:${port}`,
    name: "x",
    patience: 60_000,
  });
  await expect(refused).rejects.toThrow("WRONGPASS");
  await expect(openRedisQueue({ url: "redis://127.0.0.1:1", name: "x" })).rejects.toThrow("ECONNREFUSED");
});
