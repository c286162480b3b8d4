/** The single-file store: everything in memory, opened from an ArrayBuffer, in Node and in browsers. */
import { LinkingError } from "../../errors.js";
import { isBlockFile } from "../../files/block-file.js";
import { memorySource } from "../../files/byte-source.js";
import { ByteReader } from "../../files/bytes.js";
import { foldSurface } from "../../text/surfaces.js";
import type { Entity } from "../../types.js";
import { mergeSurfaces, rowOfOtherTitle } from "../contents.js";
import type { KnowledgeBase, KnowledgeBaseInfo, SurfaceInfo } from "../knowledge-base.js";
import {
  decodeFlags,
  isPersonFlags,
  isWikidataId,
  numberOfWikidata,
  urlOfTitle,
  urlPrefixOf,
  wikidataOfNumber,
} from "./entity-record.js";
import { column, FILE_VERSION, unpackFile } from "./file-format.js";
import { openPackedKnowledgeBase } from "./packed-store.js";
import { hashString, offsetsOf, StringTable } from "./string-table.js";
import { readSurfaceRecord } from "./surface-record.js";

/** Those with lengths and bytes; the last three only files of some catalogues have. */
type StringSection =
  | "title"
  | "id"
  | "url"
  | "description"
  | "surface"
  | "redirect"
  | "otherId"
  | "extra"
  | "phrase";

/** The end of a chain. */
const NONE = 0xffffffff;

/** Surfaces with equal low bits of the hash, chained in order; the length of `first` is a power of two. */
interface HashChains {
  first: Uint32Array;
  next: Uint32Array;
}

function chainByHash(hashes: Uint32Array): HashChains {
  let capacity = 4;
  while (capacity < hashes.length) capacity *= 2;
  const first = new Uint32Array(capacity).fill(NONE);
  const next = new Uint32Array(hashes.length);
  for (let i = hashes.length - 1; i >= 0; i--) {
    const slot = hashes[i] & (capacity - 1);
    next[i] = first[slot];
    first[slot] = i;
  }
  return { first, next };
}

class FileKnowledgeBase implements KnowledgeBase {
  readonly info: KnowledgeBaseInfo;
  readonly size: number;
  readonly #prefix: string;
  readonly #titles: StringTable;
  readonly #ids: StringTable;
  readonly #urls: StringTable;
  readonly #descriptions: StringTable;
  readonly #popularity: Float32Array;
  readonly #flags: Uint8Array;
  /** Where entities have further identifiers: these in row order, and the row of each. */
  readonly #otherIds: StringTable | undefined;
  readonly #otherIdRows: Uint32Array | undefined;
  /** Extra columns as JSON. */
  readonly #extra: StringTable | undefined;
  /** Where entities have phrases: each phrase once, and by row its number counted from 1, 0 for none. */
  readonly #phrases: StringTable | undefined;
  readonly #phraseOf: Uint32Array | undefined;
  /** Where entities have items of Wikidata: their numbers by row, 0 for none. */
  readonly #wikidata: Uint32Array | undefined;
  readonly #redirectTitles: StringTable;
  readonly #redirectRows: Uint32Array;
  readonly #surfaces: StringTable;
  readonly #records: Uint8Array;
  readonly #recordOffsets: Uint32Array;
  readonly #foldedHashes: Uint32Array;
  readonly #reader: ByteReader;
  #folded: HashChains | undefined;

  constructor(buffer: ArrayBufferLike, name: string) {
    const { header, section } = unpackFile(buffer, name);
    const numbers = (key: string) => column(Uint32Array, section(key));
    const offsets = (key: string) => offsetsOf(column(Uint16Array, section(key)));
    const strings = (key: StringSection) => {
      const bytes = section(`${key}Bytes`);
      const table = new StringTable(bytes, offsets(`${key}Lengths`));
      if (table.byteLength !== bytes.length) {
        throw new LinkingError(
          "bad-file",
          `${name} is damaged: its part "${key}" does not add up; fetch it again.`,
        );
      }
      return table;
    };
    this.size = header.entities;
    const { entities, surfaces, redirects, sources, settings } = header;
    this.info = { format: "file", version: FILE_VERSION, entities, surfaces, redirects, sources, settings };
    this.#prefix = urlPrefixOf(settings);
    this.#titles = strings("title");
    this.#ids = strings("id");
    this.#urls = strings("url");
    this.#descriptions = strings("description");
    this.#popularity = column(Float32Array, section("popularity"));
    this.#flags = section("flags");
    if ("otherIdRows" in header.sections) {
      this.#otherIds = strings("otherId");
      this.#otherIdRows = numbers("otherIdRows");
    }
    if ("extraBytes" in header.sections) this.#extra = strings("extra");
    if ("phraseOf" in header.sections) {
      this.#phrases = strings("phrase");
      this.#phraseOf = numbers("phraseOf");
    }
    if ("wikidata" in header.sections) this.#wikidata = numbers("wikidata");
    this.#redirectTitles = strings("redirect");
    this.#redirectRows = numbers("redirectRows");
    this.#surfaces = strings("surface");
    this.#records = section("records");
    this.#recordOffsets = offsets("recordLengths");
    this.#foldedHashes = numbers("foldedHashes");
    this.#reader = new ByteReader(this.#records);
  }

  title(row: number): string {
    if (!(row >= 0 && row < this.size)) {
      throw new LinkingError(
        "bad-input",
        `There is no entity in row ${row}; the knowledge base has rows 0 to ${this.size - 1}.`,
      );
    }
    return this.#titles.at(row);
  }

  entity(row: number): Entity {
    const title = this.title(row);
    const entity: Entity = {
      row,
      id: this.#ids.at(row) || title,
      title,
      popularity: this.popularity(row),
      isPerson: this.isPerson(row),
    };
    const { type, isUrlByTitle } = decodeFlags(this.#flags[row]);
    const url = isUrlByTitle ? urlOfTitle(this.#prefix, title) : this.#urls.at(row);
    if (url) entity.url = url;
    const description = this.#descriptions.at(row);
    if (description) entity.description = description;
    if (type) entity.type = type;
    const phrase = this.#phraseOf?.[row] ?? 0;
    if (phrase > 0) entity.phrase = this.#phrases!.at(phrase - 1);
    const item = this.#wikidata?.[row] ?? 0;
    if (item > 0) entity.wikidata = wikidataOfNumber(item);
    const otherIds = this.#otherIdsOf(row);
    if (otherIds.length > 0) entity.otherIds = otherIds;
    const extra = this.#extra?.at(row);
    if (extra) entity.extra = JSON.parse(extra);
    return entity;
  }

  #otherIdsOf(row: number): string[] {
    const ids: string[] = [];
    const rows = this.#otherIdRows;
    if (!rows) return ids;
    let low = 0;
    for (let high = rows.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (rows[middle] < row) low = middle + 1;
      else high = middle;
    }
    for (let i = low; i < rows.length && rows[i] === row; i++) ids.push(this.#otherIds!.at(i));
    return ids;
  }

  popularity(row: number): number {
    return this.#popularity[row];
  }

  isPerson(row: number): boolean {
    return isPersonFlags(this.#flags[row]);
  }

  rowOfTitle(title: string): number {
    const row = this.#rowOfExactTitle(title);
    if (row >= 0) return row;
    const exact = (other: string) => this.#rowOfExactTitle(other);
    return rowOfOtherTitle(title, exact, (folded) => this.lookupFolded(folded));
  }

  #rowOfExactTitle(title: string): number {
    const row = this.#titles.find(title);
    if (row >= 0) return row;
    const redirect = this.#redirectTitles.find(title);
    return redirect >= 0 ? this.#redirectRows[redirect] : -1;
  }

  rowOfId(id: string): number {
    if (id === "") return -1;
    const row = this.#ids.find(id);
    if (row >= 0) return row;
    const byTitle = this.#titles.find(id);
    if (byTitle >= 0 && this.#ids.at(byTitle) === "") return byTitle;
    const other = this.#otherIds?.find(id) ?? -1;
    if (other >= 0) return this.#otherIdRows![other];
    const item = isWikidataId(id) ? numberOfWikidata(id) : 0;
    return item > 0 && this.#wikidata ? this.#wikidata.indexOf(item) : -1;
  }

  lookup(surface: string): SurfaceInfo | undefined {
    const index = this.#surfaces.find(surface);
    return index < 0 ? undefined : this.#record(index, surface);
  }

  #record(index: number, surface: string): SurfaceInfo {
    this.#reader.at = this.#recordOffsets[index];
    return readSurfaceRecord(this.#reader, surface);
  }

  lookupFolded(folded: string): SurfaceInfo | undefined {
    const { first, next } = (this.#folded ??= chainByHash(this.#foldedHashes));
    const hash = hashString(folded);
    let parts: SurfaceInfo[] | undefined;
    for (let i = first[hash & (first.length - 1)]; i !== NONE; i = next[i]) {
      if (this.#foldedHashes[i] !== hash) continue;
      const surface = this.#surfaces.at(i);
      if (foldSurface(surface) !== folded) continue;
      (parts ??= []).push(this.#record(i, surface));
    }
    if (!parts) return undefined;
    return parts.length === 1 ? parts[0] : mergeSurfaces(folded, parts);
  }

  *surfaces(): IterableIterator<SurfaceInfo> {
    for (let i = 0; i < this.#surfaces.size; i++) yield this.#record(i, this.#surfaces.at(i));
  }

  *redirects(): IterableIterator<{ title: string; row: number }> {
    for (let i = 0; i < this.#redirectRows.length; i++) {
      yield { title: this.#redirectTitles.at(i), row: this.#redirectRows[i] };
    }
  }

  close(): void {}
}

/**
 * Opens the bytes of a knowledge-base file. `name` is what error sentences call them.
 *
 * ```ts
 * import { openKnowledgeBaseBytes, openLinker } from "mulrel";
 *
 * const kb = openKnowledgeBaseBytes(await (await fetch("/products.kb")).arrayBuffer(), "products.kb");
 * const linker = await openLinker("/model/", { kb });
 * ```
 */
export function openKnowledgeBaseBytes(buffer: ArrayBufferLike, name = "The knowledge base"): KnowledgeBase {
  if (isBlockFile(new Uint8Array(buffer, 0, Math.min(8, buffer.byteLength)))) {
    return openPackedKnowledgeBase(memorySource(buffer), name);
  }
  return new FileKnowledgeBase(buffer, name);
}
