/** A thread that links: loads its own linker once, then a document a task. */
import type { Link, LinkInput, LinkOptions } from "../linker/link.js";
import type { WorkerSetUp } from "../workers/worker-pool.js";
import { type LinkerSource, loadFromSource } from "./linker-source.js";

/** What every thread is told at the start. */
export interface LinkWorkerData {
  source: LinkerSource;
  options: Pick<LinkOptions, "nil" | "targetPrecision" | "explain">;
}

export type LinkTask = Pick<LinkInput, "text" | "mentions">;

const setUp: WorkerSetUp<LinkWorkerData, LinkTask, Link[]> = async ({ source, options }) => {
  const linker = await loadFromSource(source);
  return ({ text, mentions }) => linker.link(text, { ...options, mentions });
};

export default setUp;
