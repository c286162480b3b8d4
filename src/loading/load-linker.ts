/** Loads a linker from a folder on disk; without one, the model that comes with the package. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { LinkingError } from "../errors.js";
import { isBlockFile } from "../files/block-file.js";
import type { ByteSource } from "../files/byte-source.js";
import { openFileSource } from "../files/file-source.js";
import { openPagedFile, pageSumsPath } from "../files/paged-file.js";
import { readWholeFile } from "../files/whole-file.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import type { Linker } from "../linker/linker.js";
import { MANIFEST, type OpenLinkerOptions, openLinker } from "./open-linker.js";
import { openOwnKnowledgeBase } from "./own-knowledge-base.js";

/**
 * Folder of the shipped model.
 *
 * ```ts
 * import { loadLinker, shippedModel } from "mulrel/node";
 *
 * const linker = await loadLinker(shippedModel()); // what loadLinker() opens
 * ```
 */
export function shippedModel(): string {
  return fileURLToPath(new URL("../../models/default", import.meta.url));
}

export interface LoadLinkerOptions extends Omit<OpenLinkerOptions, "kb"> {
  /** Another knowledge base than the model's own: open, or the path of its file. Of a path, KB.vectors beside it is taken too. */
  kb?: KnowledgeBase | string;
}

/**
 * A linker from a folder on disk; without one, the model that comes with the package.
 *
 * ```ts
 * import { loadLinker } from "mulrel/node";
 *
 * const linker = await loadLinker();
 * for (const { mention, entity, confidence } of linker.link("England lies north of France.")) {
 *   console.log(mention, entity?.title ?? "NIL", confidence.toFixed(2));
 * }
 *
 * const own = await loadLinker(undefined, { kb: "products.kb" }); // your own catalogue, the shipped model
 * ```
 */
export async function loadLinker(
  folder = shippedModel(),
  { kb, ...options }: LoadLinkerOptions = {},
): Promise<Linker> {
  if (!existsSync(join(folder, MANIFEST))) {
    throw new LinkingError(
      "not-found",
      `${folder} holds no linker (there is no ${MANIFEST} in it); give the folder of a model, or leave it out for the shipped one.`,
    );
  }
  const own = typeof kb === "string" ? await openOwnKnowledgeBase(kb) : { kb };
  const read = async (name: string) => {
    // the build unpacks the shipped model once, so that a start need not
    const unpacked = join(folder, UNPACKED, name);
    if (existsSync(pageSumsPath(unpacked))) return openPagedFile(unpacked);
    const path = existsSync(unpacked) ? unpacked : join(folder, name);
    return openIfBlocks(path) ?? ((await readWholeFile(path)) as ArrayBuffer);
  };
  return openLinker(read, { ...own, ...options });
}

/** A file of blocks is read block by block; undefined for others. */
function openIfBlocks(path: string): ByteSource | undefined {
  if (!existsSync(path)) return undefined;
  const source = openFileSource(path);
  if (isBlockFile(source.read(0, Math.min(8, source.byteLength)))) return source;
  source.close();
  return undefined;
}

/** Folder inside a model's folder with the same files as they are after unpacking. */
export const UNPACKED = "unpacked";
