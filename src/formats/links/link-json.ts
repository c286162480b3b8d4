/** A link as JSON: the one shape that the command line prints, HTTP answers with and the page reads. */
import type { ExplanationStep, LinkExplanation } from "../../linker/explanation.js";
import type { Link } from "../../linker/link.js";
import type { ScoreParts } from "../../linker/score-parts.js";
import { webAddress } from "../../text/safe-text.js";
import type { Entity, EntityType } from "../../types.js";

/** An entity by what people and programs know it by. */
export interface EntityJson {
  id: string;
  title: string;
  url?: string;
  /** What kind of thing it is, in a few words, and its item in Wikidata, where they are known. */
  type?: EntityType;
  phrase?: string;
  wikidata?: string;
  description?: string;
  /** Further identifiers, and columns of its own that the catalogue has. */
  otherIds?: string[];
  extra?: Record<string, string>;
  /** The layer of own entities it is in; left out for those of the linker's own knowledge base. */
  layer?: string;
}

export interface CandidateJson {
  entity: EntityJson;
  prior: number;
  confidence: number;
}

export interface LinkJson {
  start: number;
  end: number;
  mention: string;
  entity: EntityJson | null;
  confidence: number;
  /** How likely it is a name at all; only of names that were found. */
  nameConfidence?: number;
  /** Best first. */
  candidates: CandidateJson[];
  explanation?: ExplanationJson;
}

export interface ExplanationJson {
  candidates: {
    entity: EntityJson;
    prior: number;
    local: number;
    belief: number;
    score: number;
    /** Add up to the score. */
    parts: ScoreParts;
    /** Before the first loop of message passing and after each. */
    beliefs: number[];
  }[];
  /** What each step did to the winner's lead over the runner-up; together the lead. */
  steps: ExplanationStep[];
  lead: number;
  words: { start: number; end: number; word: string; weight: number; support: number }[];
  voices: {
    /** Number of the link in the answer; −1 is the padding mention, "nobody". */
    mention: number;
    relations: { alpha: number; alphaBack: number; pairScore: number }[];
    /** Counted from 0. */
    relation: number;
    message: number[];
    support: number;
  }[];
  lines: string[];
}

export interface LinkJsonOptions {
  /** Candidates to give of each link, best first; all when left out. */
  candidates?: number;
  /** Another count for offsets than UTF-16 code units. */
  offset?: (utf16: number) => number;
}

/** Enough digits to draw and compare, and a third of the bytes. */
export const roundNumber = (x: number) => Math.round(x * 1e6) / 1e6;
/** There is a voice for every pair of names: here bytes count. */
const roundVoice = (x: number) => Math.round(x * 1e4) / 1e4;

/**
 * A link as everything of mulrel writes it: entities by id, title and address, numbers with six digits.
 *
 * ```ts
 * import { type Linker, linkJson } from "mulrel";
 *
 * declare const linker: Linker;
 * const links = linker.link("England lies north of France.").map((link) => linkJson(link, { candidates: 3 }));
 * console.log(JSON.stringify({ links }));
 * ```
 */
export function linkJson(link: Link, { candidates, offset = (n) => n }: LinkJsonOptions = {}): LinkJson {
  return {
    start: offset(link.start),
    end: offset(link.end),
    mention: link.mention,
    entity: link.entity && entityJson(link.entity),
    confidence: roundNumber(link.confidence),
    ...(link.nameConfidence !== undefined && { nameConfidence: roundNumber(link.nameConfidence) }),
    candidates: link.candidates.slice(0, candidates).map((c) => ({
      entity: entityJson(c.entity),
      prior: roundNumber(c.prior),
      confidence: roundNumber(c.confidence),
    })),
    ...(link.explanation && { explanation: explanationJson(link.explanation, offset) }),
  };
}

/** What the JSON says of an entity; what it does not have is left out. */
export function entityJson(entity: Entity): EntityJson {
  const { id, title, url, type, phrase, wikidata, description, otherIds, extra, layer } = entity;
  const json: EntityJson = { id, title };
  const address = webAddress(url);
  if (address !== undefined) json.url = address;
  if (type !== undefined) json.type = type;
  if (phrase !== undefined) json.phrase = phrase;
  if (wikidata !== undefined) json.wikidata = wikidata;
  if (description !== undefined) json.description = description;
  if (otherIds) json.otherIds = otherIds;
  if (extra) json.extra = extra;
  if (layer !== undefined) json.layer = layer;
  return json;
}

function roundParts({ start, name, words, evidence, names }: ScoreParts): ScoreParts {
  return {
    start: roundNumber(start),
    name: roundNumber(name),
    words: roundNumber(words),
    evidence: roundNumber(evidence),
    names: roundNumber(names),
  };
}

export function explanationJson(e: LinkExplanation, offset: (utf16: number) => number): ExplanationJson {
  return {
    candidates: e.candidates.map((c) => ({
      entity: entityJson(c.entity),
      prior: roundNumber(c.prior),
      local: roundNumber(c.local),
      belief: roundNumber(c.belief),
      score: roundNumber(c.score),
      parts: roundParts(c.parts),
      beliefs: c.beliefs.map(roundNumber),
    })),
    steps: e.steps.map((s) => ({ ...s, support: roundNumber(s.support) })),
    lead: roundNumber(e.lead),
    words: e.words.map((w) => ({
      start: offset(w.start),
      end: offset(w.end),
      word: w.word,
      weight: roundNumber(w.weight),
      support: roundNumber(w.support),
    })),
    voices: e.voices.map((v) => ({
      mention: v.mention,
      relations: v.relations.map((r) => ({
        alpha: roundVoice(r.alpha),
        alphaBack: roundVoice(r.alphaBack),
        pairScore: roundVoice(r.pairScore),
      })),
      relation: v.relation,
      message: v.message.map(roundVoice),
      support: roundNumber(v.support),
    })),
    lines: e.lines,
  };
}
