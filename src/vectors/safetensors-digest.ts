/** The digest that a safetensors file of ours carries in its header: over the header itself and every tensor. Runs in browsers. */
import { LinkingError } from "../errors.js";
import { checksumWords } from "../files/checksum.js";

/** In the file's metadata; sixteen hexadecimal digits. */
export const DIGEST = "digest";
/** What stands in its place while it is worked out. */
export const NO_DIGEST = "0".repeat(16);
/** From this version on a file of ours has one; without, it has been changed. */
export const VERSION_WITH_DIGEST = "2";

/** 64 bits over the checksums of the pieces: the header without the digest, then the tensors in the file's order. */
function digestOf(pieces: readonly Uint8Array[]): string {
  const sums = new Uint32Array(2 * pieces.length);
  for (const [i, piece] of pieces.entries()) sums.set(checksumWords(piece), 2 * i);
  return checksumWords(new Uint8Array(sums.buffer))
    .map((n) => n.toString(16).padStart(8, "0"))
    .join("");
}

/** Puts the digest into a header in which `NO_DIGEST` stands. */
export function putDigest(header: Uint8Array, tensors: readonly Uint8Array[]): void {
  const at = placeOfDigest(header, NO_DIGEST);
  header.set(new TextEncoder().encode(digestOf([header, ...tensors])), at);
}

/** Refuses a file of ours that is not as it was written. Files of others have no digest. */
export function checkDigest(
  header: Uint8Array,
  tensors: readonly Uint8Array[],
  metadata: Readonly<Record<string, string>>,
  name: string,
): void {
  const wanted = metadata[DIGEST];
  const isOurs = metadata.format?.startsWith("mulrel-") && metadata.version === VERSION_WITH_DIGEST;
  if (wanted === undefined && !isOurs) return;
  const plain = header.slice();
  const at = wanted === undefined ? -1 : placeOfDigest(plain, wanted);
  if (at >= 0) plain.set(new TextEncoder().encode(NO_DIGEST), at);
  if (at >= 0 && digestOf([plain, ...tensors]) === wanted) return;
  throw new LinkingError(
    "bad-file",
    `${name} is damaged: it is not as it was written (its digest does not fit); copy it or make it again.`,
  );
}

/** Where the digest's digits begin in the header's bytes; −1 when they are not there. */
function placeOfDigest(header: Uint8Array, digits: string): number {
  const before = `"${DIGEST}":"`;
  const wanted = new TextEncoder().encode(`${before}${digits}"`);
  if (wanted.length !== before.length + NO_DIGEST.length + 1) return -1;
  for (let at = header.indexOf(wanted[0]); at >= 0; at = header.indexOf(wanted[0], at + 1)) {
    if (wanted.every((byte, i) => header[at + i] === byte)) return at + before.length;
  }
  return -1;
}
