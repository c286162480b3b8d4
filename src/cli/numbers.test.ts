import { describe, expect, test } from "vitest";
import { byteSize, listOfNumbers, realNumber, seed, share, wholeNumber, workerCount } from "./numbers.js";

describe("numbers on the command line", () => {
  test("whole numbers keep to their range", () => {
    const port = wholeNumber(0, 65_535);
    expect([port("0"), port(" 8080 "), port("65535")]).toEqual([0, 8080, 65_535]);
    for (const wrong of ["-1", "65536", "1.5", "", " ", "x", "NaN", "Infinity", "1e99", "1,000"]) {
      expect(() => port(wrong), wrong).toThrow("Give a whole number from 0 to 65,535.");
    }
    expect(() => wholeNumber(1)("0")).toThrow("Give a whole number of at least 1.");
    expect(() => wholeNumber(1)("9007199254740993")).toThrow();
    for (const wrong of ["0", "-2", "100000", "2.5"]) expect(() => workerCount(wrong)).toThrow(/1 to 1,024/);
    expect([seed("-3"), seed("0")]).toEqual([-3, 0]);
    expect(() => seed("0.5")).toThrow("Give a whole number.");
  });

  test("other numbers are finite and keep to theirs, with and without the ends", () => {
    expect([share("0"), share("0.5"), share("1")]).toEqual([0, 0.5, 1]);
    for (const wrong of ["-0.1", "1.1", "NaN", "", "half"]) {
      expect(() => share(wrong), wrong).toThrow("Give a number at least 0 and at most 1.");
    }
    const open = realNumber({ above: 0, below: 1 });
    expect(open("0.25")).toBe(0.25);
    for (const wrong of ["0", "1"]) expect(() => open(wrong)).toThrow("Give a number above 0 and below 1.");
    expect(realNumber()("-7.5")).toBe(-7.5);
    for (const wrong of ["Infinity", "-Infinity", "NaN", ""]) {
      expect(() => realNumber()(wrong)).toThrow("Give a number.");
    }
  });

  test("sizes have units", () => {
    const size = byteSize(2 ** 16);
    expect([size("2GB"), size("1.5 m"), size("100000"), size("64KiB")]).toEqual([
      2 ** 31,
      1.5 * 2 ** 20,
      100_000,
      2 ** 16,
    ]);
    for (const wrong of ["0", "1KB", "-1GB", "2XB", "GB", "", "1e9"]) {
      expect(() => size(wrong), wrong).toThrow("Give a size such as 2GB or 512MB, at least 64 KB.");
    }
  });

  test("lists are numbers and ranges, not endless ones", () => {
    expect(listOfNumbers("3")).toEqual([3]);
    expect(listOfNumbers("1-3,7")).toEqual([1, 2, 3, 7]);
    for (const wrong of ["", "0", "3-1", "1-", "-3", "a", "1,,2", "1.5", "1-99999999999"]) {
      expect(() => listOfNumbers(wrong), wrong).toThrow(/Give a number, a range/);
    }
  });
});
