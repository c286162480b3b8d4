/** Loads a linker from a folder on disk; without one, the model that comes with the package. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { LinkingError } from "../errors.js";
import { openPagedFile, pageSumsPath } from "../files/paged-file.js";
import { readWholeFile } from "../files/whole-file.js";
import type { Linker } from "../linker/linker.js";
import { MANIFEST, type OpenLinkerOptions, openLinker } from "./open-linker.js";

/** Folder of the shipped model. */
export function shippedModel(): string {
  return fileURLToPath(new URL("../../models/default", import.meta.url));
}

export async function loadLinker(folder = shippedModel(), options: OpenLinkerOptions = {}): Promise<Linker> {
  if (!existsSync(join(folder, MANIFEST))) {
    throw new LinkingError(
      "not-found",
      `${folder} holds no linker (there is no ${MANIFEST} in it); give the folder of a model, or leave it out for the shipped one.`,
    );
  }
  return openLinker(async (name) => {
    // the build unpacks the shipped model once, so that a start need not
    const unpacked = join(folder, UNPACKED, name);
    if (existsSync(pageSumsPath(unpacked))) return openPagedFile(unpacked);
    return (await readWholeFile(existsSync(unpacked) ? unpacked : join(folder, name))) as ArrayBuffer;
  }, options);
}

/** Folder inside a model's folder with the same files as they are after unpacking. */
export const UNPACKED = "unpacked";
