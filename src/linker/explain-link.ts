/** Makes the reasons of one link out of what the model did. */
import type { Model } from "../model/model.js";
import { countedAlpha, type ModelTrace, type PairTrace } from "../model/trace.js";
import type { Entity, Span } from "../types.js";
import type { EntityVectors } from "../vectors/vector-table.js";
import type {
  ExplainedCandidate,
  ExplanationStep,
  LinkExplanation,
  RelationShare,
  Voice,
} from "./explanation.js";
import { explanationSentences } from "./explanation-lines.js";
import { finalScoreOf, type ScoreParts, type TakenApart, takeApart } from "./score-parts.js";

/** Everything the model saw and said of one piece of a document. */
export interface PieceOfReasoning {
  model: Model;
  entities: EntityVectors;
  entity(row: number): Entity;
  trace: ModelTrace;
  mentions: ReasonedMention[];
  /** Number of each mention in the list of links. */
  linkNumbers: number[];
  /** What log p̂ counts beside ρ. */
  priorWeight: number;
  /** What the relations connect, where somebody found out. */
  relationNames?: readonly string[];
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
  /** It was told what it means. */
  isPinned: boolean;
  /** The confidence a link needs. */
  threshold: number;
  /** Share of the held-out links about as sure that were right, where there were some. */
  heldOutPrecision?: number;
  /** Where each context word stands in the text, and the word. */
  wordAt(position: number): Span & { word: string };
}

export function explainLink(piece: PieceOfReasoning, index: number): LinkExplanation {
  const mention = piece.mentions[index];
  const order = Array.from(mention.scores, (_, e) => e).sort(
    (a, b) => mention.scores[b] - mention.scores[a] || a - b,
  );
  const traced = piece.trace.mentions[index];
  const pairs = piece.trace.pairs.filter((pair) => pair.left === index || pair.right === index);
  const apart = takeScoresApart(piece, index, order, pairs);
  const candidates = order.map(
    (e): ExplainedCandidate => ({
      entity: piece.entity(mention.candidates[e]),
      prior: mention.priors[e],
      local: traced.local[e],
      belief: traced.belief[e],
      score: mention.scores[e],
      parts: apart.parts[e],
      beliefs: piece.trace.beliefs.map((loop) => loop[index]?.[e] ?? 0),
    }),
  );
  const words = traced.words
    .map(({ position, weight }, i) => ({ ...mention.wordAt(position), weight, support: apart.wordLeads[i] }))
    .sort((a, b) => b.weight - a.weight || a.start - b.start);
  const voices = pairs
    .map((pair, i) => voiceOf(piece, { index, order, pair, support: apart.messageLeads[i] }))
    .sort((a, b) => Math.abs(b.support) - Math.abs(a.support) || a.mention - b.mention);
  const [winner, runnerUp] = candidates;
  const lead = runnerUp ? winner.score - runnerUp.score : 0;
  const told = { candidates, words, voices, lead };
  const supports = runnerUp ? leadSteps(winner.parts, runnerUp.parts) : [];
  return { ...told, ...explanationSentences(mention, told, supports, piece.relationNames) };
}

/** What each step did to the lead; what the model does not look at is no step. */
function leadSteps(winner: ScoreParts, runnerUp: ScoreParts): Pick<ExplanationStep, "step" | "support">[] {
  return (["name", "words", "evidence", "names"] as const)
    .map((step) => ({ step, support: winner[step] - runnerUp[step] }))
    .filter(({ support }) => support !== 0);
}

function takeScoresApart(
  piece: PieceOfReasoning,
  index: number,
  order: number[],
  pairs: PairTrace[],
): TakenApart {
  const { scores } = piece.mentions[index];
  const traced = piece.trace.mentions[index];
  const makings = {
    ...traced,
    scores,
    words: traced.words.map((w) => w.local),
    messages: pairs.map((pair) => (pair.left === index ? pair.toLeft : pair.toRight)),
    isShared: piece.trace.beliefs.length > 0,
    priorWeight: piece.priorWeight,
  };
  return takeApart(finalScoreOf(piece.model), makings, [order[0], order[1] ?? order[0]]);
}

interface VoiceHeard {
  index: number;
  order: number[];
  pair: PairTrace;
  support: number;
}

function voiceOf(piece: PieceOfReasoning, { index, order, pair, support }: VoiceHeard): Voice {
  const isLeft = pair.left === index;
  const place = isLeft ? pair.right : pair.left;
  const other = piece.mentions[place] as ReasonedMention | undefined;
  const received = isLeft ? pair.toLeft : pair.toRight;
  const { candidates } = piece.mentions[index];
  const otherRow = other && other.best >= 0 ? other.candidates[other.best] : -1;
  const shares = (e: number) => relationShares(piece, pair, isLeft, candidates[e], otherRow);
  const relations = shares(order[0]);
  const against = order.length > 1 ? shares(order[1]) : [];
  return {
    mention: other ? piece.linkNumbers[place] : -1,
    surface: other?.surface ?? "",
    entity: otherRow >= 0 ? piece.entity(otherRow) : null,
    relations,
    relation: strongestRelation(relations, against, support),
    message: order.map((e) => received[e] ?? 0),
    support,
  };
}

/** The relation that speaks most in the direction of the voice; the one most listened to where none does. */
function strongestRelation(winner: RelationShare[], runnerUp: RelationShare[], support: number): number {
  const said = winner.map((r, k) => Math.sign(support) * (r.pairScore - (runnerUp[k]?.pairScore ?? 0)));
  const loudest = said.indexOf(Math.max(...said));
  if (said[loudest] > 0) return loudest;
  const heard = winner.map((r) => r.alpha);
  return heard.indexOf(Math.max(...heard));
}

/** α both ways, as far as they count, and coupling_k · eᵀ R_k e' of the two winners. */
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
      alpha: countedAlpha(pair, isLeft ? "left" : "right", k, model.config.normalization),
      alphaBack: countedAlpha(pair, isLeft ? "right" : "left", k, model.config.normalization),
      pairScore: coupling * product,
    };
  });
}
