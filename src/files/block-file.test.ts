import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { BlockArena } from "./block-arena.js";
import { openBlockBytes } from "./block-bytes.js";
import { BlockFile } from "./block-file.js";
import { packBlockFile, packBytes } from "./block-writer.js";
import { memorySource } from "./byte-source.js";
import { openFileSource } from "./file-source.js";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

const file = packBlockFile({
  kind: "test",
  about: { size: 3 },
  dictionary: { bytes: bytesOf("beat West Germany"), sections: ["b"] },
  sections: {
    a: [bytesOf("England ".repeat(50)), bytesOf("?")],
    b: [bytesOf("England beat West Germany")],
    c: [],
  },
});
const path = join(temporaryFolder(), "x.packed");
writeFileSync(path, file);

describe.each([
  ["in memory", () => memorySource(file.slice().buffer)],
  ["on disk", () => openFileSource(path)],
])("a file of blocks %s", (_, open) => {
  test("gives each block as it was written", () => {
    const blocks = new BlockFile(open(), "x");
    expect([blocks.kind, blocks.about]).toEqual(["test", { size: 3 }]);
    expect(["a", "b", "c", "d"].map((section) => blocks.count(section))).toEqual([2, 1, 0, 0]);
    expect(textOf(blocks.block("b", 0))).toBe("England beat West Germany");
    expect(textOf(blocks.block("a", 1))).toBe("?");
    expect(textOf(blocks.block("a", 0))).toBe("England ".repeat(50));
    expect(() => blocks.block("a", 2)).toThrow(/lacks block 2 of its part "a"/);
    blocks.close();
  });
});

test("every changed or missing byte of a file of blocks is noticed", () => {
  const readAll = (bytes: Uint8Array) => {
    const blocks = new BlockFile(memorySource(bytes.slice().buffer), "x");
    for (const section of ["dictionary", "a", "b"]) {
      for (let i = 0; i < blocks.count(section); i++) blocks.block(section, i);
    }
  };
  readAll(file);
  for (let at = 0; at < file.length; at++) {
    // the last four bytes of the front mean nothing
    if (at >= 28 && at < 32) continue;
    const wrong = file.slice();
    wrong[at] ^= 4;
    expect(() => readAll(wrong), `byte ${at}`).toThrow(/x (is|has|lacks).*fetch it again/);
  }
  for (let length = 0; length < file.length; length++) {
    expect(() => readAll(file.subarray(0, length))).toThrow(/x is/);
  }
});

test("a file on disk that was closed or is missing is refused with a sentence", () => {
  const source = openFileSource(path);
  source.close();
  expect(() => source.read(0, 1)).toThrow(/was closed/);
  expect(() => openFileSource(`${path}.not`)).toThrow(/could not be read/);
});

test("bytes in blocks are there once they are asked for", () => {
  const content = Uint8Array.from({ length: 1000 }, (_, i) => (i * i) & 255);
  const lazy = openBlockBytes(new BlockFile(memorySource(packBytes(content, 64).buffer), "x"));
  expect(lazy.buffer.byteLength).toBe(1000);
  lazy.need(5, 5);
  expect(new Uint8Array(lazy.buffer).every((byte) => byte === 0)).toBe(true);
  lazy.need(60, 130);
  expect(new Uint8Array(lazy.buffer).slice(0, 192)).toEqual(content.slice(0, 192));
  expect(new Uint8Array(lazy.buffer)[201]).toBe(0);
  lazy.need(0, 1000);
  expect(new Uint8Array(lazy.buffer)).toEqual(content);
  lazy.close();
});

test("blocks of an arena are unpacked once, whichever thread asks, and read where they lie", () => {
  const content = Uint8Array.from({ length: 1000 }, (_, i) => i % 61);
  const parts = new Map<string, ArrayBufferLike>();
  const memory = (part: string, byteLength: number) => {
    if (!parts.has(part)) parts.set(part, new SharedArrayBuffer(byteLength));
    return parts.get(part)!;
  };
  const filled: number[] = [];
  const open = () => {
    const source = { ...memorySource(packBytes(content, 64).buffer), memory };
    return new BlockArena(new BlockFile(source, "x"), "bytes", {
      length: 1,
      fill(bytes, from, to, tables, at) {
        filled.push(from);
        tables[at] = bytes[from] + (to - from);
      },
    });
  };
  const one = open();
  expect(one.bytes[one.at(2)]).toBe(content[128]);
  expect(one.bytes[64]).toBe(0);
  const other = open();
  expect(Array.from(other.bytes.subarray(other.at(2), other.at(3)))).toEqual([...content.subarray(128, 192)]);
  expect(other.tables[2]).toBe(content[128] + 64);
  expect(filled).toEqual([128, 192]);
  expect(one.at(15)).toBe(960);
  expect(one.tables[15]).toBe(content[960] + 40);
});
