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

test("many small answers are left to the engine, many larger ones go a few hundred at a time", () => {
  const small = Array.from({ length: 300 }, () => new Uint8Array(12));
  for (const bytes of small) letGo(bytes);
  expect(small[0]).toHaveLength(12);
  const larger = Array.from({ length: 300 }, () => new Uint8Array(1 << 12));
  for (const bytes of larger) letGo(bytes);
  expect(larger[0]).toHaveLength(0);
});
