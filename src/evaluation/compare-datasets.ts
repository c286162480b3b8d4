/** Another system's links against gold annotations, both as annotated documents. */
import { LinkingError } from "../errors.js";
import type { AnnotatedDocument, AnnotatedMention } from "../formats/annotated/annotated-document.js";
import type { DocumentOutcome, ErrorKind, MentionOutcome } from "./outcome.js";

export interface CompareOptions {
  /** Titles that count as linkable; without it every gold entity does. */
  inKb?: (mention: AnnotatedMention) => boolean;
}

/** Titles differ in underscores and the case of their first letter without meaning anything by it. */
function normalTitle(title: string): string {
  const plain = title.replace(/_/g, " ").trim();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

function sameEntity(gold: AnnotatedMention, found: AnnotatedMention): boolean {
  if (gold.entity === null || found.entity === null) return false;
  if (normalTitle(gold.entity) === normalTitle(found.entity)) return true;
  const right = idsOf(gold);
  return idsOf(found).some((id) => right.includes(id));
}

function idsOf({ entityId, entityIds }: AnnotatedMention): string[] {
  return entityIds ?? (entityId === undefined ? [] : [entityId]);
}

/** Whether the system had the gold entity to choose; unknown where it does not list what it chose between. */
function wasCandidate(gold: AnnotatedMention, link: AnnotatedMention | undefined): boolean | undefined {
  return link?.candidates?.some((c) =>
    sameEntity(gold, { ...link, entity: c.title, entityId: c.id, entityIds: undefined }),
  );
}

const AROUND = 100;

function errorOf(goldInKb: boolean, goldIsCandidate: boolean | undefined): ErrorKind {
  if (!goldInKb) return "not-in-kb";
  return goldIsCandidate === false ? "not-a-candidate" : "other";
}

function compareDocument(
  gold: AnnotatedDocument,
  found: AnnotatedDocument | undefined,
  inKb: (mention: AnnotatedMention) => boolean,
): DocumentOutcome {
  const links = new Map((found?.mentions ?? []).map((m) => [`${m.start}:${m.end}`, m]));
  const mentions = gold.mentions.map((m): MentionOutcome => {
    const key = `${m.start}:${m.end}`;
    const link = links.get(key);
    links.delete(key);
    const goldInKb = m.entity !== null && inKb(m);
    const isRight = link !== undefined && sameEntity(m, link);
    const confidence = Number(link?.source?.confidence);
    const goldIsCandidate = wasCandidate(m, link);
    return {
      document: gold.id,
      surface: m.surface,
      before: gold.text.slice(Math.max(0, m.start - AROUND), m.start),
      after: gold.text.slice(m.end, m.end + AROUND),
      gold: m.entity,
      goldInKb,
      goldIsCandidate,
      link: link?.entity ?? null,
      confidence: Number.isNaN(confidence) ? undefined : confidence,
      isRight,
      error: isRight || m.entity === null ? undefined : errorOf(goldInKb, goldIsCandidate),
    };
  });
  const spurious = [...links.values()].filter((m) => m.entity !== null).length;
  return { id: gold.id, mentions, spurious };
}

/**
 * Documents are matched by id; one that the system left out counts as unlinked.
 *
 * ```ts
 * import { compareDatasets, computeMetrics, loadDataset } from "mulrel/train";
 *
 * const outcomes = compareDatasets(await loadDataset("gold.jsonl"), await loadDataset("other-system.jsonl"));
 * console.log(computeMetrics(outcomes).micro);
 * ```
 */
export function compareDatasets(
  gold: AnnotatedDocument[],
  predictions: AnnotatedDocument[],
  options: CompareOptions = {},
): DocumentOutcome[] {
  const byId = new Map(predictions.map((doc) => [doc.id, doc]));
  const matched = gold.filter((doc) => byId.has(doc.id)).length;
  if (matched === 0) {
    throw new LinkingError(
      "mismatch",
      `None of the ${gold.length} gold documents is among the ${predictions.length} predicted ones; they are matched by id (${gold[0]?.id} and ${predictions[0]?.id}).`,
    );
  }
  return gold.map((doc) => compareDocument(doc, byId.get(doc.id), options.inKb ?? (() => true)));
}
