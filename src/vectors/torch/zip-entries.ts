/** The files inside an uncompressed zip archive held in memory, as views of it: what torch.save writes. */
import { LinkingError } from "../../errors.js";

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
/** In a field of 32 bits: the number stands in a field of 64 bits elsewhere. */
const ELSEWHERE = 0xffffffff;
const EXTRA_64 = 1;
/** The end's record, and the longest comment behind it. */
const END_SIZE = 22;
const LONGEST_COMMENT = 0xffff;

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

export function readZipEntries(bytes: Uint8Array, file: string): Map<string, Uint8Array> {
  const bad = (sentence: string) =>
    new LinkingError("bad-file", `${file} is no usable zip archive: ${sentence}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readEntries(view, bytes, bad);
  } catch (error) {
    if (error instanceof RangeError) throw bad("it is cut off.");
    throw error;
  }
}

function readEntries(view: DataView, bytes: Uint8Array, bad: (sentence: string) => LinkingError) {
  const { count, start } = findDirectory(view, bad);
  const entries = new Map<string, Uint8Array>();
  let at = start;
  for (let i = 0; i < count; i++) {
    if (view.getUint32(at, true) !== ENTRY)
      throw bad(`entry ${i + 1} of ${count} is not where it should be.`);
    const [nameSize, extraSize, commentSize] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameSize));
    if (view.getUint16(at + 10, true) !== 0) throw bad(`${name} is compressed; torch does not compress.`);
    const { size, offset } = readPlace(view, at, at + 46 + nameSize, extraSize);
    if (view.getUint32(offset, true) !== LOCAL) throw bad(`${name} does not begin where the archive says.`);
    const from = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
    if (from + size > bytes.length) throw bad(`${name} is cut off.`);
    entries.set(name, bytes.subarray(from, from + size));
    at += 46 + nameSize + extraSize + commentSize;
  }
  return entries;
}

function findDirectory(view: DataView, bad: (sentence: string) => LinkingError) {
  const first = Math.max(0, view.byteLength - END_SIZE - LONGEST_COMMENT);
  for (let at = view.byteLength - END_SIZE; at >= first; at--) {
    if (view.getUint32(at, true) !== END) continue;
    const locator = at - 20;
    if (locator >= 0 && view.getUint32(locator, true) === LOCATOR_64) {
      const end = Number(view.getBigUint64(locator + 8, true));
      if (view.getUint32(end, true) !== END_64) throw bad("its 64-bit end is not where it should be.");
      const [count, start] = [32, 48].map((field) => Number(view.getBigUint64(end + field, true)));
      return { count, start };
    }
    return { count: view.getUint16(at + 10, true), start: view.getUint32(at + 16, true) };
  }
  throw bad("its end is missing.");
}

/** Size and offset of an entry; those too large for 32 bits follow each other in an extra field, in this order. */
function readPlace(view: DataView, at: number, extra: number, extraSize: number) {
  let next = extra;
  while (next + 4 <= extra + extraSize && view.getUint16(next, true) !== EXTRA_64) {
    next += 4 + view.getUint16(next + 2, true);
  }
  next += 4;
  const read = (field: number) => {
    const value = view.getUint32(at + field, true);
    if (value !== ELSEWHERE) return value;
    next += 8;
    return Number(view.getBigUint64(next - 8, true));
  };
  const size = read(24);
  read(20);
  return { size, offset: read(42) };
}
