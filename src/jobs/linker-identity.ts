/** Which linker it is, by the bytes of its files: two machines with the same answer link alike. */
import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { LinkingError, messageOf } from "../errors.js";
import type { LinkerSource } from "../loading/linker-source.js";
import { shippedModel } from "../loading/load-linker.js";

/** A hash over version, model, knowledge base and layers; read-me files are left out, and changes, which come while texts are linked. */
export async function linkerIdentity(source: LinkerSource, version: string): Promise<string> {
  const { model, kb } = source;
  const hash = createHash("sha256").update(`mulrel ${version}`);
  const folder = model ?? shippedModel();
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const files = entries.filter((e) => e.isFile() && !/^\.|\.md$/i.test(e.name)).map((e) => e.name);
    for (const name of files.sort()) await addFile(hash, name, join(folder, name));
    if (kb !== undefined) await addKnowledgeBase(hash, kb);
    await addLayers(hash, source);
  } catch (error) {
    throw new LinkingError("not-found", `The linker's files could not be read: ${messageOf(error)}.`, {
      cause: error,
    });
  }
  return hash.digest("hex").slice(0, 40);
}

/** One file, or the folder of a linker or of LMDB, whose lock file changes with every reader. */
async function addKnowledgeBase(hash: Hash, path: string): Promise<void> {
  if ((await stat(path)).isDirectory()) {
    const entries = await readdir(path, { withFileTypes: true });
    const files = entries.filter((e) => e.isFile() && !/lock/i.test(e.name)).map((e) => e.name);
    for (const name of files.sort()) await addFile(hash, name, join(path, name));
  } else {
    await addFile(hash, "kb", path);
  }
  const vectors = `${path}.vectors`;
  if (await stat(vectors).catch(() => undefined)) await addFile(hash, "vectors", vectors);
}

/** A layer is called like its file, and links tell its name. */
async function addLayers(hash: Hash, { add = [], ownShare, hide }: LinkerSource): Promise<void> {
  for (const path of add) {
    hash.update(`\0layer ${basename(path)}\0`);
    await addKnowledgeBase(hash, path);
  }
  if (ownShare !== undefined) hash.update(`\0own share ${ownShare}\0`);
  if (hide !== undefined) await addFile(hash, "hide", hide);
}

async function addFile(hash: Hash, name: string, path: string): Promise<void> {
  hash.update(`\0${name}\0`);
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk);
}
