/** Decimal numbers straight out of bytes, several times faster than through strings. */

const POWERS = Array.from({ length: 23 }, (_, i) => 10 ** i);
const MOST_DIGITS = 15;

/**
 * The number written in bytes[from .. to); NaN when it is not one. Up to 15 digits and powers of ten up to 22 are exact in
 * float64, so one multiplication or division rounds right; anything longer goes through Number().
 */
export function parseNumber(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  let sign = 1;
  if (bytes[at] === MINUS || bytes[at] === PLUS) sign = bytes[at++] === MINUS ? -1 : 1;
  let mantissa = 0;
  let digits = 0;
  let exponent = 0;
  let seen = false;
  for (; at < to && isDigit(bytes[at]); at++) {
    mantissa = mantissa * 10 + bytes[at] - ZERO;
    if (mantissa > 0) digits++;
    seen = true;
  }
  if (at < to && bytes[at] === POINT) {
    for (at++; at < to && isDigit(bytes[at]); at++) {
      mantissa = mantissa * 10 + bytes[at] - ZERO;
      if (mantissa > 0) digits++;
      exponent--;
      seen = true;
    }
  }
  if (!seen) return Number.NaN;
  if (at < to && (bytes[at] | 32) === LETTER_E) {
    at++;
    let exponentSign = 1;
    if (bytes[at] === MINUS || bytes[at] === PLUS) exponentSign = bytes[at++] === MINUS ? -1 : 1;
    if (at >= to) return Number.NaN;
    let written = 0;
    for (; at < to && isDigit(bytes[at]); at++) written = written * 10 + bytes[at] - ZERO;
    exponent += exponentSign * written;
  }
  if (at !== to) return Number.NaN;
  if (mantissa === 0) return sign * 0;
  if (digits <= MOST_DIGITS && exponent >= -22 && exponent <= 22) {
    return exponent < 0 ? (sign * mantissa) / POWERS[-exponent] : sign * mantissa * POWERS[exponent];
  }
  return Number(String.fromCharCode(...bytes.subarray(from, to)));
}

const ZERO = 48;
const MINUS = 45;
const PLUS = 43;
const POINT = 46;
const LETTER_E = 101;

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= 57;
}
