/** Bytes that are no UTF-8 in a text that is read all the same: where the first of them is, and the remark about it. */
import { isUtf8 } from "node:buffer";

/** Checked at once; only a block with a bad byte is gone through. */
const BLOCK = 1 << 16;

/** Told of a text that is read with � in place of its bad bytes; undefined when there are none. */
export function remarkOnBytes(bytes: Uint8Array, name: string): string | undefined {
  if (isUtf8(bytes)) return undefined;
  return `${name} is not written in UTF-8: its first bad byte is at offset ${firstBadByte(bytes)}, and such bytes are read as �; convert it, for example: iconv -f latin1 -t utf-8.`;
}

/** Its offset from 0; the length when every byte is good. */
export function firstBadByte(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const end = characterBoundary(bytes, at + BLOCK);
    if (end <= at || !isUtf8(bytes.subarray(at, end))) break;
    at = end;
  }
  while (at < bytes.length) {
    const next = at + lengthByLead(bytes[at]);
    if (next > bytes.length || !isUtf8(bytes.subarray(at, next))) return at;
    at = next;
  }
  return at;
}

/** At or shortly before `wanted`, not inside a character. */
function characterBoundary(bytes: Uint8Array, wanted: number): number {
  if (wanted >= bytes.length) return bytes.length;
  let at = wanted;
  while (at > wanted - 4 && (bytes[at] & 0xc0) === 0x80) at--;
  return at;
}

/** Bytes of a character that begins so; a byte that begins none stands by itself. */
function lengthByLead(lead: number): number {
  if (lead < 0xc0) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}
