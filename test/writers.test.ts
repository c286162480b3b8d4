/** Processes that meet at one artefact: two writers, a reader and a writer, a stop. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { openKnowledgeBase } from "../src/kb/stores/open-knowledge-base.js";
import { temporaryFolder } from "./temporary-folder.js";

const program = resolve(import.meta.dirname, "../dist/cli/main.js");
let folder: string;
const at = (name: string) => join(folder, name);

function mulrel(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [program, ...args], (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

const list = (name: string, from: number, to: number) =>
  writeFileSync(
    at(name),
    [
      "id,title,aliases",
      ...Array.from({ length: to - from }, (_, i) => `T${from + i},Thing ${from + i},All`),
    ].join("\n"),
  );

beforeAll(() => {
  folder = temporaryFolder();
  list("first.csv", 0, 50);
  list("more.csv", 50, 90);
  list("other.csv", 200, 230);
});

describe.each(["file", "lmdb"])("a %s store", (store) => {
  test("two lists added at once are both there, or one was refused by a sentence", async () => {
    const kbPath = at(`twice-${store}`);
    await mulrel("kb", "build", at("first.csv"), "-o", kbPath, "--store", store);
    const results = await Promise.all([
      mulrel("kb", "add", kbPath, at("more.csv")),
      mulrel("kb", "add", kbPath, at("other.csv")),
    ]);
    const kb = await openKnowledgeBase(kbPath);
    for (const [i, id] of ["T60", "T210"].entries()) {
      const { code, err } = results[i];
      expect(kb.rowOfId(id) >= 0, err).toBe(code === 0);
      if (code !== 0) expect(err).toMatch(/is being written by process \d+ on .* \(mulrel kb add\)/);
    }
    expect(results.some(({ code }) => code === 0)).toBe(true);
    for (let row = 0; row < kb.size; row++) expect(kb.rowOfId(kb.entity(row).id)).toBe(row);
    kb.close();
  });

  test("a reader goes on seeing what it had opened while another process adds to it", async () => {
    const kbPath = at(`read-${store}`);
    await mulrel("kb", "build", at("first.csv"), "-o", kbPath, "--store", store);
    const reader = await openKnowledgeBase(kbPath);
    const before = reader.lookup("All");
    expect((await mulrel("kb", "add", kbPath, at("more.csv"))).code).toBe(0);
    expect(reader.size).toBe(50);
    expect(reader.lookup("All")).toEqual(before);
    expect(reader.rowOfId("T60")).toBe(-1);
    expect([...reader.surfaces()].length).toBe(reader.info.surfaces);
    reader.close();
    const next = await openKnowledgeBase(kbPath);
    expect([next.size, next.rowOfId("T60") >= 0]).toEqual([90, true]);
    next.close();
  });
});

test("Ctrl-C ends a build within a second, with a sentence, 130, and a state to go on from", async () => {
  const page = JSON.stringify({
    id: "1",
    title: "Page",
    text: 'Words and <a href="Other">other</a> words. '.repeat(200),
  });
  writeFileSync(at("corpus.jsonl"), Array.from({ length: 4000 }, () => page).join("\n"));
  const child = spawn(process.execPath, [program, "kb", "build", at("corpus.jsonl"), "-o", at("stopped.kb")]);
  let err = "";
  child.stderr.on("data", (text) => (err += text));
  // at work once its folder is there
  while (!readdirSync(folder).includes("stopped.kb.work")) await new Promise((go) => setTimeout(go, 20));
  const began = performance.now();
  child.kill("SIGINT");
  const [code] = await once(child, "exit");
  expect(code).toBe(130);
  expect(err).toContain("stopped; give the same command again to go on");
  // a second, and what a busy machine adds
  expect(performance.now() - began).toBeLessThan(4000);
  expect((await mulrel("kb", "build", at("corpus.jsonl"), "-o", at("stopped.kb"))).code).toBe(0);
});

test("check tells a whole artefact from a damaged one and ends with 1", async () => {
  await mulrel("kb", "build", at("first.csv"), "-o", at("checked.kb"));
  expect(await mulrel("check", at("checked.kb"), at("checked.kb.texts"))).toMatchObject({ code: 0 });
  writeFileSync(at("bad.safetensors"), "nothing of the kind");
  const { code, out } = await mulrel("check", at("bad.safetensors"), at("missing"));
  expect(code).toBe(1);
  expect(out).toMatch(/bad {2}.*bad\.safetensors {2}vectors: .*is not a usable safetensors file/);
  expect(out).toContain("There is no");
});
