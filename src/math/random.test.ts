import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "./random.js";

/** Mean and standard deviation of `count` draws. */
function moments(count: number, draw: () => number): { mean: number; deviation: number } {
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < count; i++) {
    const x = draw();
    sum += x;
    squares += x * x;
  }
  const mean = sum / count;
  return { mean, deviation: Math.sqrt(squares / count - mean * mean) };
}

describe("Random", () => {
  it("is xoshiro128**: the reference sequence from the state 1, 2, 3, 4", () => {
    const random = new Random([1, 2, 3, 4]);
    expect(Array.from({ length: 4 }, () => random.uint32())).toEqual([11520, 0, 5927040, 70819200]);
  });

  it("gives these first numbers on every platform", () => {
    const random = new Random(0);
    expect([random.uint32(), random.uint32(), random.uint32()]).toEqual([3809008728, 1133695204, 53579671]);
    expect(random.uniform()).toBe(0.6732365123537652);
    expect(random.normal()).toBe(0.0325616378928305);
    expect(new Random(2 ** 40 + 5).uint32()).toBe(1121981940);
    expect(new Random(-3).uint32()).toBe(813387329);
    expect(new Random(7).shuffle([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])).toEqual([3, 9, 6, 5, 4, 7, 2, 1, 8, 0]);
    expect(Random.derive(1, 2, 3).uint32()).toBe(3858170604);
  });

  it("goes on from a saved state", () => {
    const random = new Random(3);
    random.uint32();
    const copy = new Random(random.state);
    expect([copy.uint32(), copy.uniform()]).toEqual([random.uint32(), random.uniform()]);
  });

  it("draws uniform numbers in [0, 1) with the right mean and spread", () => {
    const random = new Random(11);
    const { mean, deviation } = moments(200_000, () => {
      const x = random.uniform();
      if (!(x >= 0 && x < 1)) expect.fail(`${x} is outside [0, 1)`);
      return x;
    });
    expect(mean).toBeCloseTo(0.5, 2);
    expect(deviation).toBeCloseTo(Math.sqrt(1 / 12), 2);
  });

  it("draws normal numbers with the given mean and deviation, tails included", () => {
    const random = new Random(12);
    const { mean, deviation } = moments(200_000, () => random.normal(3, 2));
    expect(mean).toBeCloseTo(3, 1);
    expect(deviation).toBeCloseTo(2, 1);
    let beyondTwo = 0;
    let beyondThree = 0;
    for (let i = 0; i < 200_000; i++) {
      const size = Math.abs(random.normal());
      if (size > 2) beyondTwo++;
      if (size > 3) beyondThree++;
    }
    expect(beyondTwo / 200_000).toBeCloseTo(0.0455, 2);
    expect(beyondThree / 200_000).toBeCloseTo(0.0027, 3);
  });

  it("draws each integer below n equally often", () => {
    const random = new Random(13);
    const counts = new Array(7).fill(0);
    for (let i = 0; i < 70_000; i++) counts[random.below(7)]++;
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });

  it("shuffles every array into a permutation of itself, each order equally likely", () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.maxSafeInteger(), (items, seed) => {
        const shuffled = new Random(seed).shuffle([...items]);
        expect([...shuffled].sort((a, b) => a - b)).toEqual([...items].sort((a, b) => a - b));
      }),
    );
    const random = new Random(14);
    const orders = new Map<string, number>();
    for (let i = 0; i < 24_000; i++) {
      const order = random.shuffle([1, 2, 3, 4]).join("");
      orders.set(order, (orders.get(order) ?? 0) + 1);
    }
    expect(orders.size).toBe(24);
    for (const count of orders.values()) expect(Math.abs(count - 1000)).toBeLessThan(200);
  });

  it("derives generators that differ from each other and from their parent", () => {
    const first = new Set<number>();
    for (let part = 0; part < 2000; part++) first.add(Random.derive(5, part).uint32());
    for (let part = 0; part < 100; part++) first.add(Random.derive(5, part, 1).uint32());
    first.add(new Random(5).uint32());
    expect(first.size).toBe(2101);
    let part = 0;
    const across = moments(50_000, () => Random.derive(5, part++).uniform());
    expect(across.mean).toBeCloseTo(0.5, 1);
    expect(across.deviation).toBeCloseTo(Math.sqrt(1 / 12), 2);
  });

  it("refuses a seed or a bound that is none", () => {
    expect(() => new Random(0.5)).toThrow(/seed is 0.5/);
    expect(() => new Random(1).below(0)).toThrow(/below 0/);
  });
});
