import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { fakeLinker } from "../../test/fake-linker.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { readShardManifest, shardFile } from "./batch-folder.js";
import { linkShard } from "./link-shard.js";
import { mergeBatch, readMerged } from "./merge-batch.js";
import type { Shard } from "./shard.js";
import { ShardProgress } from "./shard-progress.js";
import { submitInputs } from "./submit-inputs.js";
import { verifyBatch } from "./verify-batch.js";

/** A folder with documents, cut into shards of `shardBytes`. */
async function batchOf(lines: string[], shardBytes = 1000) {
  const base = temporaryFolder();
  const out = join(base, "out");
  writeFileSync(join(base, "in.jsonl"), lines.map((line) => `${line}\n`).join(""));
  const shards: Shard[] = [];
  const queue = {
    async submit(given: AsyncIterable<Shard>) {
      for await (const shard of given) shards.push(shard);
      return { added: shards.length, known: 0 };
    },
  };
  const options = { base, out, linker: "l", settings: {}, shardBytes };
  const submit = () => submitInputs(queue, ["in.jsonl"], options);
  await submit();
  return { base, out, shards, submit };
}

const doc = (text: string) => JSON.stringify({ id: text, text });
const run = (shard: Shard, linker = fakeLinker(), skip: number[] = []) =>
  linkShard(linker, { shard, progress: new ShardProgress().buffer, skip });
const linesOf = ({ out, id }: Shard) =>
  gunzipSync(readFileSync(shardFile(out, id)))
    .toString()
    .trimEnd()
    .split("\n")
    .map((l) => JSON.parse(l));

describe("a shard", () => {
  test("becomes a line a record, in order; a bad record or one that the linker refuses costs its own line", async () => {
    const { shards } = await batchOf([doc("a"), "{", doc("bad"), doc("b")]);
    const linker = fakeLinker((text) => {
      if (text === "bad") throw new Error("refused");
    });
    const outcome = await run(shards[0], linker);
    expect(outcome).toMatchObject({ kind: "done", manifest: { rows: 4, errors: 2 } });
    const lines = linesOf(shards[0]);
    expect(lines.map((l) => l.id)).toEqual(["a", "in.jsonl:2", "bad", "b"]);
    expect(lines.map((l) => l.error?.code)).toEqual([undefined, "bad-input", "failed", undefined]);
  });

  test("tells which files are not written in UTF-8, of many the first", async () => {
    const base = temporaryFolder();
    const names = Array.from({ length: 13 }, (_, i) => `${i + 10}.txt`);
    for (const name of names) writeFileSync(join(base, name), Buffer.from("André", "latin1"));
    const shards: Shard[] = [];
    const queue = {
      async submit(given: AsyncIterable<Shard>) {
        for await (const shard of given) shards.push(shard);
        return { added: shards.length, known: 0 };
      },
    };
    const out = join(base, "out");
    await submitInputs(queue, ["*.txt"], { base, out, linker: "l", settings: {}, shardBytes: 1000 });
    const outcome = await run(shards[0]);
    const { remarks } = outcome as { remarks: string[] };
    expect(remarks).toHaveLength(11);
    expect(remarks[0]).toMatch(/^10\.txt is not written in UTF-8: .* offset 4/);
    expect(remarks[10]).toBe("3 more files of the same shard are not written in UTF-8 either.");
  });

  test("whose input changed or vanished is refused and leaves nothing", async () => {
    const { base, out, shards } = await batchOf([doc("a"), doc("b")]);
    writeFileSync(join(base, "in.jsonl"), `${doc("a")}\n${doc("c")}\n`);
    await expect(run(shards[0])).rejects.toThrow("in.jsonl has changed since it was submitted");
    rmSync(join(base, "in.jsonl"));
    await expect(run(shards[0])).rejects.toThrow(/There is no file .*in\.jsonl/);
    expect(readdirSync(dirname(shardFile(out, shards[0].id)))).toEqual([]);
  });

  test("stops between two records when it is asked to", async () => {
    const { out, shards } = await batchOf([doc("a"), doc("b"), doc("c")]);
    const progress = new ShardProgress();
    const linker = fakeLinker((text) => text === "b" && progress.stop());
    expect(await linkShard(linker, { shard: shards[0], progress: progress.buffer, skip: [] })).toEqual({
      kind: "stopped",
    });
    expect(progress.rows).toBe(2);
    expect(await readShardManifest(out, shards[0].id)).toBeUndefined();
  });

  test("leaves a record out that ended its thread, with an error in its place", async () => {
    const { shards } = await batchOf([doc("a"), doc("b")]);
    await run(shards[0], fakeLinker(), [1]);
    expect(linesOf(shards[0])[1].error.message).toContain("ended twice");
  });

  test("clears away what a killed worker left of it", async () => {
    const { out, shards } = await batchOf([doc("a")]);
    const path = shardFile(out, shards[0].id);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.1-abc.tmp`, "half");
    await run(shards[0]);
    expect(readdirSync(dirname(path)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("that links no records is an empty, whole file", async () => {
    const { base, out } = await batchOf([]);
    writeFileSync(join(base, "x.warc"), "");
    expect(await verifyBatch(out)).toMatchObject({ shards: 0, good: 0 });
  });
});

describe("a batch", () => {
  test("is verified, merged in the order of its input, into one file or many, packed or not", async () => {
    const texts = Array.from({ length: 40 }, (_, i) => `name${i} and more`);
    const { base, out, shards } = await batchOf(texts.map(doc), 300);
    expect(shards.length).toBeGreaterThan(5);
    // in any order, as workers do
    for (const shard of [...shards].reverse()) await run(shard);
    expect(await verifyBatch(out)).toMatchObject({ good: shards.length, missing: [], damaged: [], rows: 40 });
    const to = join(base, "merged.jsonl");
    await mergeBatch(out, { to });
    const merged = readFileSync(to, "utf8");
    expect(
      merged
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).id),
    ).toEqual(texts);
    await mergeBatch(out, { to: `${to}.gz` });
    expect(gunzipSync(readFileSync(`${to}.gz`)).toString()).toBe(merged);
    const { files } = await mergeBatch(out, { to: join(base, "part.jsonl"), splitBytes: 1000 });
    expect(files.length).toBeGreaterThan(2);
    expect(files[0]).toBe(join(base, "part-00001.jsonl"));
    expect(files.map((file) => readFileSync(file, "utf8")).join("")).toBe(merged);
    const piped: Uint8Array[] = [];
    for await (const bytes of readMerged(out)) piped.push(bytes);
    expect(Buffer.concat(piped).toString()).toBe(merged);
  });

  test("that is not whole is told apart: missing, damaged, files of nobody", async () => {
    const { base, out, shards } = await batchOf([doc("a a"), doc("b b"), doc("c c")], 1);
    await run(shards[0]);
    await run(shards[1]);
    truncateSync(shardFile(out, shards[1].id), 5);
    writeFileSync(join(dirname(shardFile(out, shards[0].id)), "stranger.json"), "");
    const report = await verifyBatch(out);
    expect(report).toMatchObject({ shards: 3, good: 1, missing: [shards[2].id], others: 1 });
    expect(report.damaged[0].problem).toContain("5 bytes");
    await expect(mergeBatch(out, { to: join(base, "m") })).rejects.toThrow(/could not be read|not done/);
  });

  test("merges what there is when asked to", async () => {
    const { base, out, shards } = await batchOf([doc("a a"), doc("b b")], 1);
    await run(shards[1]);
    await expect(mergeBatch(out, { to: join(base, "m") })).rejects.toThrow(
      `Shard ${shards[0].id} is not done`,
    );
    expect(await mergeBatch(out, { to: join(base, "m"), partial: true })).toMatchObject({
      shards: 1,
      left: 1,
    });
  });

  test("submitted again knows what is done", async () => {
    const { shards, submit } = await batchOf([doc("a a"), doc("b b")], 1);
    await run(shards[0]);
    expect(await submit()).toMatchObject({ shards: 2, done: 1 });
  });
});
