/** Seeded random numbers (xoshiro128**), the same on every platform, in Node and in browsers. */
import { LinkingError } from "../errors.js";

/** A generator's whole state: four unsigned 32-bit words. Save it to go on later with the same numbers. */
export type RandomState = [number, number, number, number];

export class Random {
  #s: Uint32Array;

  /** `seed` is any safe integer; equal seeds give equal sequences. */
  constructor(seed: number | RandomState) {
    this.#s = new Uint32Array(4);
    if (typeof seed !== "number") this.#s.set(seed);
    else {
      if (!Number.isSafeInteger(seed)) {
        throw new LinkingError("usage", `The seed is ${seed}; give a whole number.`);
      }
      // splitmix32 over both halves of the seed: neighbouring seeds give unrelated states.
      let x = (seed | 0) ^ Math.imul(Math.floor(seed / 4294967296) | 0, 0x9e3779b9);
      for (let i = 0; i < 4; i++) {
        x = (x + 0x9e3779b9) | 0;
        let z = x;
        z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
        z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
        this.#s[i] = (z ^ (z >>> 16)) >>> 0;
      }
      if ((this.#s[0] | this.#s[1] | this.#s[2] | this.#s[3]) === 0) this.#s[0] = 1;
    }
  }

  get state(): RandomState {
    return [this.#s[0], this.#s[1], this.#s[2], this.#s[3]];
  }

  /** An unsigned 32-bit integer. */
  uint32(): number {
    const s = this.#s;
    const s1 = s[1];
    let result = Math.imul(s1, 5);
    result = (result << 7) | (result >>> 25);
    result = Math.imul(result, 9) >>> 0;
    const t = s1 << 9;
    s[2] ^= s[0];
    s[3] ^= s1;
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = (s[3] << 11) | (s[3] >>> 21);
    return result;
  }

  /** Uniform in [0, 1), with 53 random bits. */
  uniform(): number {
    return (this.uint32() * 2097152 + (this.uint32() >>> 11)) / 9007199254740992;
  }

  /** A uniform integer in [0, n), without bias. */
  below(n: number): number {
    if (!(n >= 1 && n <= 4294967296)) {
      throw new LinkingError("usage", `No integer is below ${n}; give a number from 1 to 2³².`);
    }
    const limit = 4294967296 - (4294967296 % n);
    let x = this.uint32();
    while (x >= limit) x = this.uint32();
    return x % n;
  }

  /**
   * Normal with the given mean and standard deviation: the sum of twelve uniforms would be too light in the
   * tails and Math.log differs in its last bit between engines, so this inverts the distribution with
   * Acklam's rational approximation, whose only transcendental step (the tails) uses our own logarithm.
   */
  normal(mean = 0, deviation = 1): number {
    let p = this.uniform();
    if (p === 0) p = 2 ** -54;
    return mean + deviation * inverseNormal(p);
  }

  /** Fisher–Yates, in place; returns its argument. */
  shuffle<T extends { length: number; [index: number]: unknown }>(items: T): T {
    const a = items as { [index: number]: unknown };
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      const x = a[i];
      a[i] = a[j];
      a[j] = x;
    }
    return items;
  }

  /** A generator for a part of the work (a document, a worker, an entity), independent of the order of use. */
  static derive(seed: number, ...parts: number[]): Random {
    let x = new Random(seed).uint32();
    for (const part of parts) {
      x = Math.imul(x ^ part, 0x85ebca6b);
      x = Math.imul(x ^ (x >>> 13) ^ Math.imul(Math.floor(part / 4294967296), 0x27d4eb2f), 0xc2b2ae35);
      x ^= x >>> 16;
    }
    return new Random(x >>> 0);
  }
}

/** ln x for x in (0, 1], by exact scaling and the series of artanh: only + − × ÷, so equal bits on every engine. */
function portableLog(x: number): number {
  let exponent = 0;
  while (x < Math.SQRT1_2) {
    x *= 2;
    exponent--;
  }
  const t = (x - 1) / (x + 1);
  const t2 = t * t;
  let sum = 0;
  for (let k = 25; k >= 1; k -= 2) sum = sum * t2 + 1 / k;
  return 2 * t * sum + exponent * Math.LN2;
}

/** The quantile function of N(0, 1) (P. J. Acklam), relative error below 1.2e-9. */
function inverseNormal(p: number): number {
  const tail = 0.02425;
  if (p > 1 - tail) return -inverseNormal(1 - p);
  if (p < tail) {
    const q = Math.sqrt(-2 * portableLog(p));
    return (
      (((((-7.784894002430293e-3 * q - 3.223964580411365e-1) * q - 2.400758277161838) * q -
        2.549732539343734) *
        q +
        4.374664141464968) *
        q +
        2.938163982698783) /
      ((((7.784695709041462e-3 * q + 3.224671290700398e-1) * q + 2.445134137142996) * q + 3.754408661907416) *
        q +
        1)
    );
  }
  const q = p - 0.5;
  const r = q * q;
  return (
    ((((((-3.969683028665376e1 * r + 2.209460984245205e2) * r - 2.759285104469687e2) * r +
      1.38357751867269e2) *
      r -
      3.066479806614716e1) *
      r +
      2.506628277459239) *
      q) /
    (((((-5.447609879822406e1 * r + 1.615858368580409e2) * r - 1.556989798598866e2) * r +
      6.680131188771972e1) *
      r -
      1.328068155288572e1) *
      r +
      1)
  );
}
