/** Entities, or names of them, out of a knowledge base on disk, with the vectors beside it. */
import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { LinkingError } from "../errors.js";
import { writeFileAtomically } from "../files/atomic-file.js";
import { withWriteLock } from "../files/write-lock.js";
import { contentsOf } from "../kb/contents.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { withoutName, withoutRows } from "../kb/knowledge-base-views.js";
import { encodeKnowledgeBase } from "../kb/stores/file-writer.js";
import { hasStoreDigest } from "../kb/stores/lmdb-digest.js";
import { openKnowledgeBase } from "../kb/stores/open-knowledge-base.js";
import { encodePackedKnowledgeBase } from "../kb/stores/packed-writer.js";
import { settleStore } from "../kb/stores/replaced-store.js";
import type { HiddenEntity } from "../layers/change.js";
import { Names } from "../vectors/names.js";
import { openVectorTable, writeVectorTable } from "../vectors/vector-file.js";
import { MANIFEST } from "./open-linker.js";

/**
 * Takes entities away for good; where a name is given with one, only that name of it. Vectors in KB.vectors go with their entities;
 * KB.texts, from which they are trained, tells entities by their rows and is deleted.
 *
 * ```ts
 * import { removeFromKnowledgeBase } from "mulrel/kb";
 *
 * await removeFromKnowledgeBase("products.kb", [{ entity: "C-310" }, { entity: "C-311", name: "Falcon" }]);
 * ```
 */
export async function removeFromKnowledgeBase(path: string, gone: readonly HiddenEntity[]): Promise<void> {
  if (existsSync(join(path, MANIFEST))) {
    const sentence = `${path} is a linker, whose files belong together; hide entities of it in a folder of changes, or with --hide.`;
    throw new LinkingError("unsupported", sentence);
  }
  await withWriteLock(path, "kb remove", async () => {
    await settleStore(path);
    const kb = await openKnowledgeBase(path);
    let rows: number[] = [];
    try {
      const { view, removed } = takeAway(kb, path, gone);
      rows = Array.from({ length: kb.size }, (_, row) => row).filter((row) => !removed.has(row));
      await writeStore(path, kb.info.format, view);
    } finally {
      kb.close();
    }
    // in this order: vectors of more entities than there are would be noticed, too few would not
    if (existsSync(`${path}.vectors`)) await cutVectors(`${path}.vectors`, rows);
    rmSync(`${path}.texts`, { force: true });
  });
}

/** Does a knowledge base lie here, and not a folder of changes? */
export function isKnowledgeBase(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && (found.isFile() || existsSync(join(path, MANIFEST)) || hasStoreDigest(path));
}

function takeAway(
  kb: KnowledgeBase,
  path: string,
  gone: readonly HiddenEntity[],
): { view: KnowledgeBase; removed: Set<number> } {
  const removed = new Set<number>();
  let view = kb;
  for (const { entity, name } of gone) {
    const byId = kb.rowOfId(entity);
    const row = byId >= 0 ? byId : kb.rowOfTitle(entity);
    if (row < 0) {
      const sentence = `There is no entity "${entity}" in ${path}, by identifier or title; nothing was removed.`;
      throw new LinkingError("not-found", sentence);
    }
    if (name === undefined) removed.add(row);
    else view = withoutName(view, name, row);
  }
  return { view: removed.size > 0 ? withoutRows(view, (row) => removed.has(row)) : view, removed };
}

async function writeStore(path: string, format: string, kb: KnowledgeBase): Promise<void> {
  const contents = contentsOf(kb);
  if (format === "lmdb") {
    const { writeLmdbKnowledgeBase } = await import("../kb/stores/lmdb-writer.js");
    await writeLmdbKnowledgeBase(path, contents);
    return;
  }
  const encode = format === "packed" ? encodePackedKnowledgeBase : encodeKnowledgeBase;
  await writeFileAtomically(path, encode(contents));
}

async function cutVectors(path: string, rows: number[]): Promise<void> {
  const table = await openVectorTable(path);
  const kept = rows.filter((row) => row < table.rows);
  const names = table.names && Names.fromList(kept.map((row) => table.name(row)));
  await writeVectorTable(path, table.select(kept, names));
}
