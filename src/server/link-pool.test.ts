import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { bundleFixture } from "../../test/fixtures/bundle-service.js";
import { LinkPool, type PoolSettings } from "./link-pool.js";

let module: string;
beforeAll(async () => {
  module = await bundleFixture("small-service");
});

function createPool(settings: Partial<PoolSettings> = {}, options = {}): LinkPool {
  const defaults = { workers: 1, queueLimit: 10, clientLimit: 1000, timeLimit: 20_000 };
  const pool = new LinkPool({ small: { module, options } }, { ...defaults, ...settings });
  onTestFinished(() => pool.close(0));
  return pool;
}

const link = (text: string) =>
  ({ kind: "link", linker: "small", answerLimit: 1e6, request: { text } }) as const;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "fine",
    (error) => error.code,
  );

describe("link pool", () => {
  test("takes work before its workers are ready", async () => {
    expect((await createPool().run(link("England"))).mentions).toBe(1);
  });
  test("says why a worker cannot load its model", async () => {
    await expect(createPool({}, { fail: "no model there" }).ready).rejects.toThrow("no model there");
  });
  test("a full queue refuses, and takes again as soon as there is room", async () => {
    const pool = createPool({ queueLimit: 2 });
    await pool.ready;
    const work = ["@sleep 200", "England", "England", "England"].map((t) => codeOf(pool.run(link(t))));
    expect(pool.full).toBe(true);
    expect(await Promise.all(work)).toEqual(["fine", "fine", "fine", "busy"]);
    expect(await codeOf(pool.run(link("England")))).toBe("fine");
  });
  test("a queue that would take longer than the time limit refuses before it is full", async () => {
    const pool = createPool({ queueLimit: 1000, timeLimit: 3000 });
    await pool.ready;
    for (let i = 0; i < 8; i++) await pool.run(link("@sleep 150"));
    const work = Array.from({ length: 60 }, () => codeOf(pool.run(link("@sleep 150"))));
    const codes = await Promise.all(work);
    expect(codes).not.toContain("timeout");
    expect(codes.filter((code) => code === "fine").length).toBeGreaterThan(2);
    expect(codes).toContain("busy");
  });
  test("a request that takes too long is stopped and its worker replaced", async () => {
    const pool = createPool({ timeLimit: 4000 });
    await pool.ready;
    for (const lost of [1, 2]) {
      expect((await pool.run(link("England"))).mentions).toBe(1);
      expect(await codeOf(pool.run(link("@sleep 60000")))).toBe("timeout");
      expect((await pool.run(link("England"))).mentions).toBe(1);
      expect(pool.lost).toBe(lost);
    }
  });
  test("a request that waits too long is answered too", async () => {
    const pool = createPool({ timeLimit: 2000 });
    await pool.ready;
    const slow = codeOf(pool.run(link("@sleep 60000")));
    expect(await codeOf(pool.run(link("England")))).toBe("timeout");
    expect(await slow).toBe("timeout");
  });
  test("a worker that dies loses its own request and no other", async () => {
    const pool = createPool();
    await pool.ready;
    const work = ["@exit", "England", "England"].map((t) => codeOf(pool.run(link(t))));
    expect(await Promise.all(work)).toEqual(["worker-lost", "fine", "fine"]);
  });
  test("a request whose client has gone is not begun", async () => {
    const pool = createPool();
    await pool.ready;
    let leave = () => {};
    const whenGone = (giveUp: () => void) => {
      leave = giveUp;
      return () => {};
    };
    const slow = pool.run(link("@sleep 100"));
    const gone = codeOf(pool.run(link("England"), { whenGone }));
    leave();
    expect(await gone).toBe("cancelled");
    expect(pool.waiting).toBe(0);
    await slow;
  });
  test("closing finishes what was taken and takes no more", async () => {
    const pool = createPool();
    await pool.ready;
    const work = ["@sleep 100", "England"].map((t) => codeOf(pool.run(link(t))));
    const closed = pool.close(10_000);
    expect(await codeOf(pool.run(link("England")))).toBe("cancelled");
    expect(await Promise.all(work)).toEqual(["fine", "fine"]);
    await closed;
  });
  test("closing waits no longer than its grace", async () => {
    const pool = createPool();
    await pool.ready;
    const work = codeOf(pool.run(link("@sleep 60000")));
    await pool.close(50);
    expect(await work).toBe("cancelled");
  });
});
