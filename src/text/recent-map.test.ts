import { describe, expect, it } from "vitest";
import { ownString } from "./own-string.js";
import { RecentMap } from "./recent-map.js";

describe("RecentMap", () => {
  it("keeps what is asked for again and forgets the rest, within its bound", () => {
    const map = new RecentMap<number>(100);
    map.set("always", -1);
    for (let i = 0; i < 1000; i++) {
      map.set(`k${i}`, i);
      expect(map.get("always")).toBe(-1);
    }
    const kept = Array.from({ length: 1000 }, (_, i) => map.get(`k${i}`)).filter((v) => v !== undefined);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThanOrEqual(100);
  });

  it("bounds the weight of its values", () => {
    const map = new RecentMap<number[]>(20, (list) => list.length);
    for (const key of ["a", "b", "c", "d"]) map.set(key, new Array(9).fill(0));
    const left = ["a", "b", "c", "d"].filter((key) => map.get(key));
    expect(left).toEqual(["c", "d"]);
    map.clear();
    expect(map.get("d")).toBeUndefined();
  });
});

describe("RecentMap, a key set again", () => {
  it("counts what is there now, not what was there before", () => {
    const map = new RecentMap<number>(40, (weight) => weight);
    map.set("other", 1);
    for (let i = 0; i < 100; i++) map.set("again", 15);
    for (let i = 0; i < 100; i++) map.set("again", 1);
    map.set("more", 15);
    expect(["other", "again", "more"].map((key) => map.get(key))).toEqual([1, 1, 15]);
  });
});

describe("ownString", () => {
  it("is the same string, whatever its length and letters", () => {
    for (const text of ["", "short", "a piece of a text", "é🙂 und noch viel länger"]) {
      expect(ownString(text.slice(0))).toBe(text);
    }
  });
});
