/** Confidence, fitted on held-out documents with strangers among their names, and judged on others. */
import { type SelectedDocument, toModelDocuments } from "../../features/model-documents.js";
import { type PreparedDocument, readPreparedDocuments } from "../../features/prepared-document.js";
import { openPreparedTables } from "../../features/prepared-set.js";
import { writeFileAtomically } from "../../files/atomic-file.js";
import { openKnowledgeBase } from "../../kb/stores/open-knowledge-base.js";
import { type Calibration, confidenceOf } from "../../linker/calibration.js";
import { CATALOGUE_PRIOR_WEIGHT } from "../../linker/untrained-catalogue.js";
import { loadKernels } from "../../math/wasm-kernels.js";
import type { Model } from "../../model/model.js";
import { createModelFrom } from "../../model/model-format.js";
import type { ModelTables } from "../../model/tables.js";
import { baseFiles, takenOver } from "../base-linker.js";
import type { MakeContext } from "../choose-steps.js";
import {
  balanceKinds,
  confidenceReport,
  type HeldOutLink,
  heldOutLinks,
  judgeLinks,
  strangersReport,
} from "../judge.js";
import { modelSources, parametersOf } from "../linker-parameters.js";
import { fitOwnConfidence } from "../own-confidence.js";
import type { Step, StepFacts } from "../run-steps.js";
import { CALIBRATION, CATALOGUE, documentFile, JUDGING } from "./documents-step.js";
import { LINKER_ENTITIES, LINKER_KB, LINKER_WORDS } from "./parts-step.js";

export const CALIBRATION_FILE = "calibration.json";

/** What the step writes: left out where held-out links were too few for a better one than the taken-over. */
export interface FittedCalibrations {
  calibration?: Calibration;
  catalogueCalibration?: Calibration;
}

const WORST_ERRORS = 40;

interface Judged {
  prepared: PreparedDocument[];
  selected: SelectedDocument[];
}

export function calibrationStep(context: MakeContext): Step {
  const { settings, base } = context;
  const { sources, made } = modelSources(context);
  const parts = [CALIBRATION, CATALOGUE, JUDGING, "dev", "test"].map(documentFile);
  return {
    name: "calibration",
    title: "calibrating and judging",
    version: 8,
    settings: { selection: settings.selection },
    sources: [...new Set([...sources, ...(base ? baseFiles(base) : [])])],
    made: [...made, LINKER_KB, LINKER_WORDS, LINKER_ENTITIES, ...parts],
    outputs: [CALIBRATION_FILE],
    async run({ path }) {
      const { tables } = await openPreparedTables(path("prepared"));
      const { stored, unknownWord } = await parametersOf(context, path, tables);
      const all: ModelTables = { ...tables, unknownRelationWord: unknownWord };
      const model = createModelFrom(await loadKernels(), stored, all);
      const load = async (part: string): Promise<Judged> => {
        const prepared = await collect(path(documentFile(part)));
        const { selection } = settings;
        return {
          prepared,
          selected: toModelDocuments(prepared, all, { selection, missingGold: "keep", longest: 100 }),
        };
      };
      const { calibration: given, catalogueCalibration: forCatalogues } = base
        ? takenOver(base, context)
        : {};
      const fitOn = async (part: string, taken: Calibration | undefined, priorWeight = 0) => {
        const { prepared, selected } = await load(part);
        return fitOwnConfidence(balanceKinds(heldOutLinks(model, prepared, selected, priorWeight)), taken);
      };
      const calibration = await fitOn(CALIBRATION, given);
      const fitted: FittedCalibrations = {
        calibration,
        catalogueCalibration: await fitOn(CATALOGUE, forCatalogues, CATALOGUE_PRIOR_WEIGHT),
      };
      await writeFileAtomically(path(CALIBRATION_FILE), `${JSON.stringify(fitted)}\n`);
      const facts = { isOwn: calibration !== undefined, ...(await accuracies(model, load)) };
      const used = calibration ?? given;
      if (!used) return facts;
      const kb = await openKnowledgeBase(path(LINKER_KB));
      const judging = await load(JUDGING);
      const judged = judgeConfidence(model, used, judging, (row) => kb.title(row));
      kb.close();
      return { ...facts, ...judged };
    },
  };
}

async function collect(path: string): Promise<PreparedDocument[]> {
  const documents: PreparedDocument[] = [];
  for await (const doc of readPreparedDocuments(path)) documents.push(doc);
  return documents;
}

async function accuracies(model: Model, load: (part: string) => Promise<Judged>): Promise<StepFacts> {
  const accuracy: StepFacts = {};
  for (const part of ["dev", "test"]) {
    const { prepared, selected } = await load(part);
    accuracy[part] = judgeLinks(model, prepared, selected);
  }
  return { accuracy };
}

function judgeConfidence(
  model: Model,
  calibration: Calibration,
  { prepared, selected }: Judged,
  titleOf: (row: number) => string,
): StepFacts {
  const links = heldOutLinks(model, prepared, selected);
  const reports = (found: boolean) => {
    const own = links.filter((link) => link.isFound === found);
    return {
      inKb: confidenceReport(
        calibration,
        own.filter((link) => link.hasEntry),
      ),
      all: confidenceReport(calibration, own),
      strangers: strangersReport(calibration, links, prepared, found),
    };
  };
  return { given: reports(false), found: reports(true), worst: worstErrors(calibration, links, titleOf) };
}

const AROUND = 90;

/** Wrong links that were surest, each in its sentence. */
function worstErrors(calibration: Calibration, links: HeldOutLink[], titleOf: (row: number) => string) {
  return links
    .filter((link) => !link.right && link.hasEntry)
    .map((link) => ({ link, confidence: confidenceOf(calibration, link) }))
    .sort((a, b) => b.confidence - a.confidence)
    .slice(0, WORST_ERRORS)
    .map(({ link, confidence }) => {
      const { text = "" } = link.document;
      const [start, end] = link.mention.span ?? [0, 0];
      return {
        document: link.document.id,
        before: text.slice(Math.max(0, start - AROUND), start),
        surface: text.slice(start, end),
        after: text.slice(end, end + AROUND),
        linked: titleOf(link.linked),
        gold: titleOf(link.mention.gold),
        confidence,
        found: link.isFound,
      };
    });
}
