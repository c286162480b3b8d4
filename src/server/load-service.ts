/** The real linker in a server's worker: the shipped model, or one from a folder, with the user's own knowledge base if given. */
import { loadLinker } from "../loading/load-linker.js";
import type { LinkService } from "./link-service.js";

export interface LinkerServiceOptions {
  /** Folder of a model; the shipped one when left out. */
  model?: string;
  /** File of another knowledge base than the model's own. */
  kb?: string;
}

export async function createLinkService({ model, kb }: LinkerServiceOptions): Promise<LinkService> {
  return loadLinker(model, { kb });
}
