import { expect, test } from "vitest";
import { StringTable } from "./string-table.js";

function tableOf(strings: string[]): StringTable {
  const encoded = strings.map((s) => new TextEncoder().encode(s));
  return new StringTable(
    Uint8Array.from(encoded.flatMap((bytes) => [...bytes])),
    Uint16Array.from(encoded, (bytes) => bytes.length),
  );
}

test("finds strings among very many blank ones, the first of equals, without comparing each with each", () => {
  const strings = [...new Array<string>(200_000).fill(""), "a", "é", "a"];
  const table = tableOf(strings);
  expect([table.find("a"), table.find("é"), table.find(""), table.find("b")]).toEqual([
    200_000, 200_001, 0, -1,
  ]);
});
