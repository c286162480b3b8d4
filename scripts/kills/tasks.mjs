// The commands that write artefacts: how each is called in a folder of its own, and what is compared afterwards.
import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { contentsOf } from "../../dist/kb/contents.js";
import { openKnowledgeBase } from "../../dist/kb/stores/open-knowledge-base.js";

/**
 * `begin` puts what is there before into the folder (f; m: the materials). `again`: the same command finishes what was stopped; without it
 * the state after a kill must be the old or the new one. `rival`: a second writer at the same place, where it is not the same command.
 * @typedef {{ name: string, begin?(f: string, m: string): void, args(f: string, m: string): string[],
 *   result(f: string): string | Promise<string>, again?: boolean, rival?(f: string, m: string): string[] }} Task
 */

const hash = (...parts) => {
  const sum = createHash("sha256");
  for (const part of parts) sum.update(part);
  return sum.digest("hex").slice(0, 16);
};

const bytesOf =
  (...files) =>
  (folder) =>
    hash(
      ...files.map((file) => (existsSync(join(folder, file)) ? readFileSync(join(folder, file)) : "none")),
    );

function bytesBelow(path) {
  if (!existsSync(path)) return "none";
  if (!statSync(path).isDirectory()) return hash(readFileSync(path));
  const names = readdirSync(path).sort();
  return hash(...names.map((name) => `${name} ${bytesBelow(join(path, name))}`));
}

/** All that a knowledge base holds, whichever store it is in. */
async function contentOf(path) {
  const kb = await openKnowledgeBase(path);
  try {
    const { entities, surfaces, redirects, sources, settings } = contentsOf(kb);
    const lists = [[...entities], [...surfaces], [...redirects]];
    return hash(JSON.stringify([lists, sources, settings, kb.info.surfaces]));
  } finally {
    kb.close();
  }
}

const content = (name) => (folder) =>
  contentOf(join(folder, name)).catch((error) => `none: ${error.message}`);
const copy = (from, to) => (f, m) => cpSync(join(m, from), join(f, to), { recursive: true });

const build = (list, ...flags) => ({
  again: true,
  args: (f, m) => ["kb", "build", join(m, list), "-o", join(f, "a"), ...flags],
});
const add = (store) => ({
  begin: copy(store, "a"),
  args: (f, m) => ["kb", "add", join(f, "a"), join(m, "more.csv")],
  rival: (f, m) => ["kb", "add", join(f, "a"), join(m, "further.csv")],
  result: content("a"),
});

const vectorFlags = ["--steps", "120", "--workers", "1"];
const trainFlags = ["--most-epochs", "3", "--evaluate-every", "1", "--seed", "7"];

/** @type {Task[]} */
export const tasks = [
  { name: "build (file)", ...build("corpus.jsonl"), result: bytesOf("a", "a.texts") },
  { name: "build (LMDB)", ...build("corpus.jsonl", "--store", "lmdb"), result: content("a") },
  { name: "add (file)", ...add("things.kb") },
  { name: "add (LMDB)", ...add("things") },
  {
    name: "replace (LMDB)",
    begin: copy("things", "a"),
    ...build("others.csv", "--store", "lmdb"),
    result: content("a"),
  },
  {
    name: "export",
    again: true,
    args: (f, m) => ["kb", "export", join(m, "things.kb"), "-o", join(f, "a"), "--format", "lmdb"],
    result: content("a"),
  },
  {
    name: "vectors",
    again: true,
    args: (f, m) => [
      ...["vectors", "train", "--kb", join(m, "corpus.kb"), "--words", join(m, "words.safetensors")],
      ...["-o", join(f, "a.safetensors"), ...vectorFlags],
    ],
    result: bytesOf("a.safetensors"),
  },
  {
    name: "train",
    again: true,
    args: (f, m) =>
      existsSync(join(f, "run", "plan.json"))
        ? ["train", "--resume", join(f, "run")]
        : ["train", join(m, "prepared"), join(f, "run"), ...trainFlags],
    result: bytesOf("run/model.safetensors"),
  },
  {
    name: "make",
    again: true,
    args: (f, m) => [
      ...["make", join(f, "a.linker"), join(m, "things.csv"), "--name", "same", "--workers", "1"],
    ],
    result: (f) => bytesBelow(join(f, "a.linker")),
  },
];
