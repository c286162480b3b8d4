import { expect, test } from "vitest";
import { createQueue, finishedOf, takeFrom, waitForAll } from "./shared-queue.js";

test("every part is taken once, whoever takes it", () => {
  const queue = createQueue(5);
  const [a, b] = [takeFrom(queue), takeFrom(queue)];
  expect([a.next().value, b.next().value, a.next().value]).toEqual([0, 1, 2]);
  expect(finishedOf(queue)).toBe(1);
  expect([...b, ...a]).toEqual([3, 4]);
  expect(finishedOf(queue)).toBe(5);
  waitForAll(queue);
});

test("a part that fails is finished, so that nobody waits for it", () => {
  const queue = createQueue(1);
  expect(() => {
    for (const part of takeFrom(queue)) throw new Error(`part ${part}`);
  }).toThrow("part 0");
  waitForAll(queue);
});
