/** vectors import, train, near, relatedness and train-words as a user calls them, from a small encyclopaedia to vectors. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "./temporary-folder.js";

const cli = resolve(import.meta.dirname, "../dist/cli/main.js");
const at = temporaryFolder();
const file = (name: string) => join(at, name);
const mulrel = (...args: string[]) =>
  execFileSync(process.execPath, [cli, "vectors", ...args], { encoding: "utf8" });
const json = (...args: string[]) => JSON.parse(mulrel(...args, "--json"));
const failed = (...args: string[]) => {
  const { status, stderr } = spawnSync(process.execPath, [cli, "vectors", ...args], { encoding: "utf8" });
  return [status, stderr];
};

const topics = {
  sea: ["ship", "harbour", "captain", "wave", "anchor", "sailor", "tide", "mast"],
  kitchen: ["oven", "flour", "butter", "recipe", "pan", "sugar", "spoon", "dough"],
};

/** Pages of one topic link to each other, and draw their words from it. */
function pages(): string {
  const lines: string[] = [];
  for (const [topic, words] of Object.entries(topics)) {
    for (let page = 0; page < 8; page++) {
      const links = Array.from(
        { length: 6 },
        (_, i) => `<a href="${topic}%20${(page + i + 1) % 8}">page</a>`,
      );
      const text = links.map(
        (link, i) => `${words[(page + i) % 8]} ${words[(2 * page + i) % 8]} ${link} ${words[i]}.`,
      );
      lines.push(JSON.stringify({ id: lines.length, title: `${topic} ${page}`, text: text.join(" ") }));
    }
  }
  return `${lines.join("\n")}\n`;
}

beforeAll(() => {
  const line = (word: string, i: number, side: number) =>
    `${word} ${side} ${1 - side} ${(i % 3) / 5} ${(i % 2) / 5}`;
  writeFileSync(
    file("words.txt"),
    `${[...topics.sea.map((w, i) => line(w, i, 1)), ...topics.kitchen.map((w, i) => line(w, i, 0))].join("\n")}\n`,
  );
  writeFileSync(file("pages.jsonl"), pages());
  execFileSync(process.execPath, [cli, "kb", "build", file("pages.jsonl"), "-o", file("kb")]);
  mulrel("import", file("words.txt"), "-o", file("words.safetensors"));
});

test("trained vectors put pages of one topic near each other, and show it", () => {
  const args = ["--kb", file("kb"), "--words", file("words.safetensors"), "-o", file("entities.safetensors")];
  expect(json("train", ...args)).toMatchObject({ rows: 16, d: 4, trained: 16, composed: 0 });
  const bytes = readFileSync(file("entities.safetensors"));
  mulrel("train", ...args, "--workers", "1");
  expect(readFileSync(file("entities.safetensors")).equals(bytes)).toBe(true);
  const near = json(
    "near",
    "Sea 1",
    "-v",
    file("entities.safetensors"),
    "-w",
    file("words.safetensors"),
    "-n",
    "3",
  );
  for (const { name } of near.entities) expect(name).toMatch(/^Sea/);
  for (const { name } of near.words) expect(topics.sea).toContain(name);
  const scores = json(
    "relatedness",
    file("entities.safetensors"),
    "--kb",
    file("kb"),
    "--links",
    file("pages.jsonl"),
    "--distractors",
    "5",
  );
  expect(scores[file("entities.safetensors")].ndcg1).toBeGreaterThan(0.8);
});

test("a table is made smaller by importing it again", () => {
  const made = json(
    "import",
    file("words.safetensors"),
    "-o",
    file("small.safetensors"),
    "--storage",
    "int8",
  );
  expect(made).toMatchObject({ rows: 16, d: 4, storage: "int8" });
});

test("words are trained from one's own texts", () => {
  const args = ["-d", "8", "--min-count", "2", "--epochs", "1"];
  expect(json("train-words", file("pages.jsonl"), "-o", file("own.safetensors"), ...args)).toMatchObject({
    d: 8,
  });
});

test("failures are sentences: 1 for the work, 2 for the call", () => {
  expect(failed("near", "Nowhere", "-v", file("words.safetensors"))).toEqual([
    1,
    expect.stringMatching(/"Nowhere" is not in/),
  ]);
  expect(failed("import", file("none.txt"), "-o", file("x"))).toEqual([
    1,
    expect.stringMatching(/There is no file/),
  ]);
  expect(failed("import", file("words.txt"))[0]).toBe(2);
  expect(
    failed(
      "train",
      "--kb",
      file("kb"),
      "--words",
      file("words.safetensors"),
      "-o",
      file("x"),
      "--steps",
      "0",
    )[0],
  ).toBe(2);
});
