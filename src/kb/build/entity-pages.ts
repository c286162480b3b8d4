/** What the log of pages says of every entity, read from disk when it is needed. */
import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { ByteReader } from "../../files/bytes.js";
import { type LoggedPage, PageKind, readLoggedPages, readPageRecord } from "./corpus-log.js";
import type { Resolution } from "./resolve-titles.js";

/** A record is an identifier and a description of a few hundred bytes. */
const LARGEST_RECORD = 4096;

export class EntityPages {
  /** By entity number of the build. */
  readonly isPerson: Uint8Array;
  readonly #offsets: Float64Array;
  readonly #file: number;
  readonly #room = new Uint8Array(LARGEST_RECORD);

  constructor(folder: string, resolution: Resolution) {
    this.isPerson = new Uint8Array(resolution.size);
    this.#offsets = new Float64Array(resolution.size).fill(-1);
    const own = new Uint8Array(resolution.size);
    for (const page of readLoggedPages(folder)) {
      const entity = resolution.entityOf[page.title];
      if (entity < 0 || page.kind !== PageKind.article) continue;
      if (page.isPerson) this.isPerson[entity] = 1;
      // a page under the entity's own title goes before one that a redirect has joined to it
      const isOwn = page.title === resolution.titleOf[entity];
      if (this.#offsets[entity] >= 0 && (!isOwn || own[entity] === 1)) continue;
      this.#offsets[entity] = page.offset;
      own[entity] = isOwn ? 1 : 0;
    }
    this.#file = openSync(join(folder, "pages"), "r");
  }

  /** Undefined for an entity without a page. */
  read(entity: number): LoggedPage | undefined {
    const offset = this.#offsets[entity];
    if (offset < 0) return undefined;
    readSync(this.#file, this.#room, 0, LARGEST_RECORD, offset);
    return readPageRecord(new ByteReader(this.#room), offset);
  }

  close(): void {
    closeSync(this.#file);
  }
}
