/** `buildKnowledgeBase`: from corpora or own catalogues to a knowledge base on disk. */
import { openInput } from "../corpus/input-format.js";
import { LinkingError } from "../errors.js";
import { writeFileAtomically } from "../files/atomic-file.js";
import type { OnProgress } from "../types.js";
import { readCatalogue } from "./catalogue.js";
import { createKnowledgeBaseBytes } from "./create.js";
import type { KnowledgeBaseInfo } from "./knowledge-base.js";
import { openKnowledgeBase } from "./open.js";

export interface BuildOptions {
  /** Corpora (MediaWiki XML, WikiExtractor JSON) or own entities (CSV, JSONL); `-` is standard input. */
  inputs: string[];
  output: string;
  /** Derive further names from titles. Default true. */
  rules?: boolean;
  onProgress?: OnProgress;
  onWarning?: (sentence: string) => void;
  signal?: AbortSignal;
}

export async function buildKnowledgeBase(options: BuildOptions): Promise<KnowledgeBaseInfo> {
  if (options.inputs.length === 0) {
    throw new LinkingError("usage", "No input was given; name at least one corpus or list of entities.");
  }
  for (const path of options.inputs) {
    const { format } = await openInput(path);
    if (format === "mediawiki-xml" || format === "wiki-extractor") {
      throw new LinkingError("unsupported", `${path} is a corpus; only own catalogues can be built yet.`);
    }
  }
  const input = await readCatalogue(options.inputs, { rules: options.rules, signal: options.signal });
  await writeFileAtomically(options.output, createKnowledgeBaseBytes(input));
  return (await openKnowledgeBase(options.output)).info;
}
