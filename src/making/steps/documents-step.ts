/** Documents with linked names, read as linking reads texts: to train on, to choose and calibrate by, to judge with. */
import { basename } from "node:path";
import { LinkingError, throwIfAborted } from "../../errors.js";
import { createPreparedWriter, type PreparedDocument } from "../../features/prepared-document.js";
import type { AnnotatedDocument } from "../../formats/annotated/annotated-document.js";
import { readDataset } from "../../formats/annotated/dataset-formats.js";
import { goldRows } from "../../formats/annotated/gold-rows.js";
import { languageOfKb } from "../../kb/kb-language.js";
import type { KnowledgeBase } from "../../kb/knowledge-base.js";
import { openKnowledgeBase } from "../../kb/stores/open-knowledge-base.js";
import type { Language } from "../../languages/language.js";
import { createFinder } from "../../mentions/create-finder.js";
import { counted } from "../../text/counted.js";
import { openVectorTable } from "../../vectors/vector-file.js";
import type { VectorTable } from "../../vectors/vector-table.js";
import { balanceKinds } from "../balance-kinds.js";
import { nameScorerOf } from "../base-linker.js";
import type { MakeContext } from "../choose-steps.js";
import { pageDocument, pickLinkedPages } from "../linked-pages.js";
import { openNumbers, readNumbers } from "../number-documents.js";
import { isStranger, readForCalibration, readForTraining, type TeachingParts } from "../read-teaching.js";
import type { Step, StepContext } from "../run-steps.js";
import { shortDocuments } from "../short-documents.js";
import { shortPieces } from "../short-pieces.js";
import { annotatedDocument, type Part, partOf, type TeachingDocument } from "../teaching-document.js";
import { NAMES, readNames } from "./knowledge-base-step.js";
import { LINKER_KB, LINKER_WORDS } from "./parts-step.js";
import { WORDS } from "./words-step.js";

/** Random numbers that cut short documents: the same whatever the seed of training. */
const [NUMBERS_STREAM, PAGES_STREAM, ANNOTATED_STREAM] = [3, 4, 5];

/** Given names, all entities there: for training, for choosing the best epoch, for judging. */
const PARTS: Part[] = ["train", "dev", "test"];
/** Given and found names, a quarter of the entities taken away: for calibration, and for judging it. */
export const CALIBRATION = "calibration";
export const JUDGING = "judging";
/** As for calibration, read as with an own catalogue: for linkers that have nothing of their own to calibrate on. */
export const CATALOGUE = "catalogue";
const ALL = [...PARTS, CALIBRATION, JUDGING, CATALOGUE] as const;
export const documentFile = (part: string) => `prepared/${part}.jsonl.gz`;

type Documents = Record<(typeof ALL)[number], PreparedDocument[]>;

export function documentsStep(context: MakeContext): Step {
  const { sources, settings } = context;
  const { pages, selection } = settings;
  const { corpora = [], annotated = [], numbers = [] } = sources;
  return {
    name: "documents",
    title: "reading documents with linked names",
    version: 8,
    settings: { pages, context: settings.context, considered: selection.considered },
    sources: [...corpora, ...annotated, ...numbers, ...(sources.nameScorer ? [sources.nameScorer] : [])],
    made: [
      LINKER_KB,
      LINKER_WORDS,
      ...(numbers.length > 0 ? [WORDS] : []),
      ...(sources.catalogue?.length ? [NAMES] : []),
    ],
    outputs: ALL.map(documentFile),
    async run(step) {
      const kb = await openKnowledgeBase(step.path(LINKER_KB));
      const words = await openVectorTable(step.path(LINKER_WORDS));
      const language = languageOfKb(kb);
      const parts: TeachingParts = {
        kb,
        vocabulary: (word) => words.rowOf(word),
        context: settings.context,
        considered: selection.considered,
        createFinder: await finderOf(context, kb, { words, language }, step),
        language,
      };
      const documents: Documents = {
        train: [],
        dev: [],
        test: [],
        calibration: [],
        judging: [],
        catalogue: [],
      };
      const sorts = { pages: addPages, annotated: addAnnotated, numbers: addNumbers };
      for (const [kind, add] of Object.entries(sorts)) {
        await add(context, parts, documents, step);
        for (const doc of Object.values(documents).flat()) doc.kind ??= kind;
      }
      documents.train = balanceKinds(documents.train);
      for (const [part, list] of Object.entries(documents)) await write(step.path(documentFile(part)), list);
      kb.close();
      return {
        counts: Object.fromEntries(Object.entries(documents).map(([part, list]) => [part, countOf(list)])),
      };
    },
  };
}

/** A catalogue's finder takes a while to make: the same for all documents, though in each some entities are taken away. */
async function finderOf(
  context: MakeContext,
  kb: KnowledgeBase,
  { words, language }: { words: VectorTable; language: Language },
  { path }: StepContext,
): Promise<TeachingParts["createFinder"]> {
  const names = await readNames(context, path);
  const scorer = await nameScorerOf(context);
  if (names.by === "capitals") return (view) => createFinder(view, names, { language, scorer, words });
  const finder = createFinder(kb, names);
  return () => finder;
}

function countOf(documents: PreparedDocument[]): { documents: number; mentions: number } {
  return { documents: documents.length, mentions: documents.reduce((sum, d) => sum + d.mentions.length, 0) };
}

async function write(path: string, documents: PreparedDocument[]): Promise<void> {
  const writer = await createPreparedWriter(path);
  try {
    for (const doc of documents) await writer.write(doc);
    await writer.close();
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

function addTeaching(
  parts: TeachingParts,
  documents: Documents,
  teaching: Record<Part, TeachingDocument[]>,
  seed: number,
  { onProgress, signal }: StepContext,
): void {
  let done = 0;
  const total = PARTS.reduce((sum, part) => sum + teaching[part].length, 0);
  for (const part of PARTS) {
    const read = teaching[part].map((doc) => {
      throwIfAborted(signal);
      onProgress?.({ stage: "reading documents", done: ++done, total, unit: "documents" });
      return readForTraining(parts, doc);
    });
    documents[part].push(...read);
    if (part === "train") documents.train.push(...shortDocuments(read, { ordered: true, seed }));
    const strangers = part === "dev" ? documents.calibration : documents.judging;
    for (const doc of part === "train" ? [] : teaching[part]) {
      throwIfAborted(signal);
      for (const piece of [doc, ...shortPieces(doc, parts.language)])
        strangers.push(...readForCalibration(parts, piece));
    }
    if (part !== "dev") continue;
    for (const doc of teaching.dev) documents.catalogue.push(...readForCalibration(parts, doc, true));
  }
}

async function addPages(
  { sources, settings }: MakeContext,
  parts: TeachingParts,
  documents: Documents,
  step: StepContext,
): Promise<void> {
  const { corpora = [] } = sources;
  if (corpora.length === 0) return;
  const pages = await pickLinkedPages(corpora, { ...step, most: settings.pages });
  const teaching = Object.fromEntries(
    PARTS.map((part) => [part, pages[part].map((page) => pageDocument(parts.kb, page))]),
  ) as Record<Part, TeachingDocument[]>;
  addTeaching(parts, documents, teaching, PAGES_STREAM, step);
}

async function addAnnotated(
  { sources }: MakeContext,
  parts: TeachingParts,
  documents: Documents,
  step: StepContext,
): Promise<void> {
  const teaching: Record<Part, TeachingDocument[]> = { train: [], dev: [], test: [] };
  // a catalogue has been taught the names of these very documents
  const learned = Boolean(sources.catalogue?.length);
  for (const path of sources.annotated ?? []) {
    const read: AnnotatedDocument[] = [];
    for await (const doc of readDataset(path, { signal: step.signal })) read.push(doc);
    checkGold(parts.kb, path, read, step);
    for (const doc of read) teaching[partOf(doc.id)].push(annotatedDocument(parts.kb, doc, learned));
  }
  addTeaching(parts, documents, teaching, ANNOTATED_STREAM, step);
}

/** Annotations of another knowledge base teach nothing: better said at once. */
function checkGold(
  kb: KnowledgeBase,
  path: string,
  documents: AnnotatedDocument[],
  { onWarning }: StepContext,
): void {
  const gold = documents.flatMap((doc) => doc.mentions).filter((m) => m.entity !== null);
  const missing = gold.filter((m) => goldRows(kb, m).length === 0);
  if (missing.length === 0) return;
  const first = [...new Set(missing.map((m) => m.entityId ?? m.entity))].slice(0, 3).join(", ");
  const sentence =
    `${path}: ${missing.length} of ${counted(gold.length, "annotated mention")} mean entities that the knowledge base does not have, ` +
    `first ${first}; they must be titles, redirects or ids of the knowledge base`;
  if (missing.length < gold.length) onWarning?.(`${sentence}. They count as names without an entry.`);
  else
    throw new LinkingError(
      "bad-input",
      `${sentence}. Give annotations of these entities, or leave --annotated out.`,
    );
}

async function addNumbers(
  { sources }: MakeContext,
  parts: TeachingParts,
  documents: Documents,
  { path, onProgress }: StepContext,
): Promise<void> {
  const { numbers = [] } = sources;
  if (numbers.length === 0) return;
  const allWords = await openVectorTable(path(WORDS));
  for (const [n, folder] of numbers.entries()) {
    onProgress?.({
      stage: "reading documents that are numbers",
      done: n,
      total: numbers.length,
      unit: "folders",
    });
    const source = await openNumbers(folder, allWords);
    const train = await readNumbers(source, "train", parts);
    documents.train.push(...train, ...shortDocuments(train, { ordered: false, seed: NUMBERS_STREAM }));
    documents.dev.push(...(await readNumbers(source, "dev", parts)));
    const isMissing = isStranger(basename(folder), parts.kb);
    const strangers = await readNumbers(source, "dev", { ...parts, isMissing });
    strangers.forEach((doc, i) => {
      (i % 2 === 0 ? documents.calibration : documents.judging).push(doc);
    });
  }
}
