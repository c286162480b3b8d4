/** The real linker in a server's worker: the shipped model, or one from a folder, with the user's own knowledge base if given. */
import { loadLinker } from "../loading/load-linker.js";
import type { LinkService } from "./link-service.js";

export interface LinkerServiceOptions {
  /** Folder of a model; the shipped one when left out. */
  model?: string;
  /** File of another knowledge base than the model's own. */
  kb?: string;
  /** Own entities above those of the model: paths of catalogues and knowledge bases; how much they count; a list of what is hidden. */
  add?: readonly string[];
  ownShare?: number;
  hide?: string;
  /** Folder with changes of own entities; set it where the server is told to take changes. */
  changes?: string;
}

export async function createLinkService({ model, ...options }: LinkerServiceOptions): Promise<LinkService> {
  return loadLinker(model, options);
}
