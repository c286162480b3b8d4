/** How good a linker is on held-out documents: links right, prior alone, and whether its confidence means what it says. */
import { type ReliabilityBin, reliabilityOf } from "../evaluation/reliability.js";
import { evidenceNames } from "../evidence/name-evidence.js";
import type { SelectedDocument } from "../features/model-documents.js";
import type { PreparedDocument, PreparedMention } from "../features/prepared-document.js";
import { type Calibration, confidenceOf } from "../linker/calibration.js";
import type { CalibrationCase } from "../linker/fit-calibration.js";
import { withPrior } from "../linker/untrained-catalogue.js";
import type { Model } from "../model/model.js";
import { bestPosition } from "../training/dev-score.js";

/** Mentions whose entity the knowledge base has: how many, how many have it among their candidates, and who is right. */
export interface Accuracy {
  mentions: number;
  inKb: number;
  listed: number;
  chosen: number;
  priorRight: number;
  modelRight: number;
}

export function judgeLinks(
  model: Model,
  prepared: PreparedDocument[],
  selected: SelectedDocument[],
): Accuracy {
  const sums = { mentions: 0, inKb: 0, listed: 0, chosen: 0, priorRight: 0, modelRight: 0 };
  for (const doc of selected) {
    const { scores } = model.predict(doc);
    doc.mentions.forEach((mention, i) => {
      sums.mentions++;
      if (mention.goldEntity < 0) return;
      const { candidates } = prepared[doc.source].mentions[mention.source];
      sums.inKb++;
      if (candidates.some(([entity]) => entity === mention.goldEntity)) sums.listed++;
      if (candidates[0]?.[0] === mention.goldEntity) sums.priorRight++;
      if (mention.gold < 0) return;
      sums.chosen++;
      if (bestPosition(scores[i]) === mention.gold) sums.modelRight++;
    });
  }
  return sums;
}

/** A held-out link with what is needed to judge its confidence. */
export interface HeldOutLink extends CalibrationCase {
  /** Does the knowledge base, as far as it was left, have the entity? */
  hasEntry: boolean;
  mention: PreparedMention;
  document: PreparedDocument;
  /** Rows of the linked and of the right entity. */
  linked: number;
}

/**
 * Of the strangers that are made by taking entities away more look like somebody known than of real ones, since the famous go as
 * often as others: they count for less.
 */
const STRANGER_WEIGHT = 0.5;

/** The links of a model on documents read for calibration. Mentions without candidates are no links. */
export function heldOutLinks(
  model: Model,
  prepared: PreparedDocument[],
  selected: SelectedDocument[],
  priorWeight = 0,
): HeldOutLink[] {
  const links: HeldOutLink[] = [];
  for (const doc of selected) {
    const scores = model.predict(doc).scores.map((s, i) => withPrior(s, doc.mentions[i].priors, priorWeight));
    const document = prepared[doc.source];
    doc.mentions.forEach(({ priors, gold, goldEntity, source, places, candidates }, i) => {
      const best = bestPosition(scores[i]);
      const mention = document.mentions[source];
      if (best < 0 || !mention.evidence) return;
      links.push({
        scores: scores[i],
        priors,
        best,
        evidence: mention.evidence[places[best]].slice(0, evidenceNames.length),
        isFound: mention.found !== undefined,
        chance: mention.found?.[0],
        worth: mention.found?.[1],
        right: best === gold,
        gold,
        weight: goldEntity >= 0 ? 1 : STRANGER_WEIGHT,
        hasEntry: goldEntity >= 0,
        mention,
        document,
        linked: candidates[best],
      });
    });
  }
  return links;
}

/** No link counts for more than so many others. */
const MOST_WEIGHT = 4;

/**
 * Links weighed so that every kind of document counts alike, as far as that goes: confidence that has seen next to nothing but pages of an encyclopedia is
 * too modest about news.
 */
export function balanceKinds(links: readonly HeldOutLink[]): HeldOutLink[] {
  const counts = new Map<string | undefined, number>();
  for (const { document } of links) counts.set(document.kind, (counts.get(document.kind) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return links.map((link) => {
    const factor = Math.min(MOST_WEIGHT, most / counts.get(link.document.kind)!);
    return { ...link, weight: factor * (link.weight ?? 1) };
  });
}

/** How far confidence is from truth. */
export interface ConfidenceReport {
  links: number;
  /** Expected calibration error: mean gap between confidence and share of right links, in ten bins. */
  error: number;
  bins: ReliabilityBin[];
}

export function confidenceReport(calibration: Calibration, links: HeldOutLink[]): ConfidenceReport {
  const judged = links.map((link) => ({ confidence: confidenceOf(calibration, link), right: link.right }));
  const { ece, bins } = reliabilityOf(judged);
  return { links: links.length, error: ece, bins };
}

/** Names without an entry, and how many of them are linked all the same above a confidence. */
export interface StrangersReport {
  names: number;
  above: { confidence: number; links: number }[];
}

/** `names` counts those without candidates too: they are NIL, and rightly. */
export function strangersReport(
  calibration: Calibration,
  links: HeldOutLink[],
  prepared: PreparedDocument[],
  found: boolean,
): StrangersReport {
  const names = prepared
    .flatMap((doc) => doc.mentions)
    .filter((m) => (m.found !== undefined) === found && m.gold < 0).length;
  const confidences = links
    .filter((link) => link.isFound === found && !link.hasEntry)
    .map((link) => confidenceOf(calibration, link));
  return {
    names,
    above: [0.5, 0.9].map((confidence) => ({
      confidence,
      links: confidences.filter((c) => c >= confidence).length,
    })),
  };
}
