import { copyFileSync, readdirSync, readFileSync, readlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { openPagedFile, pageSums, pageSumsPath } from "./paged-file.js";

const folder = temporaryFolder();

/** Four pages and a piece, no two bytes in a row alike. */
const content = Uint8Array.from({ length: 4 * 4096 + 100 }, (_, i) => (i * 7 + (i >> 8)) & 255);

function written(name: string, bytes = content): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  writeFileSync(pageSumsPath(path), pageSums(bytes));
  return path;
}

describe("a paged file", () => {
  test("has what was asked for, whatever the order", () => {
    const path = written("any");
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(content.length), fc.nat(content.length))), (ranges) => {
        const file = openPagedFile(path);
        const bytes = new Uint8Array(file.buffer);
        expect(bytes.length).toBe(content.length);
        for (const [a, b] of ranges) {
          const [from, to] = a < b ? [a, b] : [b, a];
          file.need(from, to);
          expect(Buffer.compare(bytes.subarray(from, to), content.subarray(from, to))).toBe(0);
        }
        file.close();
      }),
      { numRuns: 50 },
    );
  });

  test("reads only the pages that are asked for", () => {
    const file = openPagedFile(written("little"));
    file.need(5000, 5001);
    file.need(7, 7);
    const bytes = new Uint8Array(file.buffer);
    expect(bytes.subarray(4096, 8192)).toEqual(content.subarray(4096, 8192));
    expect([...bytes.subarray(0, 4096), ...bytes.subarray(8192)].every((b) => b === 0)).toBe(true);
    file.close();
  });

  test("may be empty", () => {
    const file = openPagedFile(written("empty", new Uint8Array(0)));
    file.need(0, 0);
    expect(file.buffer.byteLength).toBe(0);
    file.close();
  });

  test("a changed page is refused with a sentence when it is asked for, each time; the others serve", () => {
    const path = written("changed");
    const bytes = readFileSync(path);
    bytes[2 * 4096 + 17] ^= 1;
    writeFileSync(path, bytes);
    const file = openPagedFile(path);
    file.need(0, 4096);
    for (let i = 0; i < 2; i++) {
      expect(() => file.need(9000, 9001)).toThrow(/changed is damaged or cut off .* remove the folder/);
      expect(() => file.need(0, content.length)).toThrow(/damaged/);
    }
    file.close();
  });

  test("a file that is cut off or too long is refused at once, one cut off while it is open when that is noticed", () => {
    const path = written("cut");
    const file = openPagedFile(path);
    truncateSync(path, 4096);
    expect(() => file.need(5000, 5001)).toThrow(/cut is damaged or cut off/);
    file.close();
    expect(() => openPagedFile(path)).toThrow(/cut is damaged or cut off/);
    const long = written("long");
    writeFileSync(long, new Uint8Array([...content, 1]));
    expect(() => openPagedFile(long)).toThrow(/damaged/);
  });

  test("damaged, cut and missing checksums are refused with a sentence", () => {
    const path = written("sums");
    const sums = pageSumsPath(path);
    const right = readFileSync(sums);
    for (const at of [0, 4, 12, right.length - 1]) {
      const wrong = Uint8Array.from(right);
      wrong[at] ^= 4;
      writeFileSync(sums, wrong);
      expect(() => openPagedFile(path)).toThrow(/sums\.pages is damaged or cut off/);
    }
    for (const length of [0, 3, 12, right.length - 8, right.length - 1]) {
      writeFileSync(sums, right.subarray(0, length));
      expect(() => openPagedFile(path)).toThrow(/sums\.pages is damaged or cut off/);
    }
    copyFileSync(path, join(folder, "alone"));
    expect(() => openPagedFile(join(folder, "alone"))).toThrow(/alone\.pages could not be read/);
  });

  test("a closed file keeps what it has read and says that it is closed", () => {
    const file = openPagedFile(written("closed"));
    file.need(0, 1);
    file.close();
    file.close();
    file.need(0, 1);
    expect(() => file.need(5000, 5001)).toThrow(/was closed/);
  });

  test.runIf(process.platform === "linux")("a refused file is not left open", () => {
    const path = written("left");
    truncateSync(path, 10);
    expect(() => openPagedFile(path)).toThrow();
    const open = readdirSync("/proc/self/fd").map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return "";
      }
    });
    expect(open).not.toContain(path);
  });
});
