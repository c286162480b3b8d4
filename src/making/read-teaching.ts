/** Teaching documents as the model and its calibration take them, through the code that reads users' texts. */
import { DocumentReader } from "../features/document-reader.js";
import { preparedMention, roundEvidence, sameRows } from "../features/prepare-documents.js";
import type { PreparedDocument, PreparedMention } from "../features/prepared-document.js";
import type { ContextSettings, PlacedFeatures } from "../features/read-features.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { withoutCounts, withoutEntities, withoutLinks } from "../kb/knowledge-base-views.js";
import { hashString } from "../kb/stores/string-table.js";
import type { Language } from "../languages/language.js";
import type { FoundName, MentionFinder } from "../mentions/mention-finder.js";
import { namesOfDocument } from "../spelling/learned-names.js";
import { shareSpelling } from "../spelling/similar-lists.js";
import { analyseText } from "../text/analysed-text.js";
import type { Vocabulary } from "../text/content-words.js";
import { isProperPart } from "../text/surfaces.js";
import type { TeachingDocument, TeachingMention } from "./teaching-document.js";

export interface TeachingParts {
  kb: KnowledgeBase;
  vocabulary: Vocabulary;
  context: ContextSettings;
  /** Candidates listed for each name. */
  considered: number;
  /** Makes the finder of names of a knowledge base. */
  createFinder: (kb: KnowledgeBase) => MentionFinder;
  language: Language;
}

/** For names that are given, nobody has to find any. */
type ReadingParts = Omit<TeachingParts, "createFinder">;

/** A quarter of the names in unseen texts has no entry: so many entities are taken away, others for each document. */
const STRANGERS = 4;

/** Is the entity taken away in the documents of this name? */
export const isStranger = (name: string, kb: KnowledgeBase) => (row: number) =>
  hashString(`${name}\n${kb.title(row)}`) % STRANGERS === 0;

/** A name to be read, with what the finder says of it. */
type ReadableMention = TeachingMention & FoundName;

interface ReadMention {
  features: PlacedFeatures;
  span: FoundName;
  gold: number;
}

function readAll(
  parts: ReadingParts,
  kb: KnowledgeBase,
  doc: TeachingDocument,
  mentions: ReadableMention[],
): ReadMention[] {
  const reader = new DocumentReader({ ...parts, kb, evidence: true });
  const readable = reader.open(analyseText(doc.text, { language: parts.language }));
  const lists = reader.candidateLists(readable, mentions);
  return mentions.map(({ surface: _, golds, ...span }, i) => ({
    features: reader.read(readable, span, lists[i]),
    span,
    gold: lists[i].find(({ entity }) => golds.includes(entity))?.entity ?? golds[0] ?? -1,
  }));
}

interface ViewOptions {
  isMissing?: (row: number) => boolean;
  likeCatalogue?: boolean;
}

/** The knowledge base as if the document had not been read when its names were counted. */
function viewFor(kb: KnowledgeBase, doc: TeachingDocument, { isMissing, likeCatalogue }: ViewOptions = {}) {
  const less = withoutLinks(kb, doc.own);
  const left = isMissing ? withoutEntities(less, isMissing) : less;
  const view = likeCatalogue ? withoutCounts(left) : left;
  const uses = doc.mentions.map(({ surface, golds }) => ({ surface, rows: golds }));
  const without = doc.own.length > 0 ? namesOfDocument({ text: doc.text, mentions: uses }) : undefined;
  shareSpelling(view, kb, { without, isMissing });
  return view;
}

/** For training: given names, all entities there; what the document itself has added to the counts is taken off. */
export function readForTraining(parts: ReadingParts, doc: TeachingDocument): PreparedDocument {
  const kb = viewFor(parts.kb, doc);
  const mentions = readAll(parts, kb, doc, doc.mentions).map(toPrepared);
  return { id: doc.id, text: doc.text, mentions };
}

function toPrepared({ features, gold, span }: ReadMention): PreparedMention {
  return { ...preparedMention(features, gold, sameRows), span: [span.start, span.end] };
}

/**
 * For calibration: the document with its names given and once more with those that are found, a quarter of the entities taken away.
 * A found name that nobody has marked is left out where only some names are marked, and counts as nobody's where all are. `likeCatalogue` reads it as with an own catalogue, which has no counts.
 */
export function readForCalibration(
  parts: TeachingParts,
  doc: TeachingDocument,
  likeCatalogue = false,
): PreparedDocument[] {
  const isMissing = isStranger(doc.id, parts.kb);
  const kb = viewFor(parts.kb, doc, { isMissing, likeCatalogue });
  const given = doc.mentions.map((m) => ({ ...m, golds: m.golds.filter((row) => !isMissing(row)) }));
  const found = foundMentions(parts, kb, doc, given);
  return [false, true].map((isFound) => ({
    id: doc.id,
    text: doc.text,
    mentions: readAll(parts, kb, doc, isFound ? found : given).map((mention) => ({
      ...toPrepared(mention),
      ...(isFound && { found: [mention.span.chance ?? 1, mention.span.worth ?? 1].map(roundEvidence) }),
    })),
  }));
}

function foundMentions(
  parts: TeachingParts,
  kb: KnowledgeBase,
  doc: TeachingDocument,
  given: TeachingMention[],
): ReadableMention[] {
  const bySurface = new Map(given.map((m) => [m.surface, m.golds]));
  const persons = given.filter(({ golds }) => golds.length > 0 && kb.isPerson(golds[0]));
  const personOf = (part: string) => persons.find((m) => isProperPart(part, m.surface))?.golds;
  const finder = parts.createFinder(kb);
  return finder(analyseText(doc.text, { language: parts.language })).flatMap((name): ReadableMention[] => {
    const surface = doc.text.slice(name.start, name.end);
    const over = given.find((m) => m.start < name.end && name.start < m.end);
    // a page links a name once; its repeats mean the same, and so do parts of a person's name
    const golds =
      over?.golds ?? bySurface.get(surface) ?? personOf(surface) ?? (doc.isComplete ? [] : undefined);
    return golds === undefined ? [] : [{ ...name, surface, golds }];
  });
}
