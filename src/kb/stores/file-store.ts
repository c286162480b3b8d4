/** The single-file store: everything in memory, opened from an ArrayBuffer, in Node and in browsers. */

import { LinkingError } from "../../errors.js";
import { isBlockFile } from "../../files/block-file.js";
import { memorySource } from "../../files/byte-source.js";
import { ByteReader } from "../../files/bytes.js";
import { type LazyBytes, LazyNumbers, wholeBytes } from "../../files/lazy-bytes.js";
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
import { chainByHash, indexSections, NONE, type StringSection } from "./file-index.js";
import { openPackedKnowledgeBase } from "./packed-store.js";
import { hashString, offsetsOf, StringTable } from "./string-table.js";
import { readSurfaceRecord } from "./surface-record.js";

class FileKnowledgeBase implements KnowledgeBase {
  readonly info: KnowledgeBaseInfo;
  readonly size: number;
  readonly #prefix: string;
  readonly #titles: StringTable;
  readonly #ids: StringTable;
  readonly #urls: StringTable;
  readonly #descriptions: StringTable;
  readonly #popularity: Float32Array;
  readonly #popularityAt: number;
  readonly #flags: Uint8Array;
  readonly #flagsAt: number;
  /** Where entities have further identifiers: these in row order, and the row of each. */
  readonly #otherIds: StringTable | undefined;
  readonly #otherIdRows: LazyNumbers | undefined;
  /** Extra columns as JSON. */
  readonly #extra: StringTable | undefined;
  /** Where entities have phrases: each phrase once, and by row its number counted from 1, 0 for none. */
  readonly #phrases: StringTable | undefined;
  readonly #phraseOf: LazyNumbers | undefined;
  /** Where entities have items of Wikidata: their numbers by row, 0 for none. */
  readonly #wikidata: LazyNumbers | undefined;
  readonly #redirectTitles: StringTable;
  readonly #redirectRows: LazyNumbers;
  readonly #surfaces: StringTable;
  readonly #records: Uint8Array;
  readonly #recordsAt: number;
  readonly #recordOffsets: LazyNumbers;
  readonly #foldedHashes: LazyNumbers;
  readonly #reader: ByteReader;
  readonly #source: LazyBytes;
  #folded: { first: LazyNumbers; next: LazyNumbers } | undefined;

  constructor(given: LazyBytes, name: string) {
    const { header, section } = unpackFile(given, name);
    const isIndexed = indexSections.every((key) => key in header.sections);
    // without an index nearly everything is looked through
    if (!isIndexed) given.need(0, given.buffer.byteLength);
    const source = isIndexed ? given : { ...wholeBytes(given.buffer), close: () => given.close() };
    const numbers = (key: string) => new LazyNumbers(column(Uint32Array, section(key)), source);
    const offsets = (key: string, lengths: string) =>
      isIndexed ? numbers(key) : new LazyNumbers(offsetsOf(column(Uint16Array, section(lengths))));
    const strings = (key: StringSection) => {
      const bytes = section(`${key}Bytes`);
      const index = {
        offsets: offsets(`${key}Offsets`, `${key}Lengths`),
        slots: isIndexed && key === "surface" ? numbers("surfaceSlots") : undefined,
      };
      const table = new StringTable(bytes, index, source);
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
    this.#popularityAt = this.#popularity.byteOffset;
    this.#flags = section("flags");
    this.#flagsAt = this.#flags.byteOffset;
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
    this.#recordsAt = this.#records.byteOffset;
    this.#recordOffsets = offsets("recordOffsets", "recordLengths");
    this.#foldedHashes = numbers("foldedHashes");
    this.#reader = new ByteReader(this.#records);
    this.#source = source;
    if (isIndexed) this.#folded = { first: numbers("foldedFirst"), next: numbers("foldedNext") };
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
    const phrase = this.#phraseOf?.at(row) ?? 0;
    if (phrase > 0) entity.phrase = this.#phrases!.at(phrase - 1);
    const item = this.#wikidata?.at(row) ?? 0;
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
      if (rows.at(middle) < row) low = middle + 1;
      else high = middle;
    }
    for (let i = low; i < rows.length && rows.at(i) === row; i++) ids.push(this.#otherIds!.at(i));
    return ids;
  }

  popularity(row: number): number {
    this.#source.need(this.#popularityAt + 4 * row, this.#popularityAt + 4 * row + 4);
    return this.#popularity[row];
  }

  isPerson(row: number): boolean {
    this.#source.need(this.#flagsAt + row, this.#flagsAt + row + 1);
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
    return redirect >= 0 ? this.#redirectRows.at(redirect) : -1;
  }

  rowOfId(id: string): number {
    if (id === "") return -1;
    const row = this.#ids.find(id);
    if (row >= 0) return row;
    const byTitle = this.#titles.find(id);
    if (byTitle >= 0 && this.#ids.at(byTitle) === "") return byTitle;
    const other = this.#otherIds?.find(id) ?? -1;
    if (other >= 0) return this.#otherIdRows!.at(other);
    const item = isWikidataId(id) ? numberOfWikidata(id) : 0;
    return item > 0 && this.#wikidata ? this.#wikidata.all().indexOf(item) : -1;
  }

  lookup(surface: string): SurfaceInfo | undefined {
    const index = this.#surfaces.find(surface);
    return index < 0 ? undefined : this.#record(index, surface);
  }

  #record(index: number, surface: string): SurfaceInfo {
    const from = this.#recordOffsets.at(index);
    this.#source.need(this.#recordsAt + from, this.#recordsAt + this.#recordOffsets.at(index + 1));
    this.#reader.at = from;
    return readSurfaceRecord(this.#reader, surface);
  }

  lookupFolded(folded: string): SurfaceInfo | undefined {
    const { first, next } = (this.#folded ??= this.#chainFolded());
    const hash = hashString(folded);
    let parts: SurfaceInfo[] | undefined;
    for (let i = first.at(hash & (first.length - 1)); i !== NONE; i = next.at(i)) {
      if (this.#foldedHashes.at(i) !== hash) continue;
      const surface = this.#surfaces.at(i);
      if (foldSurface(surface) !== folded) continue;
      (parts ??= []).push(this.#record(i, surface));
    }
    if (!parts) return undefined;
    return parts.length === 1 ? parts[0] : mergeSurfaces(folded, parts);
  }

  #chainFolded() {
    const { first, next } = chainByHash(this.#foldedHashes.all());
    return { first: new LazyNumbers(first), next: new LazyNumbers(next) };
  }

  *surfaces(): IterableIterator<SurfaceInfo> {
    for (let i = 0; i < this.#surfaces.size; i++) yield this.#record(i, this.#surfaces.at(i));
  }

  *redirects(): IterableIterator<{ title: string; row: number }> {
    for (let i = 0; i < this.#redirectRows.length; i++) {
      yield { title: this.#redirectTitles.at(i), row: this.#redirectRows.at(i) };
    }
  }

  close(): void {
    this.#source.close();
  }
}

/** Opens a knowledge-base file of which some bytes may not be there yet. */
export function openLazyKnowledgeBase(source: LazyBytes, name: string): KnowledgeBase {
  return new FileKnowledgeBase(source, name);
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
export function openKnowledgeBaseBytes(buffer: ArrayBuffer, name = "The knowledge base"): KnowledgeBase {
  if (isBlockFile(new Uint8Array(buffer, 0, Math.min(8, buffer.byteLength)))) {
    return openPackedKnowledgeBase(memorySource(buffer), name);
  }
  return new FileKnowledgeBase(wholeBytes(buffer), name);
}
