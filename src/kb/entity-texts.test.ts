import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { type EntityText, openEntityTexts, writeEntityTexts } from "./entity-texts.js";

const folder = temporaryFolder();

const list = (...numbers: number[]) => Uint32Array.from(numbers);

function makeText(row: number): EntityText {
  return {
    row,
    words: list(1, 5, 700 + row),
    counts: list(2, 1, 90000),
    contextWords: list(0),
    contextCounts: list(row + 1),
    outLinks: row === 0 ? list() : list(0, row - 1 || 1),
    inLinks: list(3, 4000000000),
  };
}

describe("entity texts", () => {
  test("come back as they were written, by row and as a stream", async () => {
    const path = join(folder, "kb.texts");
    const entities = Array.from({ length: 1000 }, (_, row) => makeText(row));
    await writeEntityTexts(path, { words: ["goal", "müll"], frequencies: [7, 2 ** 40], entities });
    const texts = openEntityTexts(path);
    expect(texts.size).toBe(1000);
    expect(texts.words).toEqual(["goal", "müll"]);
    expect([...texts.frequencies]).toEqual([7, 2 ** 40]);
    expect(texts.read(999)).toEqual(entities[999]);
    expect([...texts.range()]).toEqual(entities);
    expect([...texts.range(10, 12)].map((t) => t.row)).toEqual([10, 11]);
    expect(() => texts.read(1000)).toThrow(/rows 0 to 999/);
    texts.close();
  });

  test("rows out of order and damaged files are refused, and nothing half-written is left", async () => {
    const path = join(folder, "bad.texts");
    await expect(
      writeEntityTexts(path, { words: [], frequencies: [], entities: [makeText(1)] }),
    ).rejects.toThrow(/comes in place 0/);
    expect(() => openEntityTexts(path)).toThrow(/could not be opened/);
    await writeEntityTexts(path, { words: ["a"], frequencies: [1], entities: [makeText(0)] });
    const bytes = await readFile(path);
    await writeFile(path, bytes.subarray(0, bytes.length - 3));
    expect(() => openEntityTexts(path)).toThrow(/cut off/);
    bytes[bytes.length - 34] ^= 1;
    await writeFile(path, bytes);
    expect(() => openEntityTexts(path)).toThrow(/checksum/);
  });
});
