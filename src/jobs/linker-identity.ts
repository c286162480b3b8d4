/** Which linker it is, by the bytes of its files: two machines with the same answer link alike. */
import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { LinkingError, messageOf } from "../errors.js";
import { shippedModel } from "../loading/load-linker.js";

/** Where a linker's files are. */
export interface LinkerSource {
  /** Folder of the model; the shipped one when left out. */
  model?: string;
  /** An own knowledge base. */
  kb?: string;
}

/** A hash over version, model and knowledge base; what the build unpacked and read-me files are left out. */
export async function linkerIdentity({ model, kb }: LinkerSource, version: string): Promise<string> {
  const hash = createHash("sha256").update(`mulrel ${version}`);
  const folder = model ?? shippedModel();
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const files = entries.filter((e) => e.isFile() && !/^\.|\.md$/i.test(e.name)).map((e) => e.name);
    for (const name of files.sort()) await addFile(hash, name, join(folder, name));
    if (kb !== undefined) await addKnowledgeBase(hash, kb);
  } catch (error) {
    throw new LinkingError("not-found", `The linker's files could not be read: ${messageOf(error)}.`, {
      cause: error,
    });
  }
  return hash.digest("hex").slice(0, 40);
}

/** One file, or LMDB's folder, whose lock file changes with every reader. */
async function addKnowledgeBase(hash: Hash, path: string): Promise<void> {
  if ((await stat(path)).isDirectory()) {
    const files = (await readdir(path)).filter((name) => !/lock/i.test(name));
    for (const name of files.sort()) await addFile(hash, name, join(path, name));
  } else {
    await addFile(hash, "kb", path);
  }
  const vectors = `${path}.vectors`;
  if (await stat(vectors).catch(() => undefined)) await addFile(hash, "vectors", vectors);
}

async function addFile(hash: Hash, name: string, path: string): Promise<void> {
  hash.update(`\0${name}\0`);
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk);
}
