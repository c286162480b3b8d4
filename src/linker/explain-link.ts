/** Makes the reasons of one link out of what the model did. */
import type { Model } from "../model/model.js";
import type { ModelTrace, PairTrace } from "../model/trace.js";
import type { Entity, Span } from "../types.js";
import type { EntityVectors } from "../vectors/vector-table.js";
import type { ExplainedCandidate, LinkExplanation, RelationShare, Voice } from "./explanation.js";
import { explanationLines } from "./explanation-lines.js";

/** Everything the model saw and said of one piece of a document. */
export interface PieceOfReasoning {
  model: Model;
  entities: EntityVectors;
  entity(row: number): Entity;
  trace: ModelTrace;
  mentions: ReasonedMention[];
  /** Number of each mention in the list of links. */
  linkNumbers: number[];
}

export interface ReasonedMention {
  surface: string;
  candidates: ArrayLike<number>;
  priors: ArrayLike<number>;
  scores: ArrayLike<number>;
  /** Place of the highest score, −1 without candidates. */
  best: number;
  confidence: number;
  /** Below the threshold: the answer was NIL. */
  isNil: boolean;
  /** Where each context word stands in the text, and the word. */
  wordAt(position: number): Span & { word: string };
}

export function explainLink(piece: PieceOfReasoning, index: number): LinkExplanation {
  const mention = piece.mentions[index];
  const order = Array.from(mention.scores, (_, e) => e).sort(
    (a, b) => mention.scores[b] - mention.scores[a] || a - b,
  );
  const traced = piece.trace.mentions[index];
  const candidates = order.map(
    (e): ExplainedCandidate => ({
      entity: piece.entity(mention.candidates[e]),
      prior: mention.priors[e],
      local: traced?.local[e] ?? 0,
      belief: traced?.belief[e] ?? 0,
      score: mention.scores[e],
      beliefs: piece.trace.beliefs.map((loop) => loop[index]?.[e] ?? 0),
    }),
  );
  const words = (traced?.words ?? [])
    .map(({ position, weight }) => ({ ...mention.wordAt(position), weight }))
    .sort((a, b) => b.weight - a.weight || a.start - b.start);
  const voices = piece.trace.pairs
    .filter((pair) => pair.left === index || pair.right === index)
    .map((pair) => voiceOf(piece, index, order, pair))
    .sort((a, b) => Math.abs(b.support) - Math.abs(a.support) || a.mention - b.mention);
  const explanation: LinkExplanation = { candidates, words, voices, lines: [] };
  explanation.lines = explanationLines(mention.surface, explanation, mention.confidence, mention.isNil);
  return explanation;
}

function voiceOf(piece: PieceOfReasoning, index: number, order: number[], pair: PairTrace): Voice {
  const isLeft = pair.left === index;
  const place = isLeft ? pair.right : pair.left;
  const other = piece.mentions[place] as ReasonedMention | undefined;
  const received = isLeft ? pair.toLeft : pair.toRight;
  const message = order.map((e) => received[e] ?? 0);
  const own = piece.mentions[index];
  const otherRow = other && other.best >= 0 ? other.candidates[other.best] : -1;
  return {
    mention: other ? piece.linkNumbers[place] : -1,
    surface: other?.surface ?? "",
    entity: otherRow >= 0 ? piece.entity(otherRow) : null,
    relations: relationShares(piece, pair, isLeft, own.candidates[order[0]], otherRow),
    message,
    support: message.length > 1 ? message[0] - message[1] : 0,
  };
}

/** α both ways and coupling_k · eᵀ R_k e' of the two winners. */
function relationShares(
  piece: PieceOfReasoning,
  pair: PairTrace,
  isLeft: boolean,
  row: number,
  otherRow: number,
): RelationShare[] {
  const { entities, model } = piece;
  const d = entities.d;
  const e = entities.vector(row);
  const partner = otherRow >= 0 ? entities.vector(otherRow) : model.parameter("pad_ent_emb");
  const relations = model.parameter("rel_embs");
  return Array.from(pair.coupling, (coupling, k) => {
    let product = 0;
    for (let l = 0; l < d; l++) product += e[l] * relations[k * d + l] * partner[l];
    return {
      alpha: (isLeft ? pair.alphaLeft : pair.alphaRight)[k],
      alphaBack: (isLeft ? pair.alphaRight : pair.alphaLeft)[k],
      pairScore: coupling * product,
    };
  });
}
