/** Contents into an LMDB store: written under a temporary name, then renamed; or changed in place, in one transaction. */
import { mkdirSync, rmSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { syncDirectory } from "../files/atomic-file.js";
import { foldSurface } from "../text/surfaces.js";
import type { Entity } from "../types.js";
import { ByteWriter } from "./bytes.js";
import type { KnowledgeBaseContents } from "./contents.js";
import { encodeEntity } from "./entity-record.js";
import { urlPrefixOf } from "./file-writer.js";
import type { KnowledgeBaseInfo, SurfaceInfo } from "./knowledge-base.js";
import { checkKey, encodeRow, LMDB_VERSION, type LmdbTables, openTables } from "./lmdb-database.js";
import { readNames } from "./lmdb-store.js";
import { writeSurfaceRecord } from "./surface-record.js";

/** Writes between commits; keeps the pages that LMDB holds in memory bounded. */
const BATCH = 100_000;

export async function writeLmdbKnowledgeBase(path: string, contents: KnowledgeBaseContents): Promise<void> {
  const folder = `${path}.${process.pid}.tmp`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const tables = openTables(folder, { readOnly: false, bulk: true });
  try {
    const counts = { entities: 0, surfaces: 0, redirects: 0 };
    const prefix = urlPrefixOf(contents.settings);
    inBatches(tables, contents.entities, (e) => {
      putEntity(tables, e, prefix);
      counts.entities++;
    });
    inBatches(tables, contents.redirects, (r) => {
      if (tables.titles.getBinaryFast(checkKey(r.title))) return;
      tables.titles.putSync(r.title, encodeRow(r.row, true));
      counts.redirects++;
    });
    inBatches(tables, contents.surfaces, (s) => {
      putSurface(tables, s);
      counts.surfaces++;
    });
    const { sources, settings } = contents;
    putInfo(tables, { format: "lmdb", version: LMDB_VERSION, ...counts, sources, settings });
    await tables.root.close();
    await syncFile(join(folder, "data.mdb"));
  } catch (error) {
    await tables.root.close();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  await rm(path, { recursive: true, force: true });
  await rename(folder, path);
  await syncDirectory(dirname(resolve(path)));
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  await file.sync();
  await file.close();
}

function inBatches<T>(tables: LmdbTables, items: Iterable<T>, put: (item: T) => void): void {
  const iterator = items[Symbol.iterator]();
  for (let done = false; !done; ) {
    tables.root.transactionSync(() => {
      for (let i = 0; i < BATCH; i++) {
        const next = iterator.next();
        if (next.done) {
          done = true;
          return;
        }
        put(next.value);
      }
    });
  }
}

export function putInfo(tables: LmdbTables, info: KnowledgeBaseInfo): void {
  tables.meta.putSync("info", JSON.stringify(info));
}

export function putEntity(tables: LmdbTables, entity: Entity, urlPrefix: string): void {
  tables.entities.putSync(entity.row, Buffer.from(encodeEntity(entity, urlPrefix)));
  const known = tables.titles.getBinaryFast(checkKey(entity.title));
  // of several entities with one title the first is found by it
  if (!known || known.length === 5) tables.titles.putSync(entity.title, encodeRow(entity.row));
  if (entity.id !== entity.title) tables.ids.putSync(checkKey(entity.id), encodeRow(entity.row));
}

export function putSurface(tables: LmdbTables, info: SurfaceInfo): void {
  const { surface } = info;
  const out = new ByteWriter(64);
  writeSurfaceRecord(out, info);
  tables.surfaces.putSync(checkKey(surface), Buffer.from(out.done()));
  const folded = foldSurface(surface);
  if (folded === "") return;
  const listed = tables.folded.getBinaryFast(checkKey(folded));
  const names = listed ? readNames(listed) : [];
  if (names.includes(surface)) return;
  if (!listed) {
    if (folded === surface) return;
    // the folded form may itself be a surface that needed no entry until now
    if (tables.surfaces.getBinaryFast(folded)) names.push(folded);
  }
  names.push(surface);
  const list = new ByteWriter(64);
  list.varint(names.length);
  for (const name of names.sort()) list.string(name);
  tables.folded.putSync(folded, Buffer.from(list.done()));
}
