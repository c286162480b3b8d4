import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { type LineOptions, readLines, type TextLine } from "./lines.js";

function file(content: string | Uint8Array): string {
  const path = join(temporaryFolder(), "x");
  writeFileSync(path, content);
  return path;
}

async function linesOf(path: string, options?: LineOptions): Promise<TextLine[]> {
  const lines: TextLine[] = [];
  for await (const line of readLines(path, options)) lines.push(line);
  return lines;
}

test("a byte-order mark, CRLF and a missing last line feed do not show in the text", async () => {
  const lines = await linesOf(file("\ufeffone\r\ntwo\n\nfour"));
  expect(lines.map((l) => l.text)).toEqual(["one", "two", "", "four"]);
  expect(lines.map((l) => l.number)).toEqual([1, 2, 3, 4]);
});

test("gzip is unpacked, whatever the file is called", async () => {
  const text = Array.from({ length: 50_000 }, (_, i) => `line ${i} ü`).join("\n");
  const lines = await linesOf(file(gzipSync(text)));
  expect(lines.length).toBe(50_000);
  expect(lines[49_999].text).toBe("line 49999 ü");
});

test("a line that is not UTF-8 is a problem of that line only", async () => {
  const lines = await linesOf(
    file(Buffer.concat([Buffer.from("a\n"), Buffer.from([0xe9, 10]), Buffer.from("b")])),
  );
  expect(lines.map((l) => l.text)).toEqual(["a", "", "b"]);
  expect(lines[1].problem).toMatch(/UTF-8/);
});

test("an overlong line is a problem and is not held in memory", async () => {
  const lines = await linesOf(file(`a\n${"x".repeat(300_000)}\nb\n`), { longest: 1000 });
  expect(lines[1].problem).toMatch(/300000 bytes/);
  expect(lines[2]).toEqual({ text: "b", number: 3 });
});

test("a cut gzip file says after which line it breaks off", async () => {
  const noise = Array.from({ length: 200_000 }, (_, i) => `${Math.imul(i, 0x9e3779b9)}`).join("\n");
  const packed = gzipSync(noise);
  await expect(linesOf(file(packed.subarray(0, packed.length >> 1)))).rejects.toThrow(
    /breaks off after line \d+/,
  );
});

test("a missing file is a sentence with its path", async () => {
  await expect(linesOf("/nowhere/at.all")).rejects.toThrow(/There is no file \/nowhere\/at\.all/);
});
