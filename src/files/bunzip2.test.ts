import fc from "fast-check";
import { expect, test } from "vitest";
import { packBzip2 } from "../../test/pack-bzip2.js";
import { Bzip2Reader, unpackBzip2 } from "./bunzip2.js";

const text = "Berlin is the capital of Germany. Berlin is large.";
/** As bzip2 packs the text; "b" and 300 times "a"; nothing. */
const packedText =
  "QlpoOTFBWSZTWV38CW8AAAWVgEABEIAr59wgIAAxTCaaA0xBomk2UHpoeqK7yNypu7qdTF6qRnZ8gQDy3SEMyikZG5+LuSKcKEgu/gS3gA==";
const packedRun = "QlpoOTFBWSZTWV1WCKEAAASRAIAgMAAACCAAIZpoM00JF1Ti7kinChILqsEUIA==";
const packedNothing = "QlpoORdyRThQkAAAAAA=";
const bytesOf = (...streams: string[]) => Buffer.concat(streams.map((s) => Buffer.from(s, "base64")));

function unpack(bytes: Uint8Array): string {
  const reader = new Bzip2Reader(bytes);
  const blocks: Uint8Array[] = [];
  for (let block = reader.next(); block; block = reader.next()) blocks.push(block);
  return Buffer.concat(blocks).toString();
}

test("what bzip2 packed is unpacked, stream after stream", () => {
  expect(unpack(bytesOf(packedText))).toBe(text);
  expect(unpack(bytesOf(packedRun))).toBe(`b${"a".repeat(300)}`);
  expect(unpack(bytesOf(packedNothing))).toBe("");
  expect(unpack(bytesOf(packedText, packedNothing, packedRun))).toBe(`${text}b${"a".repeat(300)}`);
});

test("any bytes come back as they were", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(255), fc.integer({ min: 1, max: 600 })), { maxLength: 40 }),
      (runs) => {
        const bytes = Buffer.concat(runs.map(([value, length]) => Buffer.alloc(length, value)));
        const reader = new Bzip2Reader(packBzip2(bytes));
        const blocks: Uint8Array[] = [];
        for (let block = reader.next(); block; block = reader.next()) blocks.push(block);
        expect(Buffer.concat(blocks).equals(bytes)).toBe(true);
      },
    ),
    { numRuns: 50 },
  );
});

test("a stream gives the same, whatever the size of the pieces it comes in", async () => {
  const bytes = bytesOf(packedText, packedRun);
  for (const size of [1, 7, 1000]) {
    async function* pieces() {
      for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
    }
    let all = "";
    for await (const block of unpackBzip2(pieces())) all += block.toString();
    expect(all).toBe(`${text}b${"a".repeat(300)}`);
  }
});

test("data that end too early are told from damaged ones, and no change of a byte goes unseen", () => {
  const bytes = bytesOf(packedText);
  for (let length = 1; length < bytes.length - 1; length++) {
    expect(() => unpack(bytes.subarray(0, length))).toThrow(expect.objectContaining({ code: "BZ_CUT" }));
  }
  // the last ten bytes are the end mark and the checksum of the whole stream
  for (let at = 4; at < bytes.length - 10; at++) {
    const damaged = Buffer.from(bytes);
    damaged[at] ^= 0x10;
    let unpacked = "";
    try {
      unpacked = unpack(damaged);
    } catch (error) {
      expect(["BZ_CUT", "BZ_DATA"]).toContain((error as { code?: string }).code);
      continue;
    }
    expect(unpacked).toBe(text);
  }
});
