import { expect, test } from "vitest";
import { openSealedJson, sealJson } from "./sealed-json.js";

const value = { name: "a", numbers: [1, 2.5], deep: { flag: true } };

test("a sealed record comes back; any changed letter of it is noticed", () => {
  const text = sealJson(value);
  expect(openSealedJson(text, "x.json")).toEqual(value);
  for (const [from, to] of [
    ["2.5", "2.6"],
    ["true", "null"],
    ['"a"', '"b"'],
    ["flag", "flap"],
  ]) {
    expect(() => openSealedJson(text.replace(from, to), "x.json"), from).toThrow(
      /x\.json is not as it was written/,
    );
  }
});

test("a record without a digest is taken as it is, anything else is refused with the file's name", () => {
  expect(openSealedJson('{"a":1}', "x.json")).toEqual({ a: 1 });
  for (const bad of ["", "[1]", "null", "{"]) expect(() => openSealedJson(bad, "x.json")).toThrow(/x\.json/);
});
