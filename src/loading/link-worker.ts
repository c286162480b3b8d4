/** A thread that links: opens its linker once, on memory that it shares, then links document after document. */
import type { Link, LinkInput, LinkOptions } from "../linker/link.js";
import type { WorkerSetUp } from "../workers/worker-pool.js";
import { loadFromSource, type SharingSource } from "./linker-source.js";
import { type PackedLinks, packLinks } from "./packed-links.js";

/** What every thread is told at the start. */
export interface LinkWorkerData {
  source: SharingSource;
  options: Pick<LinkOptions, "nil" | "targetPrecision" | "explain">;
}

export type LinkTask = Pick<LinkInput, "text" | "mentions">;

/** Explained links are objects of many kinds, and go as they are. */
export type LinkResult = PackedLinks | Link[];

const setUp: WorkerSetUp<LinkWorkerData, LinkTask, LinkResult> = async ({ source, options }) => {
  const linker = await loadFromSource(source);
  return ({ text, mentions }) => {
    const links = linker.link(text, { ...options, mentions });
    return options.explain ? links : packLinks(links);
  };
};

export default setUp;
