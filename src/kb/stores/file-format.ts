/** The layout of the single-file store: how its sections are packed, checked and found again. */
import { LinkingError, messageOf } from "../../errors.js";
import { checksum } from "../../files/checksum.js";

/**
 * Bytes 0–7 magic, 8–11 version, 12–15 length of the header, 16–31 checksum (hexadecimal) of all that follows;
 * then the header (JSON, padded to a multiple of 8) and the sections, each beginning at a multiple of 8.
 */
const MAGIC = "mulrelKB";
export const FILE_VERSION = 1;
const FRONT = 32;

/** Does it begin like a knowledge-base file? */
export function isKnowledgeBaseFile(bytes: Uint8Array): boolean {
  return bytes.length >= FRONT && latin(bytes, 0, MAGIC.length) === MAGIC;
}

export interface FileHeader {
  sources: { name: string; sha256: string }[];
  settings: Record<string, unknown>;
  entities: number;
  surfaces: number;
  redirects: number;
  /** Where each section begins, counted from the end of the header, and its length; bytes. */
  sections: Record<string, [number, number]>;
}

const align = (n: number) => Math.ceil(n / 8) * 8;

export function packFile(
  header: Omit<FileHeader, "sections">,
  sections: Record<string, Uint8Array>,
): Uint8Array<ArrayBuffer> {
  const places: FileHeader["sections"] = {};
  let end = 0;
  for (const [name, data] of Object.entries(sections)) {
    places[name] = [end, data.length];
    end = align(end + data.length);
  }
  const json = new TextEncoder().encode(JSON.stringify({ ...header, sections: places }));
  const body = FRONT + align(json.length);
  const file = new Uint8Array(body + end);
  const view = new DataView(file.buffer);
  file.set(new TextEncoder().encode(MAGIC));
  view.setUint32(8, FILE_VERSION, true);
  view.setUint32(12, json.length, true);
  file.fill(32, FRONT, body);
  file.set(json, FRONT);
  for (const [name, data] of Object.entries(sections)) file.set(data, body + places[name][0]);
  file.set(new TextEncoder().encode(checksum(file.subarray(FRONT))), 16);
  return file;
}

/** Compares the checksum. `name` is what the caller knows the bytes by, for the error's sentence. */
export function unpackFile(
  buffer: ArrayBufferLike,
  name: string,
): { header: FileHeader; section(key: string): Uint8Array } {
  const bad = (found: string, cause?: unknown) =>
    new LinkingError(
      "bad-file",
      `${name} ${found}; make it again with \`mulrel kb build\` or fetch it again.`,
      { cause },
    );
  const file = new Uint8Array(buffer);
  if (!isKnowledgeBaseFile(file)) {
    throw bad("is not a mulrel knowledge base (it does not begin with the mark of one)");
  }
  const view = new DataView(buffer);
  const version = view.getUint32(8, true);
  if (version !== FILE_VERSION) {
    throw bad(`has version ${version} of the knowledge-base file, this mulrel reads version ${FILE_VERSION}`);
  }
  const headerLength = view.getUint32(12, true);
  const body = FRONT + align(headerLength);
  if (body > file.length) throw bad("is cut off");
  if (checksum(file.subarray(FRONT)) !== latin(file, 16, 32)) {
    throw bad("is damaged or cut off (its checksum is wrong)");
  }
  let header: FileHeader;
  try {
    header = JSON.parse(new TextDecoder().decode(file.subarray(FRONT, FRONT + headerLength)));
  } catch (error) {
    throw bad(`has a header that cannot be read: ${messageOf(error)}`, error);
  }
  return {
    header,
    section(key) {
      const place = header.sections[key];
      if (!place || body + place[0] + place[1] > file.length) throw bad(`lacks its part "${key}"`);
      return file.subarray(body + place[0], body + place[0] + place[1]);
    },
  };
}

function latin(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

type ArrayOf<A> = { new (buffer: ArrayBufferLike, at: number, length: number): A; BYTES_PER_ELEMENT: number };

/** A section's bytes as the numbers they are. */
export function column<A>(kind: ArrayOf<A>, bytes: Uint8Array): A {
  return new kind(bytes.buffer, bytes.byteOffset, bytes.byteLength / kind.BYTES_PER_ELEMENT);
}
