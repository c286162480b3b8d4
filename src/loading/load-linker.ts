/** Loads a linker from a folder on disk; without one, the model that comes with the package. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { OnWarning } from "../corpus/page.js";
import { LinkingError } from "../errors.js";
import type { GiveMemory } from "../files/byte-source.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import type { HiddenEntity } from "../layers/change.js";
import type { Layer } from "../layers/layers.js";
import type { Linker } from "../linker/linker.js";
import { createFolderReader } from "./folder-files.js";
import { MANIFEST, type OpenLinkerOptions, openLinker } from "./open-linker.js";
import { openOwnKnowledgeBase } from "./own-knowledge-base.js";
import type { SharedModel } from "./shared-model.js";

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

export interface LoadLinkerOptions extends Omit<OpenLinkerOptions, "kb" | "add" | "hide" | "catchUp"> {
  /** Another knowledge base than the model's own: open, or the path of its file. Of a path, KB.vectors beside it is taken too. */
  kb?: KnowledgeBase | string;
  /** Own entities above those of the model: open layers, or paths of catalogues (CSV, JSONL) and knowledge bases, each called like its file. */
  add?: readonly (Layer | string)[];
  /** Entities of the model, or names of them, that nothing shall be linked to; or the path of a list. */
  hide?: readonly HiddenEntity[] | string;
  /** Folder with changes of own entities, as `mulrel serve --changes` keeps them; they are followed from text to text. */
  changes?: string;
  /** Told what is odd about own entities. */
  onWarning?: OnWarning;
  /** Memory for the model's tables that other threads have too, from `shareModel`. */
  memory?: SharedModel;
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
 * const both = await loadLinker(undefined, { add: ["products.csv"] }); // your own catalogue beside Wikipedia
 * const own = await loadLinker(undefined, { kb: "products.kb" }); // your own catalogue alone
 * ```
 */
export async function loadLinker(
  folder = shippedModel(),
  { kb, add, hide, changes, onWarning, memory, ...options }: LoadLinkerOptions = {},
): Promise<Linker> {
  demandLinker(folder);
  const own = typeof kb === "string" ? await openOwnKnowledgeBase(kb) : { kb };
  const layers = await openLayers({ add, hide, changes, onWarning });
  const read = createFolderReader(folder, memory && sharedParts(memory));
  const linker = await openLinker(read, { ...own, ...layers, ...options });
  if (onWarning && layers.add) await tellUnknownWords(layers.add, linker, onWarning);
  return linker;
}

/** Throws `not-found` where the folder holds no linker. */
export function demandLinker(folder: string): void {
  if (existsSync(join(folder, MANIFEST))) return;
  throw new LinkingError(
    "not-found",
    `${folder} holds no linker (there is no ${MANIFEST} in it); give the folder of a model, or leave it out for the shipped one.`,
  );
}

/** A part that is not there, or of another size, is of a model that has been replaced meanwhile. */
function sharedParts(memory: SharedModel): GiveMemory {
  return (part, byteLength) => {
    const shared = memory.get(part);
    return shared?.byteLength === byteLength ? shared : undefined;
  };
}

/** An own entity is known by its words: those without vectors say nothing of it. */
async function tellUnknownWords(
  layers: readonly Layer[],
  { words }: Pick<Linker, "words">,
  onWarning: OnWarning,
): Promise<void> {
  const { unknownWordsSentence } = await import("../layers/unknown-words.js");
  for (const { name, kb } of layers) {
    const sentence = unknownWordsSentence(name, kb, words);
    if (sentence !== undefined) onWarning(sentence);
  }
}

/** What `openLinker` wants of layers, opened; what reads files for it is loaded only for who has some. */
async function openLayers(
  options: Pick<LoadLinkerOptions, "add" | "hide" | "changes" | "onWarning">,
): Promise<Pick<OpenLinkerOptions, "add" | "hide" | "catchUp">> {
  const { add, hide, changes, onWarning } = options;
  const opened: Pick<OpenLinkerOptions, "add" | "hide" | "catchUp"> = {};
  if (add || typeof hide === "string") {
    const { openLayer, readHidden } = await import("./open-layer.js");
    const open = (layer: Layer | string) =>
      typeof layer === "string" ? openLayer(layer, { onWarning }) : layer;
    if (add) opened.add = await Promise.all(add.map(open));
    if (typeof hide === "string") opened.hide = await readHidden(hide);
  }
  if (typeof hide === "object") opened.hide = hide;
  if (changes !== undefined) {
    const { ChangeStore, followChanges } = await import("../layers/change-store.js");
    opened.catchUp = followChanges(new ChangeStore(changes));
  }
  return opened;
}
