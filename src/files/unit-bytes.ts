/** Strings as bytes that sort like the strings themselves: each UTF-16 unit in one to three bytes, halves of pairs apart, so that every string comes back as it was. */
import { type ByteReader, type ByteWriter, decodeUtf8 } from "./bytes.js";

/** The number of bytes as a varint, then the bytes. */
export function putUnits(out: ByteWriter, text: string): void {
  out.varint(unitBytes(text));
  out.reserve(3 * text.length);
  const { bytes } = out;
  let at = out.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) {
      bytes[at++] = unit;
      continue;
    }
    if (unit < 0x800) bytes[at++] = 0xc0 | (unit >> 6);
    else {
      bytes[at++] = 0xe0 | (unit >> 12);
      bytes[at++] = 0x80 | ((unit >> 6) & 63);
    }
    bytes[at++] = 0x80 | (unit & 63);
  }
  out.length = at;
}

function unitBytes(text: string): number {
  let size = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) size += unit < 0x800 ? 1 : 2;
  }
  return size;
}

/** The string that `putUnits` wrote where the reader is. */
export function readUnits(reader: ByteReader): string {
  const length = reader.varint();
  const { bytes, at } = reader;
  const end = at + length;
  reader.at = end;
  let plain = at;
  while (plain < end && bytes[plain] < 0x80) plain++;
  if (plain === end) return decodeUtf8(bytes, at, end);
  let text = decodeUtf8(bytes, at, plain);
  for (let i = plain; i < end; ) {
    const lead = bytes[i++];
    let unit = lead;
    if (lead >= 0xe0) unit = ((lead & 15) << 12) | ((bytes[i++] & 63) << 6) | (bytes[i++] & 63);
    else if (lead >= 0xc0) unit = ((lead & 31) << 6) | (bytes[i++] & 63);
    text += String.fromCharCode(unit);
  }
  return text;
}
