import { expect, test } from "vitest";
import { movedBuffers } from "./moved-buffers.js";

test("large arrays are handed over wherever they are in a task, small and shared ones are not", () => {
  const large = new Int32Array(1 << 16);
  const other = Buffer.alloc(1 << 17);
  const shared = new Uint8Array(new SharedArrayBuffer(1 << 17));
  const task = [
    { large, small: new Uint8Array(9), shared, text: "x", inner: { pieces: [other] }, none: undefined },
  ];
  expect(movedBuffers(task)).toEqual([large.buffer, other.buffer]);
  expect(movedBuffers(undefined)).toEqual([]);
});
