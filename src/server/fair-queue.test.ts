import { describe, expect, test } from "vitest";
import { FairQueue } from "./fair-queue.js";

interface Task {
  name: string;
  client: string;
  connection: string;
  cost: number;
}

function task(name: string, cost: number, client = "a", connection = client): Task {
  return { name, client, connection, cost };
}

function drain(queue: FairQueue<Task>, count = Number.POSITIVE_INFINITY): string[] {
  const names: string[] = [];
  while (names.length < count) {
    const next = queue.take(() => true);
    if (!next) break;
    names.push(next.name);
  }
  return names;
}

describe("fair queue", () => {
  test("gives tasks of one connection in their order", () => {
    const queue = new FairQueue<Task>();
    for (const name of ["1", "2", "3"]) queue.push(task(name, 10));
    expect(drain(queue)).toEqual(["1", "2", "3"]);
  });
  test("gives little work before much, whoever came first", () => {
    const queue = new FairQueue<Task>();
    queue.push(task("much", 1000, "greedy"));
    queue.push(task("little", 10, "modest"));
    expect(drain(queue)).toEqual(["little", "much"]);
  });
  test("who asks for more at a time waits behind who asks for one", () => {
    const queue = new FairQueue<Task>();
    for (let i = 0; i < 50; i++) queue.push(task(`greedy ${i}`, 10, "greedy", `greedy ${i % 10}`));
    queue.push(task("modest", 10, "modest"));
    expect(drain(queue, 2)).toContain("modest");
  });
  test("nobody waits for ever behind newcomers with less work", () => {
    const queue = new FairQueue<Task>();
    queue.push(task("large", 1000, "a"));
    const taken: string[] = [];
    for (let i = 0; i < 150; i++) {
      queue.push(task(`small ${i}`, 10, `client ${i}`));
      taken.push(...drain(queue, 1));
    }
    expect(taken).toContain("large");
  });
  test("a task that cost more than was thought makes its connection's next one wait", () => {
    const queue = new FairQueue<Task>();
    const dear = task("dear", 10, "a");
    queue.push(dear);
    queue.take(() => true);
    queue.charge(dear, 500);
    queue.push(task("next of a", 10, "a"));
    queue.push(task("other", 100, "b"));
    expect(drain(queue)).toEqual(["other", "next of a"]);
  });
  test("takes only what may begin, and counts what waits", () => {
    const queue = new FairQueue<Task>();
    queue.push(task("short", 10, "a", "1"));
    queue.push(task("long", 100, "a", "2"));
    expect([queue.size, queue.cost, queue.waitingOf("a")]).toEqual([2, 110, 2]);
    expect(queue.take(({ cost }) => cost > 50)?.name).toBe("long");
    expect(queue.take(({ cost }) => cost > 50)).toBeUndefined();
    expect([queue.size, queue.cost, queue.waitingOf("a")]).toEqual([1, 10, 1]);
  });
  test("names the newest task of who has most waiting, to those who have less", () => {
    const queue = new FairQueue<Task>();
    for (const name of ["1", "2", "3"]) queue.push(task(name, 10, "greedy"));
    expect(queue.newestOfGreedier("modest")?.name).toBe("3");
    expect(queue.newestOfGreedier("greedy")).toBeUndefined();
  });
});
