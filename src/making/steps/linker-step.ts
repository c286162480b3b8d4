/** The linker's folder: knowledge base, vectors, parameters, confidence, and a card that says what they came from. */
import { readFile, stat } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { openPreparedTables } from "../../features/prepared-set.js";
import { writeFileAtomically } from "../../files/atomic-file.js";
import { openKnowledgeBaseBytes } from "../../kb/stores/file-store.js";
import { MANIFEST } from "../../loading/open-linker.js";
import { linkerFileNames, saveLinker } from "../../loading/save-linker.js";
import { loadKernels } from "../../math/wasm-kernels.js";
import { createModelFrom } from "../../model/model-format.js";
import { openVectorTable } from "../../vectors/vector-file.js";
import { openBase, takenOver } from "../base-linker.js";
import { modelSources, parametersOf } from "../linker-parameters.js";
import type { MakeContext } from "../make-plan.js";
import { modelCard } from "../model-card.js";
import type { Step } from "../run-steps.js";
import { CALIBRATION_FILE, type FittedCalibrations } from "./calibration-step.js";
import { NAMES, readNames } from "./knowledge-base-step.js";
import { LINKER_ENTITIES, LINKER_KB, LINKER_WORDS } from "./parts-step.js";

export const CARD = "README.md";

/** Mentions that a linker looks at together. */
const MENTIONS_TOGETHER = 100;

export function linkerStep(context: MakeContext): Step {
  const { settings, hasDocuments, work, out } = context;
  const { name, language, selection, nil, storage } = settings;
  const packed = storage === "4bit";
  const { sources, made } = modelSources(context);
  const files = [...Object.values(linkerFileNames(packed)), MANIFEST, CARD];
  return {
    name: "linker",
    title: "writing the linker",
    version: 1,
    settings: { name, language, selection, nil, context: settings.context, storage },
    sources,
    made: [
      ...made,
      LINKER_KB,
      LINKER_WORDS,
      LINKER_ENTITIES,
      ...(hasDocuments ? [CALIBRATION_FILE] : []),
      ...(context.sources.catalogue?.length ? [NAMES] : []),
    ],
    outputs: files.map((file) => relative(work, join(out, file))),
    async run({ path, facts }) {
      const kbBytes = new Uint8Array(await readFile(path(LINKER_KB)));
      const kb = openKnowledgeBaseBytes(kbBytes.slice().buffer);
      const words = await openVectorTable(path(LINKER_WORDS));
      const entities = await openVectorTable(path(LINKER_ENTITIES));
      const { tables } = await openPreparedTables(path("prepared"));
      const { stored, unknownWord } = await parametersOf(context, path, tables);
      const model = createModelFrom(await loadKernels(), stored, {
        ...tables,
        unknownRelationWord: unknownWord,
      });
      const { data, ...origin } = stored.origin;
      const hashes = Object.entries(data ?? {}).map(([file, hash]) => [basename(file), hash]);
      const calibrations = await calibrationsOf(context, hasDocuments ? path(CALIBRATION_FILE) : undefined);
      const written = await saveLinker(
        out,
        {
          kb: kbBytes,
          words,
          entities,
          model,
          packed,
          origin: { ...origin, data: Object.fromEntries(hashes) },
        },
        {
          name,
          settings: {
            candidates: selection,
            context: settings.context,
            nil,
            mentionsTogether: MENTIONS_TOGETHER,
            names: await readNames(context, path),
          },
          ...calibrations,
          unknownWord,
          about: { language, sources: kb.info.sources, names: kb.info.surfaces },
        },
      );
      const sizes: [string, number][] = [];
      for (const file of [MANIFEST, ...Object.values(written)]) {
        sizes.push([file, (await stat(join(out, file))).size]);
      }
      const card = modelCard({
        settings,
        kb,
        words,
        entities,
        model,
        calibration: calibrations.calibration,
        facts,
        sizes,
      });
      await writeFileAtomically(join(out, CARD), card);
      return { bytes: sizes.reduce((sum, [, size]) => sum + size, 0) };
    },
  };
}

/** Its own, or that of the linker it takes over from, or the shipped one's. */
async function calibrationsOf(context: MakeContext, file: string | undefined) {
  const fitted: FittedCalibrations = file === undefined ? {} : JSON.parse(await readFile(file, "utf8"));
  if (fitted.calibration) return { ...fitted, calibration: fitted.calibration };
  const base = context.base ?? (await openBase());
  return {
    calibration: takenOver(base, context),
    catalogueCalibration: fitted.catalogueCalibration ?? base.manifest.catalogueCalibration,
  };
}
