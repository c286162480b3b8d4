import { expect, test } from "vitest";
import { letGo } from "./let-go.js";

test("bytes are gone soon, those that share their memory stay", () => {
  const own = Array.from({ length: 20 }, () => new Uint8Array(100_000));
  for (const bytes of own) letGo(bytes);
  expect(own[0]).toHaveLength(0);
  const whole = new Uint8Array(100);
  letGo(whole.subarray(10));
  expect(whole).toHaveLength(100);
  const before = process.memoryUsage().arrayBuffers;
  for (let i = 0; i < 1000; i++) letGo(new Uint8Array(1 << 20));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1e8);
});
