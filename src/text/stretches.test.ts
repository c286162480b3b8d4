import { expect, test } from "vitest";
import { Stretches } from "./stretches.js";

test("stretches have numbers by their words and what stands between them, however many there are", () => {
  const stretches = new Stretches();
  const numbers = new Map<string, number>();
  for (let first = 0; first < 60; first++) {
    for (let second = 0; second < 60; second++) {
      const one = stretches.next(-1, -1, first);
      numbers.set(`${first}`, one);
      numbers.set(`${first} ${second}`, stretches.next(one, 32, second));
      numbers.set(`${first}+${second}`, stretches.next(one, -1, second));
    }
  }
  expect(new Set(numbers.values()).size).toBe(60 + 2 * 3600);
  const seven = stretches.next(-1, -1, 7);
  expect(seven).toBe(numbers.get("7"));
  expect(stretches.next(seven, 32, 59)).toBe(numbers.get("7 59"));
});

test("they are forgotten when there are many, or when words are others", () => {
  const stretches = new Stretches();
  stretches.next(-1, -1, 5);
  stretches.forgetMany(false);
  expect(stretches.generation).toBe(0);
  stretches.forgetMany(true);
  expect(stretches.generation).toBe(1);
  expect(stretches.next(-1, -1, 9)).toBe(0);
  for (let word = 0; word < 1 << 17; word++) stretches.next(-1, -1, word);
  stretches.forgetMany(false);
  expect(stretches.generation).toBe(2);
});
