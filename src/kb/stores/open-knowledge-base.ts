/** Opens a knowledge base from disk, whichever store it is in. */
import { readFile, stat } from "node:fs/promises";
import { LinkingError, messageOf } from "../../errors.js";
import { isBlockFile } from "../../files/block-file.js";
import { openFileSource } from "../../files/file-source.js";
import { readingFile } from "../../files/reading.js";
import type { KnowledgeBase } from "../knowledge-base.js";
import { openKnowledgeBaseBytes } from "./file-store.js";
import type { LmdbOptions } from "./lmdb-options.js";
import { placeToRead } from "./replaced-store.js";

/**
 * Opens either store by what lies at the path. `options` are for an LMDB store.
 *
 * ```ts
 * import { openKnowledgeBase } from "mulrel/kb";
 *
 * const kb = await openKnowledgeBase("products.kb");
 * console.log(kb.size, kb.entity(kb.rowOfId("B-100")).title);
 * kb.close();
 * ```
 */
export function openKnowledgeBase(asked: string, options: LmdbOptions = {}): Promise<KnowledgeBase> {
  const path = placeToRead(asked);
  return readingFile(path, () => open(path, options));
}

async function open(path: string, options: LmdbOptions): Promise<KnowledgeBase> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      throw new LinkingError(
        "not-found",
        `There is no knowledge base ${path}; check the path, or make one with \`mulrel kb build\`.`,
        { cause: error },
      );
    }
    throw new LinkingError("disk", `The knowledge base ${path} could not be opened: ${messageOf(error)}.`, {
      cause: error,
    });
  });
  if (found.isDirectory()) {
    // lmdb is a native package: loaded only for who has such a store
    const { isLmdbFolder } = await import("./lmdb-database.js");
    if (!isLmdbFolder(path)) {
      throw new LinkingError("bad-file", `${path} is a folder without a knowledge base in it.`);
    }
    return (await import("./lmdb-store.js")).openLmdbKnowledgeBase(path, options);
  }
  const source = openFileSource(path);
  if (isBlockFile(source.read(0, Math.min(8, source.byteLength)))) {
    return (await import("./packed-store.js")).openPackedKnowledgeBase(source, path);
  }
  source.close();
  const bytes = await readFile(path);
  // a view into Node's shared pool would hand the whole pool out
  const whole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
  return openKnowledgeBaseBytes((whole ? bytes.buffer : Uint8Array.from(bytes).buffer) as ArrayBuffer, path);
}
