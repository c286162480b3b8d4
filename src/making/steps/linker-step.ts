/** The linker's folder: knowledge base, vectors, parameters, confidence, and a card that says what they came from. */
import { readFile, stat } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { openPreparedTables } from "../../features/prepared-set.js";
import { writeFileAtomically } from "../../files/atomic-file.js";
import { openKnowledgeBaseBytes } from "../../kb/stores/file-store.js";
import type { LinkerSettings } from "../../linker/linker-parts.js";
import type { NamedRelation } from "../../linker/relation-names.js";
import { forUntrainedCatalogue } from "../../linker/untrained-catalogue.js";
import { MANIFEST } from "../../loading/open-linker.js";
import {
  type LinkerAbout,
  type LinkerFiles,
  linkerFileNames,
  saveLinker,
  writeManifest,
} from "../../loading/save-linker.js";
import { loadKernels } from "../../math/wasm-kernels.js";
import { createModelFrom, type ModelOrigin, type StoredModel } from "../../model/model-format.js";
import { openVectorTable } from "../../vectors/vector-file.js";
import { nameScorerOf, openBase, takenOver } from "../base-linker.js";
import type { LinkerStorage } from "../choose-parts.js";
import type { MakeContext } from "../choose-steps.js";
import { modelSources, parametersOf } from "../linker-parameters.js";
import { modelCard } from "../model-card.js";
import { nameRelations, textsOf } from "../name-relations.js";
import type { Step, StepContext, StepFacts } from "../run-steps.js";
import { CALIBRATION_FILE, type FittedCalibrations } from "./calibration-step.js";
import { documentFile } from "./documents-step.js";
import { NAMES, readNames } from "./knowledge-base-step.js";
import { LINKER_ENTITIES, LINKER_KB, LINKER_WORDS } from "./parts-step.js";

export const CARD = "README.md";

/** Mentions that a linker looks at together. */
const MENTIONS_TOGETHER = 100;
/** Relations are named on the documents that chose the epoch. */
const NAMING = "dev";

export function linkerStep(context: MakeContext): Step {
  const { settings, hasDocuments, work, out } = context;
  const { name, language, selection, nil, nilGiven, storage } = settings;
  const { sources, made } = modelSources(context);
  const files = [...Object.values(linkerFileNames(packingOf(storage))), MANIFEST, CARD];
  return {
    name: "linker",
    title: "writing the linker",
    version: 4,
    settings: { name, language, selection, nil, nilGiven, context: settings.context, storage },
    sources: [
      ...sources,
      ...[context.sources.notes, context.sources.nameScorer].filter((file) => file !== undefined),
    ],
    made: [
      ...made,
      LINKER_KB,
      LINKER_WORDS,
      LINKER_ENTITIES,
      ...(hasDocuments ? [CALIBRATION_FILE, documentFile(NAMING)] : []),
      ...(context.sources.catalogue?.length ? [NAMES] : []),
    ],
    outputs: files.map((file) => relative(work, join(out, file))),
    run: (step) => writeLinker(context, step),
  };
}

function packingOf(storage: LinkerStorage): LinkerFiles["packed"] {
  if (storage === "packed") return "blocks";
  return storage === "4bit" ? "gzip" : undefined;
}

async function writeLinker(context: MakeContext, step: StepContext): Promise<StepFacts> {
  const { path, facts } = step;
  const { settings, hasDocuments, out } = context;
  const kbBytes = new Uint8Array(await readFile(path(LINKER_KB)));
  const kb = openKnowledgeBaseBytes(kbBytes.slice().buffer);
  const words = await openVectorTable(path(LINKER_WORDS));
  const entities = await openVectorTable(path(LINKER_ENTITIES));
  const { tables } = await openPreparedTables(path("prepared"));
  const { stored, unknownWord } = await parametersOf(context, path, tables);
  const model = createModelFrom(await loadKernels(), stored, { ...tables, unknownRelationWord: unknownWord });
  const calibrations = await calibrationsOf(context, hasDocuments ? path(CALIBRATION_FILE) : undefined);
  const packed = packingOf(settings.storage);
  const files = { kb: kbBytes, words, entities, model, packed, origin: originOf(stored) };
  const about: LinkerAbout = {
    name: settings.name,
    settings: await linkerSettings(context, path),
    ...calibrations,
    unknownWord,
    nameScorer: await nameScorerOf(context),
    about: { language: settings.language, sources: kb.info.sources, names: kb.info.surfaces },
  };
  const written = await saveLinker(out, files, about);
  const relations = await relationsOf(context, step);
  if (relations.length > 0) {
    const names = relations.map(({ name }) => name);
    await writeManifest(out, {
      format: "mulrel-linker",
      version: 1,
      files: written,
      ...about,
      relations: names,
    });
  }
  const sizes: [string, number][] = [];
  for (const file of [MANIFEST, ...Object.values(written)]) {
    sizes.push([file, (await stat(join(out, file))).size]);
  }
  const { calibration } = calibrations;
  const card = modelCard({ settings, kb, words, entities, model, calibration, relations, facts, sizes });
  const { notes } = context.sources;
  await writeFileAtomically(join(out, CARD), notes ? `${card}\n${await readFile(notes, "utf8")}` : card);
  return { bytes: sizes.reduce((sum, [, size]) => sum + size, 0) };
}

/** What its relations connect: found out with the linker as it now is; those of a linker it takes over from stay. */
async function relationsOf(
  { base, parametersFrom, hasDocuments, out }: MakeContext,
  { path, signal }: StepContext,
): Promise<NamedRelation[]> {
  const known = parametersFrom === "base" ? base?.manifest.relations : undefined;
  if (known) return known.map((name) => ({ name }));
  return hasDocuments ? nameRelations(out, textsOf(path(documentFile(NAMING))), { signal }) : [];
}

async function linkerSettings(context: MakeContext, path: StepContext["path"]): Promise<LinkerSettings> {
  const { selection, context: around, nil, nilGiven } = context.settings;
  const names = await readNames(context, path);
  const mentionsTogether = MENTIONS_TOGETHER;
  const settings = { candidates: selection, context: around, nil, nilGiven, mentionsTogether, names };
  const isUntrained = Boolean(context.sources.catalogue?.length) && context.parametersFrom === "base";
  return isUntrained ? forUntrainedCatalogue(settings) : settings;
}

/** Where the parameters come from, without the folders they were trained in: equal sources give equal bytes anywhere. */
function originOf({ origin: { data = {}, ...origin } }: StoredModel): ModelOrigin {
  const hashes = Object.entries(data).map(([file, hash]) => [basename(file), hash]);
  return { ...origin, data: Object.fromEntries(hashes) };
}

/** Each of the two its own, or that of the linker it takes over from; where it takes over from none and has too few links, the shipped one's. */
async function calibrationsOf(context: MakeContext, file: string | undefined) {
  const fitted: FittedCalibrations = file === undefined ? {} : JSON.parse(await readFile(file, "utf8"));
  const base = context.base ?? (fitted.calibration ? undefined : await openBase());
  const taken = base && takenOver(base, context);
  return {
    calibration: fitted.calibration ?? taken!.calibration,
    catalogueCalibration: fitted.catalogueCalibration ?? taken?.catalogueCalibration,
  };
}
