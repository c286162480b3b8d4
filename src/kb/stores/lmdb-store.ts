/** The LMDB store: a knowledge base read in place from disk, for millions of entities, shared between processes. */
import type { Transaction } from "lmdb";
import { LinkingError } from "../../errors.js";
import { ByteReader } from "../../files/bytes.js";
import { foldSurface } from "../../text/surfaces.js";
import type { Entity } from "../../types.js";
import { mergeSurfaces, rowOfOtherTitle } from "../contents.js";
import type { KnowledgeBase, KnowledgeBaseInfo, SurfaceInfo } from "../knowledge-base.js";
import { decodeEntity, decodePopularity, decodeTitle, isPersonFlags, urlPrefixOf } from "./entity-record.js";
import { LMDB_VERSION, type LmdbTables, openTables, placeOf } from "./lmdb-database.js";
import type { LmdbOptions } from "./lmdb-options.js";
import { mappedBytes } from "./mapped-memory.js";
import { readSurfaceRecord } from "./surface-record.js";

const MOST_MAPPED = 48e6;
/** What one read can bring in: the system maps whole neighbourhoods of the pages it touches. Bytes. */
const A_READ = 128e3;
const FEWEST_READS = 32;

/** What a read is told: the state of the store that it is to see. */
interface Snapshot {
  transaction?: Transaction;
}

class LmdbKnowledgeBase implements KnowledgeBase {
  readonly info: KnowledgeBaseInfo;
  #open: LmdbTables;
  /** The state when the store was opened: what others add meanwhile is not seen, so that rows and names always fit together. */
  #snapshot: Snapshot = {};
  /** Resident bytes of mapped files when the store was opened; undefined where nobody can tell, and nothing is bounded. */
  #mappedAtFirst = mappedBytes();
  #mostMapped: number;
  /** Was it added to at the very moment when it was mapped anew? Entities that came then are not shown. */
  #isNewer = false;
  /** Reads until the next look at what is mapped. */
  #readsLeft = 0;
  /** Lists being gone through, which the map must not be taken from. */
  #lists = 0;
  readonly #prefix: string;
  readonly #reader = new ByteReader(new Uint8Array(0));

  /** With `written` it reads what the transaction that is under way there has written. */
  constructor(
    private readonly path: string,
    private readonly options: LmdbOptions,
    written?: LmdbTables,
  ) {
    this.#mostMapped = written ? Number.POSITIVE_INFINITY : (options.mapped ?? MOST_MAPPED);
    this.#open = written ?? openTables(path, { readOnly: true });
    if (!written) this.#snapshot = { transaction: this.#open.root.useReadTransaction() };
    try {
      this.info = readInfo(this.#open, path, this.#snapshot.transaction);
    } catch (error) {
      this.close();
      throw error;
    }
    this.#prefix = urlPrefixOf(this.info.settings);
  }

  /** The tables for one read; counts it. */
  get #tables(): LmdbTables {
    if (--this.#readsLeft < 0) this.#boundMapped();
    return this.#open;
  }

  /**
   * Pages of the file that were read stay resident in the process until the system wants them back. Closing the
   * store and opening it again gives them up, which takes a millisecond or two.
   */
  #boundMapped(): void {
    const room = () => this.#mostMapped - ((mappedBytes() ?? 0) - (this.#mappedAtFirst ?? 0));
    if (this.#mappedAtFirst === undefined || this.#mostMapped === Number.POSITIVE_INFINITY) {
      this.#readsLeft = Number.POSITIVE_INFINITY;
      return;
    }
    const before = room();
    this.#readsLeft = Math.max(FEWEST_READS, before / A_READ);
    if (before > 0 || this.#lists > 0) return;
    if (this.#hasChanged()) {
      // opening it again would show another state: what is mapped stays, and the system takes it back when it needs memory
      this.#readsLeft = Number.POSITIVE_INFINITY;
      return;
    }
    this.close();
    this.#open = openTables(this.path, { readOnly: true });
    this.#snapshot = { transaction: this.#open.root.useReadTransaction() };
    this.#isNewer ||= readInfo(this.#open, this.path, this.#snapshot.transaction).entities !== this.size;
    // another thread has it open, too, or these are other files: trying again at once would be for nothing
    const after = room();
    if (after < this.#mostMapped / 2) this.#mostMapped += (this.options.mapped ?? MOST_MAPPED) - after;
    this.#readsLeft = room() / A_READ;
  }

  /** Has the store been added to, or replaced, since it was opened? */
  #hasChanged(): boolean {
    const { meta } = this.#open;
    const now = meta.get("info");
    if (now !== meta.get("info", this.#snapshot)) return true;
    return this.#open.place !== placeOf(this.path);
  }

  get size(): number {
    return this.info.entities;
  }

  #entityBytes(row: number): Uint8Array {
    const bytes =
      row >= 0 && row < this.size ? this.#tables.entities.getBinaryFast(row, this.#snapshot) : undefined;
    if (bytes) return bytes;
    throw new LinkingError(
      "bad-input",
      `There is no entity in row ${row}; the knowledge base has rows 0 to ${this.size - 1}.`,
    );
  }

  entity(row: number): Entity {
    return decodeEntity(this.#entityBytes(row), row, this.#prefix);
  }

  title(row: number): string {
    return decodeTitle(this.#entityBytes(row));
  }

  popularity(row: number): number {
    return decodePopularity(this.#entityBytes(row));
  }

  isPerson(row: number): boolean {
    return isPersonFlags(this.#entityBytes(row)[0]);
  }

  rowOfTitle(title: string): number {
    const row = this.#row(this.#tables.titles, title);
    if (row >= 0) return row;
    const exact = (other: string) => this.#row(this.#tables.titles, other);
    return rowOfOtherTitle(title, exact, (folded) => this.lookupFolded(folded));
  }

  rowOfId(id: string): number {
    const row = this.#row(this.#tables.ids, id);
    if (row >= 0 && this.entity(row).id === id) return row;
    const titled = this.#row(this.#tables.titles, id);
    return titled >= 0 && this.entity(titled).id === id ? titled : row;
  }

  #row(table: LmdbTables["titles"], key: string): number {
    const bytes = key === "" ? undefined : table.getBinaryFast(key, this.#snapshot);
    const row = bytes ? bytes.readUInt32LE(0) : -1;
    return row < this.size ? row : -1;
  }

  lookup(surface: string): SurfaceInfo | undefined {
    const bytes = surface === "" ? undefined : this.#tables.surfaces.getBinaryFast(surface, this.#snapshot);
    if (!bytes) return undefined;
    this.#reader.bytes = bytes;
    this.#reader.at = 0;
    return this.#known(readSurfaceRecord(this.#reader, surface));
  }

  #known(info: SurfaceInfo): SurfaceInfo | undefined {
    if (!this.#isNewer) return info;
    const candidates = info.candidates.filter((c) => c.entity < this.size);
    return candidates.length > 0 ? { ...info, candidates } : undefined;
  }

  lookupFolded(folded: string): SurfaceInfo | undefined {
    if (folded === "") return undefined;
    const bytes = this.#tables.folded.getBinaryFast(folded, this.#snapshot);
    // a surface that is its own folded form and the only one has no entry of its own
    if (!bytes) {
      const own = this.lookup(folded);
      return own && foldSurface(folded) === folded ? own : undefined;
    }
    const names = readNames(bytes);
    const parts = names.map((name) => this.lookup(name)).filter((part) => part !== undefined);
    if (parts.length === 0) return undefined;
    return parts.length === 1 ? parts[0] : mergeSurfaces(folded, parts);
  }

  *surfaces(): IterableIterator<SurfaceInfo> {
    const { surfaces } = this.#tables;
    this.#lists++;
    try {
      for (const { key, value } of surfaces.getRange(this.#snapshot))
        yield readSurfaceRecord(new ByteReader(value), key);
    } finally {
      this.#lists--;
    }
  }

  *redirects(): IterableIterator<{ title: string; row: number }> {
    const { titles } = this.#tables;
    this.#lists++;
    try {
      for (const { key, value } of titles.getRange(this.#snapshot)) {
        if (value.length === 5) yield { title: key, row: value.readUInt32LE(0) };
      }
    } finally {
      this.#lists--;
    }
  }

  close(): void {
    this.#snapshot.transaction?.done();
    this.#snapshot = {};
    void this.#open.root.close();
  }
}

function readInfo(tables: LmdbTables, path: string, transaction: Transaction | undefined): KnowledgeBaseInfo {
  const text = tables.meta.get("info", { transaction });
  const info = text === undefined ? undefined : parseInfo(text);
  if (!info || info.version !== LMDB_VERSION) {
    const found = info
      ? `has version ${info.version}, this mulrel reads version ${LMDB_VERSION}`
      : "is not complete";
    throw new LinkingError(
      "bad-file",
      `${path} ${found}; make it again with \`mulrel kb build --store lmdb\`.`,
    );
  }
  return info;
}

function parseInfo(text: string): KnowledgeBaseInfo | undefined {
  try {
    return JSON.parse(text) as KnowledgeBaseInfo;
  } catch {
    return undefined;
  }
}

/** Surfaces of one folded form, as they are listed in the table of folded forms. */
export function readNames(bytes: Uint8Array): string[] {
  const reader = new ByteReader(bytes);
  const names = new Array<string>(reader.varint());
  for (let i = 0; i < names.length; i++) names[i] = reader.string();
  return names;
}

/** What a store is while a transaction changes it; for use inside that transaction, not to be closed. */
export function knowledgeBaseOfTables(tables: LmdbTables, path: string): KnowledgeBase {
  return new LmdbKnowledgeBase(path, {}, tables);
}

export function openLmdbKnowledgeBase(path: string, options: LmdbOptions = {}): KnowledgeBase {
  return new LmdbKnowledgeBase(path, options);
}
