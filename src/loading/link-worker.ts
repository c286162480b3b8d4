/** A thread that links: opens its linker once, on memory that it shares, then links document after document. */
import type { Link, LinkInput, LinkOptions } from "../linker/link.js";
import type { WorkerSetUp } from "../workers/worker-pool.js";
import type { LinkAllOptions } from "./link-all.js";
import { loadLinker } from "./load-linker.js";
import { type PackedLinks, packLinks } from "./packed-links.js";
import type { SharedModel } from "./shared-model.js";

/** What every thread is told at the start. */
export interface LinkWorkerData {
  model?: string;
  memory?: SharedModel;
  /** Paths of an own knowledge base and of layers. */
  load: Pick<LinkAllOptions, "kb" | "add" | "ownShare" | "hide" | "changes">;
  options: Pick<LinkOptions, "nil" | "targetPrecision" | "explain">;
}

export type LinkTask = Pick<LinkInput, "text" | "mentions">;

/** Explained links are objects of many kinds, and go as they are. */
export type LinkResult = PackedLinks | Link[];

const setUp: WorkerSetUp<LinkWorkerData, LinkTask, LinkResult> = async ({ model, memory, load, options }) => {
  const linker = await loadLinker(model, { ...load, memory });
  return ({ text, mentions }) => {
    const links = linker.link(text, { ...options, mentions });
    return options.explain ? links : packLinks(links);
  };
};

export default setUp;
