/** What is taken over from another linker: its words, its parameters, its calibration. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { LinkingError } from "../errors.js";
import type { Calibration } from "../linker/calibration.js";
import { shippedModel } from "../loading/load-linker.js";
import { type LinkerManifest, MANIFEST } from "../loading/open-linker.js";
import type { NameScorerData } from "../mentions/scorer-weights.js";
import { parseModel, type StoredModel } from "../model/model-format.js";
import { parseVectorTable } from "../vectors/table-format.js";
import type { VectorTable } from "../vectors/vector-table.js";
import type { MakeContext } from "./choose-steps.js";
import type { MakeSources } from "./make-options.js";

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

async function readUnpacked(path: string): Promise<ArrayBuffer> {
  const bytes = await readFile(path);
  const plain = path.endsWith(".gz") ? gunzipSync(bytes) : bytes;
  return Uint8Array.from(plain).buffer as ArrayBuffer;
}

export async function baseWords({ folder, manifest }: BaseLinker): Promise<VectorTable> {
  return parseVectorTable(await readUnpacked(join(folder, manifest.files.words)), manifest.files.words);
}

export async function baseModel({ folder, manifest }: BaseLinker): Promise<StoredModel> {
  return parseModel(await readUnpacked(join(folder, manifest.files.model)), manifest.files.model);
}

/** What scores stretches of text as names: given, or the base's where its words are taken over; undefined for the package's own. */
export async function nameScorerOf({
  sources,
  base,
  wordsFrom,
}: Pick<MakeContext, "sources" | "base" | "wordsFrom">): Promise<NameScorerData | undefined> {
  if (sources.nameScorer) return JSON.parse(await readFile(sources.nameScorer, "utf8")) as NameScorerData;
  return wordsFrom === "base" ? base?.manifest.nameScorer : undefined;
}

/** Its confidence for the new linker's knowledge base: an own catalogue has no counts to be sure by. */
export function takenOver({ manifest }: BaseLinker, { sources }: { sources: MakeSources }): Calibration {
  const isCatalogue = Boolean(sources.catalogue?.length);
  return (isCatalogue ? manifest.catalogueCalibration : undefined) ?? manifest.calibration;
}
