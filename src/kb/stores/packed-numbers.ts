/** Numbers of the packed store, coded in few bits: p̂ by its logarithm, counts to one part in 32. */

/** ln p̂ from 0 to −12 in so many steps: what is read differs by at most 2.4 % from what was written. */
const PRIOR_STEPS = 254;
const LEAST_LOG = 12;

/** No p̂ at all: the entity is there only because the text is its title or leads to it. */
export const NO_PRIOR = 255;

const priors = Float64Array.from({ length: PRIOR_STEPS + 1 }, (_, code) =>
  Math.exp((-LEAST_LOG * code) / PRIOR_STEPS),
);

/** 1 stays 1; nothing becomes 0. */
export function encodePrior(prior: number): number {
  const code = Math.round((-Math.log(Math.max(prior, 1e-9)) * PRIOR_STEPS) / LEAST_LOG);
  return Math.max(0, Math.min(PRIOR_STEPS, code));
}

export function decodePrior(code: number): number {
  return priors[code];
}

/** Significant bits of a count; counts below 2^BITS are exact. */
const BITS = 5;
const EXACT = 1 << BITS;
const HALF = EXACT >> 1;

/** Integers of five significant bits, numbered in order: 31 → 31, 32 and 33 → 32, 34 and 35 → 33, … */
export function encodeCount(count: number): number {
  if (count < EXACT) return count;
  const exponent = Math.floor(Math.log2(count)) - (BITS - 1);
  const step = 2 ** exponent;
  // rounding up may reach the next power of two, whose number is the next one
  return EXACT + (exponent - 1) * HALF + Math.round(count / step) - HALF;
}

export function decodeCount(code: number): number {
  if (code < EXACT) return code;
  const exponent = 1 + Math.floor((code - EXACT) / HALF);
  return (HALF + ((code - EXACT) % HALF)) * 2 ** exponent;
}
