/** IEEE half-precision floats to and from float32, for engines without Float16Array. */

let decoded: Float32Array | undefined;

/** All 65,536 half floats as float32, made at first use (256 KB). Index it with the 16 bits. */
export function float16Values(): Float32Array {
  if (!decoded) {
    decoded = new Float32Array(65536);
    for (let bits = 0; bits < 65536; bits++) decoded[bits] = decodeBits(bits);
  }
  return decoded;
}

function decodeBits(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 0x3ff;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

const asFloat = new Float32Array(1);
const asBits = new Uint32Array(asFloat.buffer);

/** The 16 bits of the half float nearest to `value`, ties to even; too large becomes infinity. */
export function encodeFloat16(value: number): number {
  asFloat[0] = value;
  const x = asBits[0];
  const sign = (x >>> 16) & 0x8000;
  const magnitude = x & 0x7fffffff;
  if (magnitude > 0x7f800000) return sign | 0x7e00;
  if (magnitude >= 0x477ff000) return sign | 0x7c00;
  if (magnitude < 0x38800000) {
    // Below the smallest normal half: adding 0.5 lets float32 addition round to a multiple of 2^-24.
    asFloat[0] = Math.abs(asFloat[0]) + 0.5;
    return sign | (asBits[0] - 0x3f000000);
  }
  const odd = (magnitude >>> 13) & 1;
  return sign | ((magnitude - 0x38000000 + 0xfff + odd) >>> 13);
}
