/** What the linker can tell about a link: the public shape of its reasons. */
import type { Entity, Span } from "../types.js";

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
  /** The belief after each loop of message passing; the first is before any message. */
  beliefs: number[];
}

/** A context word the local score attended to, where it stands in the text. */
export interface AttendedWord extends Span {
  word: string;
  /** β, a share of 1 over the attended words. */
  weight: number;
}

/** What one relation contributes between two mentions. */
export interface RelationShare {
  /** α_ijk: how much the explained mention listens to the other under relation k. */
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
  /** m(e), its last message, for each candidate in order. */
  message: number[];
  /** Message for the winner minus message for the runner-up: above 0 it spoke for the link, below 0 against. */
  support: number;
}

export interface LinkExplanation {
  /** Every candidate that took part, best first: the winner, then the runner-up. */
  candidates: ExplainedCandidate[];
  /** Strongest first. */
  words: AttendedWord[];
  /** Strongest support or opposition first. */
  voices: Voice[];
  /** The same for a reader, a sentence a line. */
  lines: string[];
}
