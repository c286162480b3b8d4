/** What happened inside a prediction, kept for an explanation. Numbers only; the explain folder makes sentences of it. */

import { EDGE_MESSAGE, EDGE_SOURCE, EDGE_STRIDE, EDGE_TARGET } from "../math/graph-layout.js";
import type { Kernels } from "../math/kernels.js";
import type { ModelConfig } from "./config.js";
import type { ForwardPass, Interaction } from "./forward.js";
import { softmax } from "./softmax.js";

/** Mentions are numbered as in the document; the padding mention, where there is one, is `document.mentions.length`. */
export interface ModelTrace {
  mentions: MentionTrace[];
  /** Every pair that talked to each other, i < j. */
  pairs: PairTrace[];
  /** beliefs[loop][mention][candidate]: q̂ before the first loop (the local score alone), and after each. */
  beliefs: Float64Array[][];
}

export interface MentionTrace {
  /** Ψ of each candidate. */
  local: Float64Array;
  /** What g combined with the prior. */
  belief: Float64Array;
  /** Words attended to: position in the mention's word list and weight β. */
  words: { position: number; weight: number }[];
}

export interface PairTrace {
  left: number;
  right: number;
  /** α_ijk: how much i = left looks at j = right under each relation, and the other way round. */
  alphaLeft: Float64Array;
  alphaRight: Float64Array;
  /** The coupling that multiplied eᵀ R_k e' in Φ. */
  coupling: Float64Array;
  /** Final log messages: to the right mention's candidates and to the left one's; empty where none was needed. */
  toRight: Float64Array;
  toLeft: Float64Array;
}

export function recordTrace(kernels: Kernels, config: ModelConfig, pass: ForwardPass): ModelTrace {
  const { document, interaction } = pass;
  const total = document.positions.length;
  const mentions: MentionTrace[] = Array.from({ length: document.documentMentions }, emptyMention);
  const copy = (at: number, count: number) => Float64Array.from(kernels.floats.subarray(at, at + count));
  for (let i = 0; i < total; i++) {
    const start = document.starts[i];
    const count = document.realCounts[i];
    mentions[document.positions[i]] = {
      local: pass.local ? copy(pass.local.psi + start, count) : new Float64Array(count),
      belief: copy(pass.q + start, count),
      words: pass.local ? attendedWords(kernels, config, pass, i) : [],
    };
  }
  return {
    mentions,
    pairs: interaction ? tracePairs(kernels, config, pass, interaction) : [],
    beliefs: traceBeliefs(kernels, config, pass),
  };
}

const emptyMention = (): MentionTrace => ({
  local: new Float64Array(0),
  belief: new Float64Array(0),
  words: [],
});

function attendedWords(kernels: Kernels, { topWords }: ModelConfig, { local }: ForwardPass, i: number) {
  return Array.from({ length: local!.kept[i] }, (_, r) => ({
    position: kernels.ints[local!.chosen + i * topWords + r],
    weight: kernels.floats[local!.weights + i * topWords + r],
  }));
}

/** Number in the document of a mention here. */
function placeOf({ document }: ForwardPass, i: number): number {
  return i === document.padding ? document.documentMentions : document.positions[i];
}

function tracePairs(
  kernels: Kernels,
  config: ModelConfig,
  pass: ForwardPass,
  { weights, graph, beliefs }: Interaction,
): PairTrace[] {
  const { relations: k } = config;
  const { document } = pass;
  const { floats, ints } = kernels;
  const { left, right } = weights.pairs;
  const copy = (at: number, count: number) => Float64Array.from(floats.subarray(at, at + count));
  const messages = new Map<number, Float64Array>();
  for (let t = 0; t < graph.edgeCount && beliefs; t++) {
    const edge = graph.edges + t * EDGE_STRIDE;
    const target = ints[edge + EDGE_TARGET];
    messages.set(
      ints[edge + EDGE_SOURCE] * document.mentions + target,
      copy(beliefs.messages + ints[edge + EDGE_MESSAGE], document.realCounts[target]),
    );
  }
  const silence = new Float64Array(0);
  const traces: PairTrace[] = [];
  for (let p = 0; p < left.length; p++) {
    const [i, j] = [left[p], right[p]];
    if (i === j) continue;
    const coupling = copy(weights.coupling + p * k, k);
    const alpha = (x: number, y: number) =>
      Float64Array.from({ length: k }, (_, q) => {
        const n = document.mentions;
        if (weights.overMentions >= 0) return floats[weights.overMentions + (q * n + x) * n + y];
        if (weights.overRelations >= 0) return floats[weights.overRelations + p * k + q];
        if (weights.bounded && config.normalization !== "rel-norm") {
          return (x === i ? weights.bounded.left : weights.bounded.right)[p * k + q];
        }
        return config.normalization === "rel-norm" ? coupling[q] : coupling[q] / 2;
      });
    traces.push({
      left: placeOf(pass, i),
      right: placeOf(pass, j),
      alphaLeft: alpha(i, j),
      alphaRight: alpha(j, i),
      coupling,
      toRight: messages.get(i * document.mentions + j) ?? silence,
      toLeft: messages.get(j * document.mentions + i) ?? silence,
    });
  }
  return traces;
}

/** q̂ loop by loop, from the kept messages. */
function traceBeliefs(kernels: Kernels, config: ModelConfig, pass: ForwardPass): Float64Array[][] {
  const { document, interaction, local } = pass;
  if (!interaction?.beliefs || !local) return [];
  const { graph } = interaction;
  const { floats, ints } = kernels;
  return Array.from({ length: config.loops + 1 }, (_, loop) => {
    const sums = Float64Array.from(floats.subarray(local.psi, local.psi + document.candidates));
    const shares = interaction.beliefs!.shares[loop];
    for (let t = 0; t < graph.edgeCount; t++) {
      const edge = graph.edges + t * EDGE_STRIDE;
      const target = ints[edge + EDGE_TARGET];
      if (ints[edge + EDGE_SOURCE] === target) continue;
      for (let e = 0; e < document.counts[target]; e++) {
        sums[document.starts[target] + e] += Math.log(floats[shares + ints[edge + EDGE_MESSAGE] + e]);
      }
    }
    const byMention: Float64Array[] = Array.from(
      { length: document.documentMentions },
      () => new Float64Array(0),
    );
    for (let i = 0; i < document.positions.length; i++) {
      const from = document.starts[i];
      byMention[document.positions[i]] = softmax(sums.subarray(from, from + document.counts[i])).slice(
        0,
        document.realCounts[i],
      );
    }
    return byMention;
  });
}
