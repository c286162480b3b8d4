/** Weights of `redirectFeatures`, in their order: fitted by `node scripts/fit-redirects.mjs`, which writes this file. */
export const redirectWeights = [
  -4.461, 2.496, 0.572, 2.949, -3.275, 5.251, 1.803, -2.633, -8.219, 0.672, 2.213, -0.464, 0.797, 0.145,
  -2.123, 4.263, -0.399,
];
