/** What the linker can tell about a link: the public shape of its reasons. */
import type { Entity, Span } from "../types.js";
import type { ScoreParts } from "./score-parts.js";

export interface ExplainedCandidate {
  entity: Entity;
  /** p̂(e|m): how often the name means this entity, before the text is read. */
  prior: number;
  /** Ψ(e): how well the entity fits the words around the mention. */
  local: number;
  /** q̂(e): the belief after the last loop, a share of 1 over the candidates. */
  belief: number;
  /** ρ(e): the final score out of belief and prior; the link is the highest. */
  score: number;
  /** What the score is made of, in the order in which it was made; the parts add up to it. */
  parts: ScoreParts;
  /** The belief after each loop of message passing; the first is before any message. */
  beliefs: number[];
}

/** A context word the local score attended to, where it stands in the text. */
export interface AttendedWord extends Span {
  word: string;
  /** β, a share of 1 over the attended words. */
  weight: number;
  /** What it adds to the winner's lead over the runner-up, in units of the score; over all words the step "words". */
  support: number;
}

/** What one relation contributes between two mentions. */
export interface RelationShare {
  /** α_ijk: how much the explained mention listens to the other under relation k; with both norms, as far as the pair chose the relation. */
  alpha: number;
  /** α_jik: how much the other listens to it. */
  alphaBack: number;
  /** The pair score of the two linked entities under this relation alone. */
  pairScore: number;
}

/** What another mention said. */
export interface Voice {
  /** Its position in the list of links; −1 is the padding mention that stands for "nobody". */
  mention: number;
  surface: string;
  /** The entity the other mention is linked to; null when it has none. */
  entity: Entity | null;
  /** One a relation. */
  relations: RelationShare[];
  /** The relation, counted from 0, under which it spoke most in the direction of its support. */
  relation: number;
  /** m(e), its last message, for each candidate in order. */
  message: number[];
  /** What it adds to the winner's lead over the runner-up, in units of the score: above 0 it spoke for the link; over all voices the step "names". */
  support: number;
}

/** One step of the decision: what it did to the winner's lead over the runner-up. */
export interface ExplanationStep {
  step: "name" | "words" | "evidence" | "names";
  /** In units of the score; over all steps the lead. */
  support: number;
  sentence: string;
}

export interface LinkExplanation {
  /** Every candidate that took part, best first: the winner, then the runner-up. */
  candidates: ExplainedCandidate[];
  /** In the order of the decision; empty where there was nothing to choose between. */
  steps: ExplanationStep[];
  /** Score of the winner minus score of the runner-up; 0 without one. */
  lead: number;
  /** Strongest first. */
  words: AttendedWord[];
  /** Strongest support or opposition first. */
  voices: Voice[];
  /** The same for a reader, a sentence a line: what it means, the steps, the lead, how sure and why. */
  lines: string[];
}
