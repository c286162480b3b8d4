/** `buildKnowledgeBase`: from corpora or own catalogues to a knowledge base on disk. */
import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { openInput } from "../../corpus/input-format.js";
import { LinkingError } from "../../errors.js";
import { writeFileAtomically } from "../../files/atomic-file.js";
import { sha256OfFile } from "../../files/hash.js";
import { withWriteLock } from "../../files/write-lock.js";
import { languageWithRemark } from "../../languages/languages.js";
import type { OnProgress } from "../../types.js";
import { contentsOf, type KnowledgeBaseContents } from "../contents.js";
import { type EntityTextsInput, writeEntityTexts } from "../entity-texts.js";
import type { KnowledgeBaseInfo } from "../knowledge-base.js";
import {
  createKnowledgeBase,
  createKnowledgeBaseBytes,
  type KnowledgeBaseInput,
} from "../stores/create-knowledge-base.js";
import { encodeKnowledgeBase } from "../stores/file-writer.js";
import { openKnowledgeBase } from "../stores/open-knowledge-base.js";
import { buildFromCorpora, type CorporaOptions } from "./build-from-corpora.js";
import { fileName, readCatalogue } from "./catalogue.js";
import { catalogueTexts } from "./catalogue-texts.js";

export interface BuildOptions {
  /** Corpora (MediaWiki XML, WikiExtractor JSON) or own entities (CSV, JSONL); `-` is standard input. */
  inputs: string[];
  output: string;
  /** "file": one file, loaded whole; "lmdb": a folder, read in place, for millions of entities. Default "file". */
  store?: "file" | "lmdb";
  /** Files of lines "name, tab, title": titles of other vintages that mean the same page. */
  redirects?: string[];
  /** Files of lines "surface, tab, title". */
  surfaces?: string[];
  /** Files of lines "title, tab, number". */
  popularity?: string[];
  /** Files of a title a line: titles of the wiki as it is now, entities even without a page. */
  titles?: string[];
  /** Items of Wikidata: lists of lines "title or page number, tab, Q42", or a wiki's page_props.sql. */
  wikidata?: string[];
  /** Derive further names from titles. Default true. */
  rules?: boolean;
  /** Of own catalogues: look names up by similar spelling. Default true. */
  similar?: boolean;
  /** Write KB.texts, from which entity vectors are trained, and count how names occur in texts. Default true. */
  texts?: boolean;
  /** Keep the first sentence of each page. Default true. */
  descriptions?: boolean;
  /** Links that a title without a page needs to become an entity. Default 1. */
  minLinks?: number;
  /** At most so many entities, the most popular. Default: all. */
  entityCount?: number;
  /** Ceiling for what counting and sorting keep in memory; bytes. Default 1 GB. Tables of titles and words come on top. */
  memory?: number;
  /** Threads that read corpora and count in their texts; the result does not depend on them. Default: one for each processor. */
  workers?: number;
  /** Beginning of the entities' URLs; the dump's own when left out. */
  urlPrefix?: string;
  /** Code of the corpora's language: "de". Default "en". */
  language?: string;
  onProgress?: OnProgress;
  onWarning?: (sentence: string) => void;
  signal?: AbortSignal;
  /** Seconds from any fixed moment; with it unfinished work is kept every half minute. */
  now?: () => number;
}

const DEFAULT_MEMORY = 1 << 30;

/**
 * Writes the knowledge base at `output` and its texts at `output`.texts. A stopped build goes on where it was.
 *
 * ```ts
 * import { buildKnowledgeBase } from "mulrel/kb";
 *
 * const info = await buildKnowledgeBase({
 *   inputs: ["products.csv"], // columns id, title, aliases, description, count
 *   output: "products.kb",
 *   onWarning: console.warn,
 * });
 * console.log(`${info.entities} entities with ${info.surfaces} names`);
 * ```
 */
export async function buildKnowledgeBase(options: BuildOptions): Promise<KnowledgeBaseInfo> {
  if (options.inputs.length === 0) {
    throw new LinkingError("usage", "No input was given; name at least one corpus or list of entities.");
  }
  return withWriteLock(options.output, "kb build", () => build(options));
}

async function build(options: BuildOptions): Promise<KnowledgeBaseInfo> {
  const kinds = await Promise.all(
    options.inputs.map(async (path) => (path === "-" ? "corpus" : kindOf(path))),
  );
  if (kinds.every((k) => k === "catalogue")) {
    refuseLists(options);
    const input = await readCatalogue(options.inputs, options);
    await writeCatalogue(options, input);
    if (options.texts ?? true)
      await writeEntityTexts(`${options.output}.texts`, catalogueTexts(input.entities));
  } else if (kinds.every((k) => k === "corpus")) await buildCorpora(options);
  else {
    throw new LinkingError(
      "usage",
      "Corpora and lists of own entities were mixed; build from the corpora first, then `mulrel kb add` the list.",
    );
  }
  const kb = await openKnowledgeBase(options.output);
  kb.close();
  return kb.info;
}

/** A catalogue says all of it itself; silence would look as if the lists had been read. */
function refuseLists(options: BuildOptions): void {
  const given = (["redirects", "surfaces", "popularity", "titles", "wikidata"] as const).filter(
    (list) => options[list]?.length,
  );
  if (given.length === 0) return;
  throw new LinkingError(
    "usage",
    `Lists (${given.join(", ")}) go with corpora; own entities have their names in "aliases", their popularity in "count" and their items in "wikidata".`,
  );
}

async function writeCatalogue(options: BuildOptions, input: KnowledgeBaseInput): Promise<void> {
  if (options.store === "lmdb") await writeStore(options, contentsOf(createKnowledgeBase(input)));
  else await writeFileAtomically(options.output, createKnowledgeBaseBytes(input));
}

async function writeStore(
  { output, store, memory = DEFAULT_MEMORY }: BuildOptions,
  contents: KnowledgeBaseContents,
): Promise<void> {
  if (store === "lmdb")
    await (await import("../stores/lmdb-writer.js")).writeLmdbKnowledgeBase(output, contents, memory);
  else await writeFileAtomically(output, encodeKnowledgeBase(contents));
}

async function kindOf(path: string): Promise<"corpus" | "catalogue"> {
  const { format, close } = await openInput(path);
  close();
  return format === "mediawiki-xml" || format === "wiki-extractor" ? "corpus" : "catalogue";
}

async function buildCorpora(options: BuildOptions): Promise<void> {
  const { inputs, output, redirects = [], surfaces = [], popularity = [], titles = [], signal } = options;
  const { wikidata = [] } = options;
  const workers = options.workers ?? availableParallelism();
  const lists = await digestsOf([...redirects, ...surfaces, ...popularity, ...titles, ...wikidata], signal);
  const digests = beginDigests(inputs, signal);
  // with several threads the first one has little to do while corpora are read
  if (workers < 2) await digests.result;
  const settings = {
    texts: options.texts ?? true,
    rules: options.rules ?? true,
    descriptions: options.descriptions ?? true,
    minLinks: options.minLinks ?? 1,
    entityCount: options.entityCount ?? Number.POSITIVE_INFINITY,
  };
  const language = languageWithRemark(options.language, options.onWarning);
  const folder = `${output}.work`;
  const sources = async () => [...(await digests.result), ...lists];
  const texts = await writeCorpora(options, sources, {
    ...settings,
    language,
    inputs,
    folder,
    lists: { redirects, surfaces, popularity, titles },
    wikidata,
    memory: options.memory ?? DEFAULT_MEMORY,
    workers,
    fingerprint: async () =>
      createHash("sha256")
        .update(JSON.stringify([inputs.length, await digests.result, settings.texts, language.code]))
        .digest("hex"),
    urlPrefix: options.urlPrefix,
    onProgress: options.onProgress,
    onWarning: options.onWarning,
    signal,
    now: options.now,
  }).finally(digests.stop);
  if (texts) await writeEntityTexts(`${output}.texts`, texts);
  await rm(folder, { recursive: true, force: true });
}

/** Digests that are taken while other work is done; who asks for them is told what went wrong. */
function beginDigests(paths: string[], signal?: AbortSignal) {
  const stopping = new AbortController();
  const any = signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal;
  const result = digestsOf(paths, any);
  result.catch(() => {});
  return { result, stop: () => stopping.abort() };
}

/** Of every file its name and digest. */
async function digestsOf(paths: string[], signal?: AbortSignal): Promise<KnowledgeBaseContents["sources"]> {
  const digests: KnowledgeBaseContents["sources"] = [];
  for (const path of paths) {
    digests.push({ name: fileName(path), sha256: path === "-" ? "" : await sha256OfFile(path, signal) });
  }
  return digests;
}

/** Writes the store, while threads begin with the texts; what is returned holds nothing but what texts are made of, and all else goes back to memory with the end of this. */
async function writeCorpora(
  options: BuildOptions,
  sources: () => Promise<KnowledgeBaseContents["sources"]>,
  corpora: CorporaOptions,
): Promise<EntityTextsInput | undefined> {
  const { texts, ...contents } = await buildFromCorpora(corpora);
  await texts?.collection.begin();
  try {
    await writeStore(options, { ...contents, sources: await sources() });
  } catch (error) {
    await texts?.collection.stop();
    throw error;
  }
  if (!texts) return undefined;
  const { collection, ...words } = texts;
  return { ...words, records: collection.records() };
}
