/** Where a linker's files are: what threads, machines and servers are told so that each can load it for itself. */
import type { Linker } from "../linker/linker.js";
import { shareOutRows } from "../vectors/remembered-rows.js";
import { loadLinker } from "./load-linker.js";
import type { SharedModel } from "./shared-model.js";

export interface LinkerSource {
  /** Folder of the model; the shipped one when left out. */
  model?: string;
  /** File of another knowledge base than the model's own. */
  kb?: string;
  /** Own entities above those of the model: paths of catalogues and knowledge bases; how much they count; a list of what is hidden. */
  add?: readonly string[];
  ownShare?: number;
  hide?: string;
  /** Folder with changes of own entities, which are followed from text to text. */
  changes?: string;
}

export const linkerSourceNames: readonly (keyof LinkerSource)[] = [
  "model",
  "kb",
  "add",
  "ownShare",
  "hide",
  "changes",
];

/** The same with memory for the model's tables, for threads of one process. */
export interface SharingSource extends LinkerSource {
  memory?: SharedModel;
  /** How many they are: what each remembers is the less the more there are. */
  threads?: number;
}

export async function loadFromSource({ model, threads = 1, ...options }: SharingSource): Promise<Linker> {
  shareOutRows(threads);
  return loadLinker(model, options);
}
