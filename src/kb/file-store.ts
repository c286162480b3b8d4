/** The single-file store: everything in memory, opened from an ArrayBuffer, in Node and in browsers. */

import { normaliseTitle } from "../corpus/titles.js";
import { LinkingError } from "../errors.js";
import { foldSurface } from "../text/surfaces.js";
import type { Entity } from "../types.js";
import { ByteReader } from "./bytes.js";
import { mergeSurfaces, rowOfSpelling } from "./contents.js";
import { FILE_VERSION, unpackFile } from "./file-format.js";
import { PERSON, URL_BY_TITLE, urlOfTitle, urlPrefixOf } from "./file-writer.js";
import type { KnowledgeBase, KnowledgeBaseInfo, SurfaceInfo } from "./knowledge-base.js";
import { hashString, StringTable } from "./string-table.js";
import { readSurfaceRecord } from "./surface-record.js";

const NONE = 0xffffffff;

type ArrayOf<A> = { new (buffer: ArrayBufferLike, at: number, length: number): A; BYTES_PER_ELEMENT: number };

function column<A>(kind: ArrayOf<A>, bytes: Uint8Array): A {
  return new kind(bytes.buffer, bytes.byteOffset, bytes.byteLength / kind.BYTES_PER_ELEMENT);
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
  readonly #redirectTitles: StringTable;
  readonly #redirectRows: Uint32Array;
  readonly #surfaces: StringTable;
  readonly #records: Uint8Array;
  readonly #recordOffsets: Uint32Array;
  readonly #foldedHashes: Uint32Array;
  readonly #reader: ByteReader;
  #folded: { first: Uint32Array; next: Uint32Array } | undefined;

  constructor(buffer: ArrayBuffer, name: string) {
    const { header, section } = unpackFile(buffer, name);
    const strings = (key: string) => {
      const bytes = section(`${key}Bytes`);
      const table = new StringTable(bytes, column(Uint16Array, section(`${key}Lengths`)));
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
    this.#redirectTitles = strings("redirect");
    this.#redirectRows = column(Uint32Array, section("redirectRows"));
    this.#surfaces = strings("surface");
    this.#records = section("records");
    const lengths = column(Uint16Array, section("recordLengths"));
    this.#recordOffsets = new Uint32Array(lengths.length + 1);
    for (let i = 0; i < lengths.length; i++) this.#recordOffsets[i + 1] = this.#recordOffsets[i] + lengths[i];
    this.#foldedHashes = column(Uint32Array, section("foldedHashes"));
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
      popularity: this.#popularity[row],
      isPerson: this.isPerson(row),
    };
    const url = this.#flags[row] & URL_BY_TITLE ? urlOfTitle(this.#prefix, title) : this.#urls.at(row);
    if (url) entity.url = url;
    const description = this.#descriptions.at(row);
    if (description) entity.description = description;
    return entity;
  }

  popularity(row: number): number {
    return this.#popularity[row];
  }

  isPerson(row: number): boolean {
    return (this.#flags[row] & PERSON) !== 0;
  }

  rowOfTitle(title: string): number {
    const row = this.#rowOfExactTitle(title);
    if (row >= 0) return row;
    const normal = this.#rowOfExactTitle(normaliseTitle(title));
    return normal >= 0 ? normal : rowOfSpelling(this.lookupFolded(foldSurface(title)));
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
    return byTitle >= 0 && this.#ids.at(byTitle) === "" ? byTitle : -1;
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
    this.#folded ??= chainByHash(this.#foldedHashes);
    const { first, next } = this.#folded;
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

/** Surfaces with equal low bits of the hash, chained in order. */
function chainByHash(hashes: Uint32Array): { first: Uint32Array; next: Uint32Array } {
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

/** Opens the bytes of a knowledge-base file. `name` is what error sentences call them. */
export function openKnowledgeBaseBytes(buffer: ArrayBuffer, name = "The knowledge base"): KnowledgeBase {
  return new FileKnowledgeBase(buffer, name);
}
