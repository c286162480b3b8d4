/** Softmax of a short list outside kernel memory. */
export function softmax(scores: Float64Array): Float64Array {
  const top = scores.reduce((most, x) => Math.max(most, x), -Infinity);
  const shares = scores.map((x) => Math.exp(x - top));
  const sum = shares.reduce((a, b) => a + b, 0);
  return shares.map((x) => x / sum);
}
