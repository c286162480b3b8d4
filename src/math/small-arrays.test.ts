import { expect, test } from "vitest";
import { smallDoubles, smallFloats, smallInts } from "./small-arrays.js";

test("arrays of all kinds and sizes are zeros and nobody's else", () => {
  const arrays = Array.from({ length: 3000 }, (_, i) => {
    const make = [smallInts, smallFloats, smallDoubles][i % 3];
    const array = make((i * 7) % 301 === 0 ? 5000 : (i * 7) % 301);
    expect(array.every((number) => number === 0)).toBe(true);
    return array.fill(i);
  });
  for (const [i, array] of arrays.entries()) expect(array.every((number) => number === i)).toBe(true);
});
