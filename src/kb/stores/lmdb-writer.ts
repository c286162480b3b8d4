/** Contents into an LMDB store: written under a temporary name, then put in the old one's place; or changed in place, in one transaction. */
import { mkdirSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { ByteWriter } from "../../files/bytes.js";
import { temporaryName } from "../../files/leftovers.js";
import { foldSurface } from "../../text/surfaces.js";
import type { Entity } from "../../types.js";
import type { KnowledgeBaseContents } from "../contents.js";
import type { KnowledgeBaseInfo, SurfaceInfo } from "../knowledge-base.js";
import { encodeEntity, furtherIds, urlPrefixOf } from "./entity-record.js";
import { KeySorter } from "./key-sorter.js";
import type { KeyedEntry } from "./keyed-records.js";
import { checkKey, encodeRow, LMDB_VERSION, type LmdbTables, openTables } from "./lmdb-database.js";
import { writeStoreDigest } from "./lmdb-digest.js";
import { readNames } from "./lmdb-store.js";
import { replaceStore } from "./replaced-store.js";
import { writeSurfaceRecord } from "./surface-record.js";
import { refuseId } from "./unique-ids.js";

/** Writes between commits, and bytes of their values: LMDB holds the pages of a transaction in memory until its end. */
const BATCH = 500_000;
const BATCH_BYTES = 64 << 20;
/** Of the memory there is, what each of the three lists that are sorted may take. */
const LIST_SHARE = 1 / 16;
const LARGEST_LIST = 64 << 20;
const DEFAULT_MEMORY = 1 << 30;
/** Added to the row of a redirect, so that it comes after an entity of the same title. */
const REDIRECT = 2 ** 32;
/** Added to the row of a further identifier, so that it comes after an entity whose own it is. */
const OTHER_ID = 2 ** 32;
/** Beside an identifier that is its entity's title. */
const BY_TITLE = "title";

/**
 * Every table is written in the order of its keys: inserting in another order would touch a page of a tree larger than
 * memory for each of millions of keys. `memory`: bytes for what is sorted; the result does not depend on it.
 */
export async function writeLmdbKnowledgeBase(
  path: string,
  contents: KnowledgeBaseContents,
  memory = DEFAULT_MEMORY,
): Promise<void> {
  const folder = temporaryName(path);
  mkdirSync(folder, { recursive: true });
  const tables = openTables(folder, { readOnly: false, bulk: true });
  const sorters: KeySorter[] = [];
  const listMemory = Math.min(LARGEST_LIST, memory * LIST_SHARE);
  const sorter = (name: string) => {
    sorters.push(new KeySorter(join(folder, name), listMemory));
    return sorters[sorters.length - 1];
  };
  try {
    const [titles, ids, folded] = ["titles", "ids", "folded"].map(sorter);
    const prefix = urlPrefixOf(contents.settings);
    const entities = inBatches(tables, contents.entities, (e) => {
      titles.add(checkKey(e.title), e.row);
      ids.add(checkKey(e.id), e.row, e.id === e.title ? BY_TITLE : "");
      for (const id of furtherIds(e)) ids.add(checkKey(id), e.row + OTHER_ID);
      return put(tables.entities, e.row, Buffer.from(encodeEntity(e, prefix)));
    });
    for (const r of contents.redirects) titles.add(checkKey(r.title), r.row + REDIRECT);
    const surfaces = inBatches(tables, contents.surfaces, (s) => {
      const form = foldSurface(s.surface);
      if (form !== "") folded.add(checkKey(form), 0, form === s.surface ? "" : s.surface);
      return put(tables.surfaces, checkKey(s.surface), encodeSurface(s));
    });
    let redirects = 0;
    inBatches(tables, firstOfEachKey(titles.sorted()), ({ key, number }) => {
      const isRedirect = number >= REDIRECT;
      if (isRedirect) redirects++;
      return put(tables.titles, key, encodeRow(isRedirect ? number - REDIRECT : number, isRedirect));
    });
    inBatches(tables, firstOfEachKey(ownOnce(ids.sorted())), ({ key, number, text }) => {
      // an identifier that is the title is found by the title
      return text === BY_TITLE ? 0 : put(tables.ids, key, encodeRow(number % OTHER_ID));
    });
    inBatches(tables, foldedGroups(folded.sorted()), ({ key, names }) =>
      put(tables.folded, key, encodeNames(names)),
    );
    const { sources, settings } = contents;
    const counts = { entities, surfaces, redirects };
    putInfo(tables, { format: "lmdb", version: LMDB_VERSION, ...counts, sources, settings });
    for (const each of sorters) each.close();
    await tables.root.close();
    await syncFile(join(folder, "data.mdb"));
    await writeStoreDigest(folder);
  } catch (error) {
    await tables.root.close();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  await replaceStore(folder, path);
}

/** Refuses an identifier that two entities have as their own. */
function* ownOnce(entries: Iterable<KeyedEntry>): IterableIterator<KeyedEntry> {
  let last: string | undefined;
  for (const entry of entries) {
    if (entry.number < OTHER_ID) {
      if (entry.key === last) refuseId(entry.key);
      last = entry.key;
    }
    yield entry;
  }
}

function* firstOfEachKey(entries: Iterable<KeyedEntry>): IterableIterator<KeyedEntry> {
  let last: string | undefined;
  for (const entry of entries) {
    if (entry.key !== last) yield entry;
    last = entry.key;
  }
}

/** Folded forms with the surfaces of each; left out where the form itself is the only one. */
function* foldedGroups(entries: Iterable<KeyedEntry>): IterableIterator<{ key: string; names: string[] }> {
  let key: string | undefined;
  let names: string[] = [];
  const isNeeded = () => names.length > 1 || names[0] !== key;
  for (const entry of entries) {
    if (entry.key !== key) {
      if (key !== undefined && isNeeded()) yield { key, names };
      key = entry.key;
      names = [];
    }
    names.push(entry.text || entry.key);
  }
  if (key !== undefined && isNeeded()) yield { key, names };
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  await file.sync();
  await file.close();
}

/** How many there were; `putItem` says how many bytes it has put. */
function inBatches<T>(tables: LmdbTables, items: Iterable<T>, putItem: (item: T) => number): number {
  let count = 0;
  const iterator = items[Symbol.iterator]();
  for (let done = false; !done; ) {
    tables.root.transactionSync(() => {
      for (let i = 0, bytes = 0; i < BATCH && bytes < BATCH_BYTES; i++) {
        const next = iterator.next();
        if (next.done) {
          done = true;
          return;
        }
        bytes += putItem(next.value);
        count++;
      }
    });
  }
  return count;
}

/** The bytes of the value. */
function put<K extends string | number>(
  table: { putSync(key: K, value: Buffer): unknown },
  key: K,
  value: Buffer,
): number {
  table.putSync(key, value);
  return value.length;
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
  for (const id of furtherIds(entity)) {
    if (!tables.ids.getBinaryFast(checkKey(id))) tables.ids.putSync(id, encodeRow(entity.row));
  }
}

export function putSurface(tables: LmdbTables, info: SurfaceInfo): void {
  const { surface } = info;
  tables.surfaces.putSync(checkKey(surface), encodeSurface(info));
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
  tables.folded.putSync(folded, encodeNames(names));
}

function encodeSurface(info: SurfaceInfo): Buffer {
  const out = new ByteWriter(64);
  writeSurfaceRecord(out, info);
  return Buffer.from(out.done());
}

function encodeNames(names: string[]): Buffer {
  const out = new ByteWriter(64);
  out.varint(names.length);
  for (const name of names.sort()) out.string(name);
  return Buffer.from(out.done());
}
