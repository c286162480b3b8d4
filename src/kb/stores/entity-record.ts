/** What stores keep of an entity, in bytes: flags with its type, addresses by title, items of Wikidata, and the whole record of stores that keep each by itself. */
import { LinkingError } from "../../errors.js";
import { ByteReader, ByteWriter } from "../../files/bytes.js";
import { type Entity, type EntityType, entityTypes } from "../../types.js";

/** Bits of an entity's flags. */
const PERSON = 1;
/** The URL is the prefix of the settings and the title. */
const URL_BY_TITLE = 2;
/** The four bits from this one on: 0 when the type is not known, else its place in `entityTypes` and one. */
const TYPE_SHIFT = 2;
const TYPE_BITS = 15;

export function encodeFlags(entity: Entity, urlPrefix: string): number {
  const type = entity.type === undefined ? 0 : entityTypes.indexOf(entity.type) + 1;
  const byTitle = isUrlByTitle(entity, urlPrefix) ? URL_BY_TITLE : 0;
  return (entity.isPerson ? PERSON : 0) | byTitle | (type << TYPE_SHIFT);
}

export function decodeFlags(flags: number): {
  isPerson: boolean;
  isUrlByTitle: boolean;
  type: EntityType | undefined;
} {
  const type = (flags >> TYPE_SHIFT) & TYPE_BITS;
  return {
    isPerson: isPersonFlags(flags),
    isUrlByTitle: (flags & URL_BY_TITLE) !== 0,
    type: type === 0 ? undefined : entityTypes[type - 1],
  };
}

export function isPersonFlags(flags: number): boolean {
  return (flags & PERSON) !== 0;
}

/** The URL that a title has under a prefix, as Wikipedia forms it. */
export function urlOfTitle(prefix: string, title: string): string {
  // most titles have nothing to escape
  if (!/[^\w.!~*'(),:/@$ -]/.test(title)) return prefix + title.replace(/ /g, "_");
  const path = title.replace(/ /g, "_");
  return prefix + encodeURIComponent(path).replace(/%(2C|3A|28|29|2F|40|24)/g, decodeURIComponent);
}

/** Settings entry with the beginning of URLs that end in the title. */
export function urlPrefixOf(settings: Record<string, unknown>): string {
  return typeof settings.urlPrefix === "string" ? settings.urlPrefix : "";
}

export function isUrlByTitle({ url, title }: Entity, prefix: string): boolean {
  return prefix !== "" && url === urlOfTitle(prefix, title);
}

/** "Q42": a Q and a number that 32 bits hold. */
export function isWikidataId(id: string): boolean {
  return /^Q[1-9]\d{0,9}$/.test(id) && Number(id.slice(1)) < 2 ** 32;
}

/** The number of an item of Wikidata; 0 for none. */
export function numberOfWikidata(id: string | undefined): number {
  if (id === undefined) return 0;
  if (isWikidataId(id)) return Number(id.slice(1));
  throw new LinkingError("bad-input", `"${id}" is no item of Wikidata; wanted a Q and a number, like Q42.`);
}

export function wikidataOfNumber(number: number): string {
  return `Q${number}`;
}

/** What else an entity is found by: its further identifiers and its item of Wikidata. */
export function furtherIds({ otherIds = [], wikidata }: Entity): string[] {
  return wikidata === undefined ? otherIds : [...otherIds, wikidata];
}

/**
 * Flags (a byte), popularity (float32), then title, id, URL and description as strings. Where there are some: further identifiers
 * (their number, then each), extra columns (JSON), the phrase, and the number of the item of Wikidata.
 */
export function encodeEntity(entity: Entity, urlPrefix: string): Uint8Array {
  const out = new ByteWriter(256);
  out.byte(encodeFlags(entity, urlPrefix));
  const popularity = new Uint8Array(Float32Array.of(entity.popularity).buffer);
  out.raw(popularity);
  out.string(entity.title);
  out.string(entity.id === entity.title ? "" : entity.id);
  out.string(isUrlByTitle(entity, urlPrefix) ? "" : (entity.url ?? ""));
  out.string(entity.description ?? "");
  const { otherIds = [], extra, phrase, wikidata } = entity;
  if (otherIds.length > 0 || extra || phrase || wikidata) {
    out.varint(otherIds.length);
    for (const id of otherIds) out.string(id);
    out.string(extra ? JSON.stringify(extra) : "");
    out.string(phrase ?? "");
    out.varint(numberOfWikidata(wikidata));
  }
  return out.done();
}

export function decodeEntity(bytes: Uint8Array, row: number, urlPrefix: string): Entity {
  const reader = new ByteReader(bytes, 5);
  const title = reader.string();
  const id = reader.string() || title;
  const front = { title, id, flags: bytes[0], popularity: decodePopularity(bytes) };
  return decodeRest(reader, bytes.length, front, row, urlPrefix);
}

/** What stands at the beginning of a record. */
export interface EntityFront {
  title: string;
  id: string;
  flags: number;
  popularity: number;
}

/** The entity whose record goes on behind its identifier where the reader is, up to `end`. */
export function decodeRest(
  reader: ByteReader,
  end: number,
  { title, id, flags, popularity }: EntityFront,
  row: number,
  urlPrefix: string,
): Entity {
  const { isPerson, isUrlByTitle, type } = decodeFlags(flags);
  const entity: Entity = { row, title, id, popularity, isPerson };
  const url = reader.string();
  const description = reader.string();
  if (isUrlByTitle) entity.url = urlOfTitle(urlPrefix, title);
  else if (url) entity.url = url;
  if (description) entity.description = description;
  if (type) entity.type = type;
  if (reader.at < end) {
    const others = reader.varint();
    if (others > 0) entity.otherIds = Array.from({ length: others }, () => reader.string());
    const extra = reader.string();
    if (extra) entity.extra = JSON.parse(extra);
  }
  // records of earlier versions end here
  if (reader.at < end) {
    const phrase = reader.string();
    if (phrase) entity.phrase = phrase;
    const item = reader.varint();
    if (item > 0) entity.wikidata = wikidataOfNumber(item);
  }
  return entity;
}

export function decodeTitle(bytes: Uint8Array): string {
  return new ByteReader(bytes, 5).string();
}

const scratch = new DataView(new ArrayBuffer(4));

export function decodePopularity(bytes: Uint8Array): number {
  for (let i = 0; i < 4; i++) scratch.setUint8(i, bytes[1 + i]);
  return scratch.getFloat32(0, true);
}
