import { describe, expect, test } from "vitest";
import {
  checkNames,
  checkNumber,
  checkType,
  describeRange,
  isInRange,
  SHARE,
  show,
  WORKERS,
} from "./options.js";

describe("options", () => {
  test("a range holds finite numbers between its ends", () => {
    expect([0, 0.5, 1].map((x) => isInRange(x, SHARE))).toEqual([true, true, true]);
    for (const wrong of [-0.1, 1.1, Number.NaN, Number.POSITIVE_INFINITY, "0.5", null, {}, true]) {
      expect(isInRange(wrong, SHARE), String(wrong)).toBe(false);
    }
    expect([0, 1].map((x) => isInRange(x, { above: 0, below: 1 }))).toEqual([false, false]);
    expect([1, 1.5, 2 ** 60].map((x) => isInRange(x, { whole: true, least: 1 }))).toEqual([
      true,
      false,
      false,
    ]);
  });
  test("a range says what it wants", () => {
    expect(describeRange(WORKERS)).toBe("a whole number from 1 to 1,024");
    expect(describeRange({ whole: true, least: 1 })).toBe("a whole number of at least 1");
    expect(describeRange({ above: 0, below: 1 })).toBe("a number above 0 and below 1");
    expect(describeRange({})).toBe("a number");
  });
  test("what does not fit is refused with what was given and what was wanted; nothing given is fine", () => {
    expect(() => checkNumber("nil", Number.NaN, SHARE)).toThrow(
      "The option nil is NaN; wanted a number at least 0 and at most 1.",
    );
    checkNumber("nil", undefined, SHARE);
    expect(() => checkType("explain", "yes", "boolean")).toThrow(
      'The option explain is "yes"; wanted a boolean.',
    );
    expect(() => checkNames({ treshold: 1 }, ["nil", "explain"])).toThrow(
      'There is no option "treshold"; those there are: nil, explain.',
    );
    expect(() => checkNames(null, [])).toThrow("The options are null; wanted an object.");
  });
  test("values are shown short, whatever they are", () => {
    expect([show(undefined), show(3), show("a"), show([1]), show(() => 1)]).toEqual([
      "undefined",
      "3",
      '"a"',
      "[1]",
      "a function",
    ]);
    const loop: { self?: unknown } = {};
    loop.self = loop;
    expect(show(loop)).toBe("an object");
    expect(show("x".repeat(1000)).length).toBeLessThan(70);
  });
});
