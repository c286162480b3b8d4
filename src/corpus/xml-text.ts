/** Character data of XML as bytes to a string, entities decoded. */

const AMPERSAND = 38;
const SEMICOLON = 59;
const named = new Map([
  ["lt", 60],
  ["gt", 62],
  ["amp", 38],
  ["quot", 34],
  ["apos", 39],
]);

let scratch = Buffer.allocUnsafe(1 << 16);

/**
 * The text between `from` and `to`. Works on bytes because nearly all of a dump is copied as it is: this is several
 * times faster than replacing in a string. Bad UTF-8 becomes U+FFFD; an unknown entity stays as it is written.
 */
export function decodeXmlText(bytes: Buffer, from: number, to: number): string {
  let at = bytes.indexOf(AMPERSAND, from);
  if (at < 0 || at >= to) return bytes.toString("utf8", from, to);
  if (scratch.length < to - from) scratch = Buffer.allocUnsafe((to - from) * 2);
  let length = 0;
  let copied = from;
  while (at >= 0 && at < to) {
    const decoded = entityAt(bytes, at, to);
    if (decoded) {
      length += bytes.copy(scratch, length, copied, at);
      if (decoded.code < 128) scratch[length++] = decoded.code;
      else length += scratch.write(String.fromCodePoint(decoded.code), length, "utf8");
      copied = decoded.end;
      at = bytes.indexOf(AMPERSAND, decoded.end);
    } else at = bytes.indexOf(AMPERSAND, at + 1);
  }
  length += bytes.copy(scratch, length, copied, to);
  return scratch.toString("utf8", 0, length);
}

function entityAt(bytes: Buffer, at: number, to: number): { code: number; end: number } | undefined {
  // the four that a dump is full of, without making strings
  const a = bytes[at + 1];
  const b = bytes[at + 2];
  if (
    a === 113 &&
    b === 117 &&
    bytes[at + 3] === 111 &&
    bytes[at + 4] === 116 &&
    bytes[at + 5] === SEMICOLON
  ) {
    return { code: 34, end: at + 6 };
  }
  if (b === 116 && bytes[at + 3] === SEMICOLON) {
    if (a === 108) return { code: 60, end: at + 4 };
    if (a === 103) return { code: 62, end: at + 4 };
  }
  if (a === 97 && b === 109 && bytes[at + 3] === 112 && bytes[at + 4] === SEMICOLON) {
    return { code: 38, end: at + 5 };
  }
  let end = at + 1;
  while (end < to && end - at < 12 && bytes[end] !== SEMICOLON) end++;
  if (bytes[end] !== SEMICOLON || end >= to) return undefined;
  const name = bytes.toString("latin1", at + 1, end);
  const known = named.get(name);
  if (known !== undefined) return { code: known, end: end + 1 };
  const number = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name);
  if (!number) return undefined;
  const code = number[1] ? Number.parseInt(number[1], 16) : Number(number[2]);
  // a half pair or a number beyond Unicode is no character; five bytes of entity never become more than four
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000)
    ? { code, end: end + 1 }
    : undefined;
}
