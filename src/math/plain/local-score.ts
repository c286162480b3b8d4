/** One mention's context in plain TypeScript: the twins of assembly/local-score.ts. */
import type { KernelArguments } from "../descriptions/all.js";
import type { Address } from "../kernels.js";
import type { Arena } from "../memory.js";
import { softmaxRow } from "./steps.js";

export function localScore(memory: Arena, args: KernelArguments<"localScore">): number {
  const { floats: f, ints } = memory;
  const { psi, context, chosen, weights, best, scratch, entities, count, b, words, wordRows, wordCount, d } =
    args;
  const scores = scratch + count * d;
  const holders = scores + wordCount;
  bestEntityForWords(memory, args, scores, holders);
  const kept = strongest(memory, args, scores);
  for (let r = 0; r < kept; r++) {
    f[weights + r] = f[scores + ints[chosen + r]];
    ints[best + r] = f[holders + ints[chosen + r]];
  }
  softmaxRow(f, weights, weights, kept);
  f.fill(0, context, context + d);
  for (let r = 0; r < kept; r++) {
    const w = words + ints[wordRows + ints[chosen + r]] * d;
    for (let l = 0; l < d; l++) f[context + l] += f[weights + r] * f[w + l];
  }
  for (let e = 0; e < count; e++) {
    let score = 0;
    for (let l = 0; l < d; l++) score += f[entities + e * d + l] * f[b + l] * f[context + l];
    f[psi + e] = score;
  }
  return kept;
}

/** scores[w] = max_e e·A·w and holders[w] = the first e that reaches it; e·A in the scratch room. */
function bestEntityForWords(
  { floats: f, ints }: Arena,
  { scratch, entities, count, a, words, wordRows, wordCount, d }: KernelArguments<"localScore">,
  scores: Address,
  holders: Address,
): void {
  for (let e = 0; e < count; e++) {
    for (let l = 0; l < d; l++) f[scratch + e * d + l] = f[entities + e * d + l] * f[a + l];
  }
  for (let w = 0; w < wordCount; w++) {
    const word = words + ints[wordRows + w] * d;
    let top = -Infinity;
    let holder = 0;
    for (let e = 0; e < count; e++) {
      let score = 0;
      for (let l = 0; l < d; l++) score += f[scratch + e * d + l] * f[word + l];
      if (score > top) {
        top = score;
        holder = e;
      }
    }
    f[scores + w] = top;
    f[holders + w] = holder;
  }
}

/** chosen = positions of the `keep` highest scores, in text order; of equal scores the earlier stays. Returns how many. */
function strongest(
  { floats: f, ints }: Arena,
  { chosen, wordCount, keep }: KernelArguments<"localScore">,
  scores: Address,
): number {
  const order = Array.from({ length: wordCount }, (_, w) => w)
    .sort((x, y) => f[scores + y] - f[scores + x] || x - y)
    .slice(0, keep)
    .sort((x, y) => x - y);
  for (let r = 0; r < order.length; r++) ints[chosen + r] = order[r];
  return order.length;
}

export function localScoreBackward(
  { floats: f, ints }: Arena,
  args: KernelArguments<"localScoreBackward">,
): void {
  const { da, db, scratch, dpsi, context, chosen, weights, best, kept, entities, count, b, words } = args;
  const { wordRows, d } = args;
  const sum = scratch; // Σ dpsi(e) e
  const dcontext = scratch + d;
  const dweights = scratch + 2 * d;
  f.fill(0, sum, sum + d);
  for (let e = 0; e < count; e++) {
    for (let l = 0; l < d; l++) f[sum + l] += f[dpsi + e] * f[entities + e * d + l];
  }
  for (let l = 0; l < d; l++) {
    f[db + l] += f[sum + l] * f[context + l];
    f[dcontext + l] = f[sum + l] * f[b + l];
  }
  let mean = 0;
  for (let r = 0; r < kept; r++) {
    const w = words + ints[wordRows + ints[chosen + r]] * d;
    let dot = 0;
    for (let l = 0; l < d; l++) dot += f[dcontext + l] * f[w + l];
    f[dweights + r] = dot;
    mean += dot * f[weights + r];
  }
  for (let r = 0; r < kept; r++) {
    const du = f[weights + r] * (f[dweights + r] - mean);
    const w = words + ints[wordRows + ints[chosen + r]] * d;
    const e = entities + ints[best + r] * d;
    for (let l = 0; l < d; l++) f[da + l] += du * f[e + l] * f[w + l];
  }
}

export function meansOfRows({ floats: f, ints }: Arena, args: KernelArguments<"meansOfRows">): void {
  const { table, missing, rows, counts, lists, extra, d } = args;
  for (let s = 0, at = rows, out = args.out; s < lists; s++, out += d) {
    const end = at + ints[counts + s];
    const divisor = ints[counts + s] + extra;
    f.fill(0, out, out + d);
    for (; at < end; at++) {
      const row = ints[at] < 0 ? missing : table + ints[at] * d;
      for (let l = 0; l < d; l++) f[out + l] += f[row + l] / divisor;
    }
  }
}
