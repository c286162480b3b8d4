/** The tables of the LMDB store: what each is keyed by and how its values are read. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Database, open, type RootDatabase } from "lmdb";
import { LinkingError, messageOf } from "../../errors.js";

export const LMDB_VERSION = 1;
/** Longest key LMDB takes with our page size, less what it adds itself; bytes. */
const LONGEST_KEY = 1900;

export interface LmdbTables {
  root: RootDatabase;
  /** "info" → JSON. */
  meta: Database<string, string>;
  /** Row → `encodeEntity`. */
  entities: Database<Buffer, number>;
  /** Title → row, 4 bytes; a fifth byte of 1 marks a redirect. */
  titles: Database<Buffer, string>;
  /** Identifier → row, where it is not the title. */
  ids: Database<Buffer, string>;
  /** Surface → `writeSurfaceRecord`. */
  surfaces: Database<Buffer, string>;
  /** Folded surface → the surfaces that fold to it, where that is not the folded form alone. */
  folded: Database<Buffer, string>;
}

/** True for a folder that holds an LMDB store. */
export function isLmdbFolder(path: string): boolean {
  return existsSync(join(path, "data.mdb"));
}

export function openTables(path: string, options: { readOnly: boolean; bulk?: boolean }): LmdbTables {
  let root: RootDatabase | undefined;
  try {
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
      root!.openDB<Buffer, K>({ name, encoding: "binary", keyEncoding });
    return {
      root,
      meta: root.openDB<string, string>({ name: "meta", encoding: "string" }),
      entities: table<number>("entities", "uint32"),
      titles: table<string>("titles", "ordered-binary"),
      ids: table<string>("ids", "ordered-binary"),
      surfaces: table<string>("surfaces", "ordered-binary"),
      folded: table<string>("folded", "ordered-binary"),
    };
  } catch (error) {
    root?.close();
    throw new LinkingError(
      "bad-file",
      `${path} is not an LMDB knowledge base that can be opened: ${messageOf(error)}; make it again with \`mulrel kb build --store lmdb\`.`,
      { cause: error },
    );
  }
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
