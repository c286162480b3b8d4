/** What happened inside a prediction, kept for an explanation. Numbers only; the explain folder makes sentences of it. */
import { EDGE_MESSAGE, EDGE_SOURCE, EDGE_STRIDE, EDGE_TARGET } from "../math/graph-layout.js";
import type { ModelConfig } from "./config.js";
import type { Interaction } from "./layers/interaction.js";
import type { LayerContext } from "./layers/layer.js";
import { influenceOf } from "./layers/relation-norms.js";
import { softmax } from "./layers/softmax.js";
import type { ForwardPass } from "./network.js";
import { addedByEvidence, attendedWords, emptyMention, type MentionTrace } from "./trace-mention.js";

/** Mentions are numbered as in the document; the padding mention, where there is one, is `document.mentions.length`. */
export interface ModelTrace {
  mentions: MentionTrace[];
  /** Every pair that talked to each other, i < j. */
  pairs: PairTrace[];
  /** beliefs[loop][mention][candidate]: q̂ before the first loop (the local score alone), and after each. */
  beliefs: Float64Array[][];
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

/** α of one side under relation k as far as it counts: with both norms, as far as the pair chose the relation. */
export function countedAlpha(
  pair: PairTrace,
  side: "left" | "right",
  k: number,
  normalization: ModelConfig["normalization"],
): number {
  const alpha = (side === "left" ? pair.alphaLeft : pair.alphaRight)[k];
  const sum = pair.alphaLeft[k] + pair.alphaRight[k];
  return normalization === "both" && sum > 0 ? (alpha * pair.coupling[k]) / sum : alpha;
}

export function recordTrace(layer: LayerContext, pass: ForwardPass): ModelTrace {
  const { kernels, document } = layer;
  const { local, evidence, interaction, final } = pass;
  const total = document.positions.length;
  const mentions: MentionTrace[] = Array.from({ length: document.documentMentions }, emptyMention);
  const copy = (at: number, count: number) => Float64Array.from(kernels.floats.subarray(at, at + count));
  for (let i = 0; i < total; i++) {
    const start = document.starts[i];
    const count = document.realCounts[i];
    mentions[document.positions[i]] = {
      local: local ? copy(local.psi + start, count) : new Float64Array(count),
      belief: copy(final.q + start, count),
      logPriors: copy(document.logPriors + start, count),
      addedToPrior: addedByEvidence(layer, evidence, { mention: i, row: 0 }),
      addedToLocal: local
        ? addedByEvidence(layer, evidence, { mention: i, row: 1 })
        : new Float64Array(count),
      words: local ? attendedWords(layer, local, i) : [],
    };
  }
  return {
    mentions,
    pairs: interaction ? tracePairs(layer, interaction) : [],
    beliefs: traceBeliefs(layer, pass),
  };
}

/** Number in the document of a mention here. */
function placeOf({ document }: LayerContext, i: number): number {
  return i === document.padding ? document.documentMentions : document.positions[i];
}

function tracePairs(layer: LayerContext, interaction: Interaction): PairTrace[] {
  const { kernels, config, document } = layer;
  const { coupling, pairs } = interaction.weights;
  const { left, right } = pairs;
  const k = config.relations;
  const messages = lastMessages(layer, interaction);
  const silence = new Float64Array(0);
  const traces: PairTrace[] = [];
  for (let p = 0; p < left.length; p++) {
    const [i, j] = [left[p], right[p]];
    if (i === j) continue;
    const at = coupling + p * k;
    traces.push({
      left: placeOf(layer, i),
      right: placeOf(layer, j),
      alphaLeft: alphaOf(layer, interaction, p, "left"),
      alphaRight: alphaOf(layer, interaction, p, "right"),
      coupling: Float64Array.from(kernels.floats.subarray(at, at + k)),
      toRight: messages.get(i * document.mentions + j) ?? silence,
      toLeft: messages.get(j * document.mentions + i) ?? silence,
    });
  }
  return traces;
}

/** The messages after the last loop, by source · mentions + target. */
function lastMessages(layer: LayerContext, { scores, beliefs }: Interaction): Map<number, Float64Array> {
  const { kernels, document } = layer;
  const { floats, ints } = kernels;
  const { graph } = scores;
  const messages = new Map<number, Float64Array>();
  for (let t = 0; t < graph.edgeCount && beliefs; t++) {
    const edge = graph.edges + t * EDGE_STRIDE;
    const target = ints[edge + EDGE_TARGET];
    const at = beliefs.messages + ints[edge + EDGE_MESSAGE];
    messages.set(
      ints[edge + EDGE_SOURCE] * document.mentions + target,
      Float64Array.from(floats.subarray(at, at + document.realCounts[target])),
    );
  }
  return messages;
}

/** α of pair p under each relation, one mention of it looking at the other. */
function alphaOf(
  { kernels, config, document }: LayerContext,
  { weights }: Interaction,
  p: number,
  looking: "left" | "right",
): Float64Array {
  const { floats } = kernels;
  const { relations: k, normalization } = config;
  const { pairs, coupling, overMentions, overRelations, bounded } = weights;
  const [x, y] = looking === "left" ? [pairs.left[p], pairs.right[p]] : [pairs.right[p], pairs.left[p]];
  const n = document.mentions;
  return Float64Array.from({ length: k }, (_, q) => {
    if (overMentions >= 0) return floats[overMentions + (q * n + x) * n + y];
    if (overRelations >= 0) return floats[overRelations + p * k + q];
    if (bounded && normalization !== "rel-norm") return bounded[looking][p * k + q];
    const own = floats[coupling + p * k + q];
    return normalization === "rel-norm" ? own / influenceOf(config, config.neighbours) : own / 2;
  });
}

/** q̂ loop by loop, from the kept messages. */
function traceBeliefs(layer: LayerContext, { interaction, local }: ForwardPass): Float64Array[][] {
  const { kernels, config, document } = layer;
  const beliefs = interaction?.beliefs;
  if (!beliefs || !local) return [];
  const { graph } = beliefs;
  const { floats, ints } = kernels;
  return Array.from({ length: config.loops + 1 }, (_, loop) => {
    const sums = Float64Array.from(floats.subarray(local.psi, local.psi + document.candidates));
    const shares = beliefs.shares[loop];
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
