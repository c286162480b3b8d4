import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { warcOf } from "../../test/warc-fixture.js";
import { cutShards } from "./cut-shards.js";
import { findInputs } from "./find-inputs.js";
import { type Batch, createShard, type ShardReads } from "./shard.js";
import { readShardRecords } from "./shard-records.js";

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

function cut(base: string, inputs: string[], shardBytes: number): Promise<ShardReads[]> {
  return all(cutShards(findInputs(inputs, { base }), { base, shardBytes }));
}

async function idsOf(base: string, shards: ShardReads[]): Promise<(string | number)[]> {
  const batch: Batch = { base, out: join(base, "out"), linker: "l", settings: {} };
  const records = shards.map((reads, number) => all(readShardRecords(createShard(reads, batch, number))));
  return (await Promise.all(records)).flat().map((r) => r.id);
}

describe("cutting shards", () => {
  test("JSON lines are cut between lines, and every line is in one shard", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "grapheme", maxLength: 40 }), { maxLength: 30 }),
        fc.integer({ min: 1, max: 300 }),
        fc.boolean(),
        async (texts, shardBytes, ends) => {
          const base = temporaryFolder();
          const lines = texts.map((text) => JSON.stringify({ text }));
          writeFileSync(join(base, "a.jsonl"), lines.join("\n") + (ends && lines.length > 0 ? "\n" : ""));
          const shards = await cut(base, ["a.jsonl"], shardBytes);
          expect(await idsOf(base, shards)).toEqual(lines.map((_, i) => `a.jsonl:${i + 1}`));
          const longest = Math.max(0, ...lines.map((line) => Buffer.byteLength(line) + 1));
          for (const { bytes } of shards) expect(bytes).toBeLessThan(shardBytes + longest);
        },
      ),
      { numRuns: 40 },
    );
  });

  test("small files share a shard, large ones have their own, packed ones are never cut", async () => {
    const base = temporaryFolder();
    mkdirSync(join(base, "news/deep"), { recursive: true });
    const write = (name: string, data: string | Uint8Array) => writeFileSync(join(base, "news", name), data);
    write("a.txt", "aaa");
    write("b.html", "<p>b</p>");
    write("c.txt", "c".repeat(100));
    write("deep/d.jsonl.gz", gzipSync('{"text":"1"}\n'.repeat(50)));
    write("empty.txt", "");
    write("picture.png", "no text");
    write(".hidden.txt", "no");
    const skipped: string[] = [];
    const files = findInputs(["news"], { base, onSkipped: (path) => skipped.push(path) });
    const shards = await all(cutShards(files, { base, shardBytes: 20 }));
    expect(shards.map((s) => s.pieces.map((p) => p.path))).toEqual([
      ["news/a.txt", "news/b.html"],
      ["news/c.txt"],
      ["news/deep/d.jsonl.gz"],
      ["news/empty.txt"],
    ]);
    expect(skipped).toEqual(["news/picture.png"]);
    expect((await idsOf(base, shards)).length).toBe(3 + 50 + 1);
  });

  test("web archives are cut between records", async () => {
    const base = temporaryFolder();
    writeFileSync(
      join(base, "a.warc"),
      warcOf(Array.from({ length: 9 }, (_, i) => ({ uri: `u${i}`, text: "London." }))),
    );
    const shards = await cut(base, ["a.warc"], 400);
    expect(shards.length).toBeGreaterThan(2);
    expect(await idsOf(base, shards)).toEqual(Array.from({ length: 9 }, (_, i) => `u${i}`));
  });

  test("globs match by name, and one that matches nothing is said", async () => {
    const base = temporaryFolder();
    for (const name of ["a.txt", "b.txt", "c.html"]) writeFileSync(join(base, name), "x");
    const found = await all(findInputs(["*.txt", "c.html", "*.txt"], { base }));
    expect(found.map((f) => f.path)).toEqual(["a.txt", "b.txt", "c.html"]);
    await expect(all(findInputs(["*.warc"], { base }))).rejects.toThrow(/matches \*\.warc/);
    await expect(all(findInputs(["gone"], { base }))).rejects.toThrow("There is no file or folder gone");
  });

  test("a shard's id follows bytes, linker and settings, and nothing else", async () => {
    const base = temporaryFolder();
    writeFileSync(join(base, "a.jsonl"), '{"text":"1"}\n');
    const [reads] = await cut(base, ["a.jsonl"], 1000);
    const batch: Batch = { base, out: "out", linker: "l", settings: {} };
    const { id } = createShard(reads, batch, 0);
    expect(createShard(reads, { ...batch, out: "other", base: "/" }, 7).id).toBe(id);
    expect(createShard(reads, { ...batch, linker: "m" }, 0).id).not.toBe(id);
    expect(createShard(reads, { ...batch, settings: { nil: 0.5 } }, 0).id).not.toBe(id);
    writeFileSync(join(base, "a.jsonl"), '{"text":"2"}\n');
    const [changed] = await cut(base, ["a.jsonl"], 1000);
    expect(createShard(changed, batch, 0).id).not.toBe(id);
    expect(readFileSync(join(base, "a.jsonl")).length).toBe(changed.bytes);
  });
});
