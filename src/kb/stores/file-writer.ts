/** Contents into the bytes of the single-file store. */
import { LinkingError } from "../../errors.js";
import { ByteWriter } from "../../files/bytes.js";
import { foldSurface } from "../../text/surfaces.js";
import type { Entity } from "../../types.js";
import type { KnowledgeBaseContents } from "../contents.js";
import { encodeFlags, isUrlByTitle, numberOfWikidata, urlPrefixOf } from "./entity-record.js";
import { packFile } from "./file-format.js";
import { hashString } from "./string-table.js";
import { writeSurfaceRecord } from "./surface-record.js";
import { refuseSecond } from "./unique-ids.js";

const LONGEST_STRING = 65535;

/** Grows a column of numbers. */
class Column<A extends Uint8Array | Uint16Array | Uint32Array | Float32Array> {
  length = 0;
  constructor(private data: A) {}

  push(value: number): void {
    if (this.length === this.data.length) {
      const grown = new (this.data.constructor as new (n: number) => A)(this.length * 2);
      grown.set(this.data);
      this.data = grown;
    }
    this.data[this.length++] = value;
  }

  replace(by: (value: number) => number): void {
    for (let i = 0; i < this.length; i++) this.data[i] = by(this.data[i]);
  }

  bytes(): Uint8Array {
    return new Uint8Array(this.data.buffer, 0, this.length * this.data.BYTES_PER_ELEMENT);
  }
}

/** A string table in the making. */
class StringColumn {
  readonly blob = new ByteWriter(1 << 16);
  readonly lengths = new Column(new Uint16Array(1024));

  push(text: string): void {
    const length = this.blob.utf8(text);
    if (length > LONGEST_STRING) {
      throw new LinkingError(
        "bad-input",
        `A name, title or description of ${length} bytes does not fit into a knowledge base (at most ${LONGEST_STRING}): "${text.slice(0, 60)}…".`,
      );
    }
    this.lengths.push(length);
  }
}

export function encodeKnowledgeBase(contents: KnowledgeBaseContents): Uint8Array<ArrayBuffer> {
  const entities = encodeEntities(contents);
  const surfaces = encodeSurfaces(contents);
  const redirectTitles = new StringColumn();
  const redirectRows = new Column(new Uint32Array(1024));
  for (const r of contents.redirects) {
    redirectTitles.push(r.title);
    redirectRows.push(r.row);
  }
  const { sources, settings } = contents;
  return packFile(
    {
      sources,
      settings,
      entities: entities.size,
      surfaces: surfaces.size,
      redirects: redirectRows.length,
    },
    {
      ...entities.sections,
      ...surfaces.sections,
      ...stringSections("redirect", redirectTitles),
      redirectRows: redirectRows.bytes(),
    },
  );
}

function stringSections(name: string, column: StringColumn): Record<string, Uint8Array> {
  return { [`${name}Bytes`]: column.blob.done(), [`${name}Lengths`]: column.lengths.bytes() };
}

function encodeEntities(contents: KnowledgeBaseContents) {
  const titles = new StringColumn();
  const ids = new StringColumn();
  const urls = new StringColumn();
  const descriptions = new StringColumn();
  const popularity = new Column(new Float32Array(1024));
  const flags = new Column(new Uint8Array(1024));
  const others = new OtherColumns();
  const prefix = urlPrefixOf(contents.settings);
  const taken = new Set<string>();
  for (const e of contents.entities) {
    refuseSecond(taken, e);
    others.push(e, flags.length);
    titles.push(e.title);
    ids.push(e.id === e.title ? "" : e.id);
    urls.push(isUrlByTitle(e, prefix) ? "" : (e.url ?? ""));
    descriptions.push(e.description ?? "");
    popularity.push(e.popularity);
    flags.push(encodeFlags(e, prefix));
  }
  return {
    size: flags.length,
    sections: {
      ...stringSections("title", titles),
      ...stringSections("id", ids),
      ...stringSections("url", urls),
      ...stringSections("description", descriptions),
      popularity: popularity.bytes(),
      flags: flags.bytes(),
      ...others.sections(),
    },
  };
}

/**
 * Further identifiers, each with its row; phrases, each once, and of every entity the number of its own counted from 1; items of
 * Wikidata as numbers, 0 for none; extra columns as JSON an entity. A file has them only where an entity has.
 */
class OtherColumns {
  readonly #ids = new StringColumn();
  readonly #idRows = new Column(new Uint32Array(1024));
  readonly #extra = new StringColumn();
  #hasExtra = false;
  readonly #phrases = new Map<string, number>();
  readonly #phraseOf = new Column(new Uint32Array(1024));
  readonly #wikidata = new Column(new Uint32Array(1024));
  #hasWikidata = false;

  push({ otherIds = [], extra, phrase, wikidata }: Entity, row: number): void {
    this.#phraseOf.push(phrase ? this.#numberOf(phrase) : 0);
    this.#wikidata.push(numberOfWikidata(wikidata));
    this.#hasWikidata ||= wikidata !== undefined;
    for (const id of otherIds) {
      this.#ids.push(id);
      this.#idRows.push(row);
    }
    this.#extra.push(extra ? JSON.stringify(extra) : "");
    this.#hasExtra ||= extra !== undefined;
  }

  #numberOf(phrase: string): number {
    const number = this.#phrases.get(phrase) ?? this.#phrases.size + 1;
    this.#phrases.set(phrase, number);
    return number;
  }

  /** In the order of the alphabet, which packs a quarter smaller than the order of entities; numbers them anew. */
  #sortPhrases(): StringColumn {
    const column = new StringColumn();
    const placeOf = new Uint32Array(this.#phrases.size + 1);
    for (const phrase of [...this.#phrases.keys()].sort()) {
      column.push(phrase);
      placeOf[this.#phrases.get(phrase)!] = column.lengths.length;
    }
    this.#phraseOf.replace((number) => placeOf[number]);
    return column;
  }

  sections(): Record<string, Uint8Array> {
    const phrases = this.#sortPhrases();
    return {
      ...(this.#phrases.size > 0 && {
        ...stringSections("phrase", phrases),
        phraseOf: this.#phraseOf.bytes(),
      }),
      ...(this.#hasWikidata && { wikidata: this.#wikidata.bytes() }),
      ...(this.#idRows.length > 0 && {
        ...stringSections("otherId", this.#ids),
        otherIdRows: this.#idRows.bytes(),
      }),
      ...(this.#hasExtra && stringSections("extra", this.#extra)),
    };
  }
}

function encodeSurfaces(contents: KnowledgeBaseContents) {
  const texts = new StringColumn();
  const records = new ByteWriter(1 << 20);
  const recordLengths = new Column(new Uint16Array(1024));
  const foldedHashes = new Column(new Uint32Array(1024));
  for (const s of contents.surfaces) {
    texts.push(s.surface);
    const before = records.length;
    writeSurfaceRecord(records, s);
    recordLengths.push(records.length - before);
    foldedHashes.push(hashString(foldSurface(s.surface)));
  }
  return {
    size: foldedHashes.length,
    sections: {
      ...stringSections("surface", texts),
      records: records.done(),
      recordLengths: recordLengths.bytes(),
      foldedHashes: foldedHashes.bytes(),
    },
  };
}
