/** A quick checksum of bytes; runs in browsers. */

/** 64 bits, as two times 32, over whole 32-bit words (two murmur3 lanes): finds damage, not forgery. */
export function checksumWords(bytes: Uint8Array): [number, number] {
  const whole = bytes.length >>> 2;
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, whole);
  let a = 0x9747b28c;
  let b = 0x3c6ef372;
  for (let i = 0; i + 1 < whole; i += 2) {
    a = mix(a, words[i]);
    b = mix(b, words[i + 1]);
  }
  if (whole & 1) a = mix(a, words[whole - 1]);
  for (let i = whole * 4; i < bytes.length; i++) b = mix(b, bytes[i]);
  a = finish(a ^ bytes.length);
  b = finish(b ^ a);
  return [a, b];
}

/** The same as 16 hexadecimal digits. */
export function checksum(bytes: Uint8Array): string {
  return checksumWords(bytes).map(hex).join("");
}

function mix(h: number, k: number): number {
  k = Math.imul(k, 0xcc9e2d51);
  k = (k << 15) | (k >>> 17);
  h ^= Math.imul(k, 0x1b873593);
  h = (h << 13) | (h >>> 19);
  return (Math.imul(h, 5) + 0xe6546b64) | 0;
}

function finish(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

const hex = (n: number) => n.toString(16).padStart(8, "0");
