/** Verifies artefacts of any kind, file by file: is each as it was written, and does what belongs together fit together? */
import { existsSync } from "node:fs";
import { open, readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { LinkingError, messageOf, throwIfAborted } from "../errors.js";
import { BlockFile } from "../files/block-file.js";
import { openFileSource } from "../files/file-source.js";
import { sha256OfFile } from "../files/hash.js";
import { openBytes } from "../files/lines.js";
import { readingFile } from "../files/reading.js";
import { openSealedJson } from "../files/sealed-json.js";
import { openEntityTexts } from "../kb/entity-texts.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { checkStoreDigest } from "../kb/stores/lmdb-digest.js";
import { openKnowledgeBase } from "../kb/stores/open-knowledge-base.js";
import { loadLinker } from "../loading/load-linker.js";
import { MANIFEST } from "../loading/open-linker.js";
import { loadModel } from "../model/model-file.js";
import { MODEL_FORMAT } from "../model/model-format.js";
import { CHECKPOINT_FORMAT, readCheckpoint } from "../training/checkpoint.js";
import { readMetrics, readRunConfig, runFiles } from "../training/run-folder.js";
import { readPlan } from "../training/train-all.js";
import { openVectorTable } from "../vectors/vector-file.js";
import type { StepRecord } from "./run-steps.js";

/** One file, store or folder that was looked at. */
export interface CheckedArtefact {
  path: string;
  /** What it is, for people: "knowledge base", "model". */
  kind: string;
  /** A sentence on what is wrong and what to do; left out when all is well. */
  problem?: string;
  /** What its being right rests on: "digest", "checksums of all records"; left out where the file has nothing of the kind. */
  by?: string;
}

interface Kind {
  kind: string;
  by?: string;
  check(): unknown;
}

/**
 * Checks each path and everything below it. Nothing is changed, and nothing is thrown for what is wrong: it is told.
 *
 * ```ts
 * import { checkArtefacts } from "mulrel/train";
 *
 * for await (const { path, problem } of checkArtefacts(["products.kb", "run"])) if (problem) console.error(path, problem);
 * ```
 */
export async function* checkArtefacts(
  paths: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<CheckedArtefact> {
  for (const path of paths) {
    throwIfAborted(signal);
    const found = await stat(path).catch(() => undefined);
    if (!found) yield { path, kind: "nothing", problem: `There is no ${path}; check the path.` };
    else if (found.isDirectory()) yield* checkFolder(path, signal);
    else yield await outcome(path, await kindOfFile(path, signal));
  }
}

async function outcome(path: string, { kind, by, check }: Kind): Promise<CheckedArtefact> {
  try {
    await readingFile(path, check);
    return { path, kind, ...(by !== undefined && { by }) };
  } catch (error) {
    return { path, kind, problem: messageOf(error) };
  }
}

async function* checkFolder(path: string, signal?: AbortSignal): AsyncGenerator<CheckedArtefact> {
  if (existsSync(join(path, "data.mdb"))) {
    yield await outcome(path, {
      kind: "knowledge base (LMDB)",
      by: "digest, where it has one, and reading every record",
      check: async () => {
        checkStoreDigest(path, true);
        walkKnowledgeBase(await openKnowledgeBase(path));
      },
    });
    return;
  }
  if (existsSync(join(path, MANIFEST))) yield await outcome(path, linkerFolder(path));
  if (existsSync(runFiles(path).config)) yield await outcome(path, runFolder(path));
  if (existsSync(join(path, "steps"))) yield await outcome(path, workFolder(path, signal));
  for (const name of (await readdir(path)).sort()) yield* checkArtefacts([join(path, name)], signal);
}

function linkerFolder(path: string): Kind {
  const check = async () => (await loadLinker(path)).close();
  return { kind: "linker", by: "opening it: its files fit together", check };
}

function runFolder(path: string): Kind {
  const check = async () => {
    await readRunConfig(path);
    await readMetrics(path);
  };
  return { kind: "training run", by: "its settings and metrics", check };
}

/** What every step of `mulrel make` has left, compared with what it wrote down. */
function workFolder(path: string, signal?: AbortSignal): Kind {
  const check = async () => {
    for (const name of await readdir(join(path, "steps"))) {
      const record = JSON.parse(await readFile(join(path, "steps", name), "utf8")) as StepRecord;
      for (const [file, { sha256 }] of Object.entries(record.outputs)) {
        if ((await sha256OfFile(join(path, file), signal)) === sha256) continue;
        throw new LinkingError(
          "bad-file",
          `${join(path, file)} is not as the step "${basename(name, ".json")}" left it; give the same \`mulrel make\` again, which makes it anew.`,
        );
      }
    }
  };
  return { kind: "work of mulrel make", by: "SHA-256 of every step's files", check };
}

async function kindOfFile(path: string, signal?: AbortSignal): Promise<Kind> {
  if (/\.tmp$|\.lock-[0-9a-f-]+$/.test(path)) {
    return { kind: "left by a writer that works, or was killed; the next one removes it", check: () => {} };
  }
  const [head, tail] = await endsOf(path);
  if (head.startsWith("mulrelKB")) {
    const check = async () => walkKnowledgeBase(await openKnowledgeBase(path));
    return { kind: "knowledge base", by: "digest", check };
  }
  if (tail.includes("mulrelTX")) return entityTexts(path);
  if (head.startsWith("mulrelBF")) return blockFile(path);
  const isJson = path.endsWith(".json");
  const isTensors = /^.{8}\{/s.test(head) || path.endsWith(".safetensors");
  if (isTensors) return tensors(path, head);
  if (basename(path) === "plan.json") {
    return { kind: "plan of runs", by: "digest", check: () => readPlan(join(path, "..")) };
  }
  if (isJson) {
    const check = async () => {
      const text = await readFile(path, "utf8");
      if (text.trimStart().startsWith("[")) JSON.parse(text);
      else openSealedJson(text, path);
    };
    return { kind: "JSON", by: "digest, where it has one", check };
  }
  if (head.startsWith("\x1f\x8b") || head.startsWith("BZh")) {
    return { kind: "packed file", by: "its own checksum", check: () => unpackAll(path, signal) };
  }
  return { kind: "other file; nothing to check it by", check: () => {} };
}

/** The first kilobyte or so, and the last bytes, as Latin-1. */
async function endsOf(path: string): Promise<[string, string]> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    const read = async (from: number, length: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
      return buffer.toString("latin1", 0, bytesRead);
    };
    return [await read(0, 1024), await read(Math.max(0, size - 32), 32)];
  } finally {
    await handle.close();
  }
}

function tensors(path: string, head: string): Kind {
  const by = "digest";
  if (head.includes(CHECKPOINT_FORMAT)) return { kind: "checkpoint", by, check: () => readCheckpoint(path) };
  if (head.includes(`"${MODEL_FORMAT}"`)) return { kind: "model", by, check: () => loadModel(path) };
  return { kind: "vectors", by, check: () => openVectorTable(path) };
}

function entityTexts(path: string): Kind {
  const check = () => {
    const texts = openEntityTexts(path);
    try {
      let rows = 0;
      for (const { row } of texts.range()) rows = row + 1;
      return rows;
    } finally {
      texts.close();
    }
  };
  return { kind: "texts of entities", by: "checksums of all records", check };
}

function blockFile(path: string): Kind {
  const check = () => {
    const file = new BlockFile(openFileSource(path), path);
    try {
      file.checkAll();
    } finally {
      file.close();
    }
  };
  return { kind: "packed blocks", by: "checksums of all blocks", check };
}

async function unpackAll(path: string, signal?: AbortSignal): Promise<void> {
  for await (const _ of await openBytes(path, signal)) throwIfAborted(signal);
}

/** Every entity is read, every name leads to entities that are there, and there are as many names as it says. */
function walkKnowledgeBase(kb: KnowledgeBase): void {
  try {
    for (let row = 0; row < kb.size; row++) kb.entity(row);
    let names = 0;
    for (const { surface, candidates } of kb.surfaces()) {
      names++;
      const lost = candidates.find((c) => c.entity >= kb.size);
      if (lost) {
        throw new LinkingError(
          "bad-file",
          `The name "${surface}" leads to row ${lost.entity}, but there are ${kb.size} entities; make the knowledge base again.`,
        );
      }
    }
    if (names !== kb.info.surfaces) {
      throw new LinkingError(
        "bad-file",
        `It has ${names} names, but says ${kb.info.surfaces}; make the knowledge base again.`,
      );
    }
  } finally {
    kb.close();
  }
}
