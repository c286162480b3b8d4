/** The tables of the LMDB store: what each is keyed by and how its values are read. */
import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Database, type GetOptions, open, type RootDatabase } from "lmdb";
import { LinkingError, messageOf } from "../../errors.js";
import { checkStoreDigest } from "./lmdb-digest.js";

export const LMDB_VERSION = 1;
const DATA = "data.mdb";
/** Longest key LMDB takes with our page size, less what it adds itself; bytes. */
const LONGEST_KEY = 1900;

/** The package's types leave out that a read may be told its transaction. */
type Table<K extends string | number> = Database<Buffer, K> & {
  getBinaryFast(key: K, options?: GetOptions): Buffer | undefined;
};

export interface LmdbTables {
  root: RootDatabase;
  /** Which file it is, whatever lies at the path later. */
  place: string;
  /** "info" → JSON. */
  meta: Database<string, string>;
  /** Row → `encodeEntity`. */
  entities: Table<number>;
  /** Title → row, 4 bytes; a fifth byte of 1 marks a redirect. */
  titles: Table<string>;
  /** Identifier → row, where it is not the title. */
  ids: Table<string>;
  /** Surface → `writeSurfaceRecord`. */
  surfaces: Table<string>;
  /** Folded surface → the surfaces that fold to it, where that is not the folded form alone. */
  folded: Table<string>;
}

/** True for a folder that holds an LMDB store. */
export function isLmdbFolder(path: string): boolean {
  return existsSync(join(path, DATA));
}

export function openTables(path: string, options: { readOnly: boolean; bulk?: boolean }): LmdbTables {
  let root: RootDatabase | undefined;
  refuseCut(path);
  if (!options.bulk) checkStoreDigest(path);
  try {
    const place = placeOf(path);
    root = open({
      path,
      readOnly: options.readOnly,
      encoding: "string",
      maxDbs: 8,
      // by itself the package takes a name with a dot for that of a file
      noSubdir: false,
      noReadAhead: true,
      // growing the map would move it under open readers: ask for plenty of addresses, which cost nothing
      mapSize: 2 ** 40,
      // what is written under a temporary name is synced once, at its end
      noSync: options.bulk ?? false,
    } as Parameters<typeof open>[0]);
    const table = <K extends string | number>(name: string, keyEncoding: "uint32" | "ordered-binary") =>
      root!.openDB<Buffer, K>({ name, encoding: "binary", keyEncoding }) as Table<K>;
    return {
      root,
      place: place || placeOf(path),
      meta: root.openDB<string, string>({ name: "meta", encoding: "string" }),
      entities: table<number>("entities", "uint32"),
      titles: table<string>("titles", "ordered-binary"),
      ids: table<string>("ids", "ordered-binary"),
      surfaces: table<string>("surfaces", "ordered-binary"),
      folded: table<string>("folded", "ordered-binary"),
    };
  } catch (error) {
    root?.close();
    // the package shares what one process has open, and a reader's cannot be written to
    if (!options.readOnly && /No transaction to renew/.test(messageOf(error))) {
      throw new LinkingError(
        "busy",
        `${path} is open for reading in this process; close it first, or write to it from another process.`,
        { cause: error },
      );
    }
    throw new LinkingError(
      "bad-file",
      `${path} is not an LMDB knowledge base that can be opened: ${messageOf(error)}; make it again with \`mulrel kb build --store lmdb\`.`,
      { cause: error },
    );
  }
}

/** The file at the path, told from one that takes its place; "" when there is none. */
export function placeOf(path: string): string {
  const found = statSync(join(path, DATA), { throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : "";
}

/** Numbers in front of the first two pages: a page's own header, then what LMDB calls meta. Bytes. */
const META = { pageHeader: 24, magic: 0, pageSize: 24, lastPage: 120, transaction: 128, length: 136 };
const MAGIC = 0xbeefc0de;
const SMALLEST_PAGE = 256;

/**
 * A file that is shorter than it says must not be mapped: the system ends a process that reads behind a file's end. Both of the
 * first pages say how many there are as of one transaction; the later one counts.
 */
function refuseCut(path: string): void {
  const file = join(path, DATA);
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return;
  const first = readMeta(file, 0);
  const second = first && readMeta(file, first.pageSize);
  const latest = second && second.transaction > first.transaction ? second : first;
  const wanted = latest ? (latest.lastPage + 1) * latest.pageSize : Number.POSITIVE_INFINITY;
  if (first && second && first.pageSize === second.pageSize && size >= wanted) return;
  const found = first && second ? `it has ${size} of ${wanted} bytes` : "its first pages are not LMDB's";
  throw new LinkingError(
    "bad-file",
    `${file} is cut off or damaged (${found}); copy it again, or make it again with \`mulrel kb build --store lmdb\`.`,
  );
}

function readMeta(file: string, at: number) {
  const bytes = Buffer.alloc(META.pageHeader + META.length);
  const handle = openSync(file, "r");
  try {
    if (readSync(handle, bytes, 0, bytes.length, at) < bytes.length) return undefined;
  } finally {
    closeSync(handle);
  }
  const meta = bytes.subarray(META.pageHeader);
  const pageSize = meta.readUInt32LE(META.pageSize);
  if (meta.readUInt32LE(META.magic) !== MAGIC || pageSize < SMALLEST_PAGE) return undefined;
  return {
    pageSize,
    lastPage: Number(meta.readBigUInt64LE(META.lastPage)),
    transaction: meta.readBigUInt64LE(META.transaction),
  };
}

/** A key that LMDB can take; names beyond that are refused. */
export function checkKey(key: string): string {
  if (key.length > LONGEST_KEY / 3 && Buffer.byteLength(key) > LONGEST_KEY) {
    throw new LinkingError(
      "bad-input",
      `A name of more than ${LONGEST_KEY} bytes does not fit into an LMDB knowledge base: "${key.slice(0, 60)}…".`,
    );
  }
  return key;
}

export function encodeRow(row: number, redirect = false): Buffer {
  const bytes = Buffer.alloc(redirect ? 5 : 4);
  bytes.writeUInt32LE(row);
  if (redirect) bytes[4] = 1;
  return bytes;
}
