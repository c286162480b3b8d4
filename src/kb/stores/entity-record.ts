/** One entity as bytes, for stores that keep each by itself. */

import { ByteReader, ByteWriter } from "../../files/bytes.js";
import type { Entity } from "../../types.js";
import { PERSON, URL_BY_TITLE, urlOfTitle } from "./file-writer.js";

/**
 * Flags (a byte), popularity (float32), then title, id, URL and description as strings; further identifiers (their number, then
 * each) and extra columns (JSON) where there are some.
 */
export function encodeEntity(entity: Entity, urlPrefix: string): Uint8Array {
  const out = new ByteWriter(256);
  const byTitle = urlPrefix !== "" && entity.url === urlOfTitle(urlPrefix, entity.title);
  out.byte((entity.isPerson ? PERSON : 0) | (byTitle ? URL_BY_TITLE : 0));
  const popularity = new Uint8Array(Float32Array.of(entity.popularity).buffer);
  out.raw(popularity);
  out.string(entity.title);
  out.string(entity.id === entity.title ? "" : entity.id);
  out.string(byTitle ? "" : (entity.url ?? ""));
  out.string(entity.description ?? "");
  const { otherIds = [], extra } = entity;
  if (otherIds.length > 0 || extra) {
    out.varint(otherIds.length);
    for (const id of otherIds) out.string(id);
    out.string(extra ? JSON.stringify(extra) : "");
  }
  return out.done();
}

export function decodeEntity(bytes: Uint8Array, row: number, urlPrefix: string): Entity {
  const reader = new ByteReader(bytes, 5);
  const title = reader.string();
  const entity: Entity = {
    row,
    title,
    id: reader.string() || title,
    popularity: decodePopularity(bytes),
    isPerson: (bytes[0] & PERSON) !== 0,
  };
  const url = reader.string();
  const description = reader.string();
  if (bytes[0] & URL_BY_TITLE) entity.url = urlOfTitle(urlPrefix, title);
  else if (url) entity.url = url;
  if (description) entity.description = description;
  if (reader.at < bytes.length) {
    const otherIds = Array.from({ length: reader.varint() }, () => reader.string());
    if (otherIds.length > 0) entity.otherIds = otherIds;
    const extra = reader.string();
    if (extra) entity.extra = JSON.parse(extra);
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
