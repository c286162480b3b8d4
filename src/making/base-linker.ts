/** What is taken over from another linker: its words, its parameters, its calibration. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { LinkingError } from "../errors.js";
import { type LazyBytes, wholeBytes } from "../files/lazy-bytes.js";
import { readWholeFile } from "../files/whole-file.js";
import { type Calibration, forOtherScores } from "../linker/calibration.js";
import { shippedModel } from "../loading/load-linker.js";
import { type LinkerManifest, MANIFEST } from "../loading/open-linker.js";
import { openTable, unpackFile } from "../loading/packed-files.js";
import type { NameScorerData } from "../mentions/scorer-weights.js";
import { parseModel, type StoredModel } from "../model/model-format.js";
import type { VectorTable } from "../vectors/vector-table.js";
import type { MakeContext } from "./choose-steps.js";

export interface BaseLinker {
  folder: string;
  manifest: LinkerManifest;
}

/** Its files whose bytes count for what is taken over. */
export function baseFiles({ folder, manifest }: BaseLinker): string[] {
  return [MANIFEST, manifest.files.words, manifest.files.model].map((file) => join(folder, file));
}

export async function openBase(folder = shippedModel()): Promise<BaseLinker> {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) {
    throw new LinkingError(
      "not-found",
      `${folder} holds no linker (there is no ${MANIFEST} in it); name the folder of one that \`mulrel make\` has written.`,
    );
  }
  return { folder, manifest: JSON.parse(await readFile(path, "utf8")) as LinkerManifest };
}

/** A file of the linker, packed in whichever way. */
async function openUnpacked(folder: string, name: string): Promise<LazyBytes> {
  return unpackFile(wholeBytes(await readWholeFile(join(folder, name))), name);
}

export async function baseTable(
  { folder, manifest }: BaseLinker,
  name: "words" | "entities",
): Promise<VectorTable> {
  const file = await openUnpacked(folder, manifest.files[name]);
  file.need(0, file.buffer.byteLength);
  return openTable(file, manifest.files[name]);
}

export async function baseModel({ folder, manifest }: BaseLinker): Promise<StoredModel> {
  const { model } = manifest.files;
  const file = await openUnpacked(folder, model);
  file.need(0, file.buffer.byteLength);
  return parseModel(file.buffer as ArrayBuffer, model);
}

/** What scores stretches of text as names: given, or the base's where its words are taken over; undefined for the package's own. */
export async function nameScorerOf({
  sources,
  base,
  wordsFrom,
}: Pick<MakeContext, "sources" | "base" | "wordsFrom">): Promise<NameScorerData | undefined> {
  if (sources.nameScorer) return JSON.parse(await readFile(sources.nameScorer, "utf8")) as NameScorerData;
  return wordsFrom === "base" || sources.parts ? base?.manifest.nameScorer : undefined;
}

/** Its two kinds of confidence, for the new linker's parameters and knowledge base: an own catalogue has no counts to be sure by. */
export function takenOver(
  { manifest }: BaseLinker,
  { sources, parametersFrom }: Pick<MakeContext, "sources" | "parametersFrom">,
): { calibration: Calibration; catalogueCalibration: Calibration | undefined } {
  const adapted = parametersFrom === "base" ? (given: Calibration) => given : forOtherScores;
  const catalogueCalibration = manifest.catalogueCalibration && adapted(manifest.catalogueCalibration);
  const isCatalogue = Boolean(sources.catalogue?.length);
  const calibration = (isCatalogue ? catalogueCalibration : undefined) ?? adapted(manifest.calibration);
  return { calibration, catalogueCalibration };
}
