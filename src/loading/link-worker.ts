/** A thread that links: loads its own linker once, then a document a task. */
import type { Link, LinkInput, LinkOptions } from "../linker/link.js";
import type { WorkerSetUp } from "../workers/worker-pool.js";
import type { LinkAllOptions } from "./link-all.js";
import { loadLinker } from "./load-linker.js";

/** What every thread is told at the start. */
export interface LinkWorkerData {
  folder: string | undefined;
  /** Paths of an own knowledge base and of layers. */
  load: Pick<LinkAllOptions, "kb" | "add" | "ownShare" | "hide" | "changes">;
  options: Pick<LinkOptions, "nil" | "targetPrecision" | "explain">;
}

export type LinkTask = Pick<LinkInput, "text" | "mentions">;

const setUp: WorkerSetUp<LinkWorkerData, LinkTask, Link[]> = async ({ folder, load, options }) => {
  const linker = await loadLinker(folder, load);
  return ({ text, mentions }) => linker.link(text, { ...options, mentions });
};

export default setUp;
