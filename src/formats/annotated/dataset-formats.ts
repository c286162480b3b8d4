/** Every data-set format by name: how to recognise, read and write it. */
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { LinkingError } from "../../errors.js";
import { readLines } from "../../files/lines.js";
import { readingFile, readingItems } from "../../files/reading.js";
import { createAidaTsvWriter, readAidaTsv } from "./aida-tsv.js";
import type { AnnotatedDocument, DatasetWriter, ReadOptions } from "./annotated-document.js";
import { createDeepEdCsvWriter, readDeepEdCsv } from "./deep-ed-csv.js";
import { createElevantJsonlWriter, readElevantJsonl } from "./elevant-jsonl.js";
import { createMulrelJsonlWriter, readMulrelJsonl } from "./mulrel-jsonl.js";
import { createNifWriter, readNif } from "./nif-turtle.js";
import { createPubTatorWriter, readPubTator } from "./pubtator.js";
import { readWned } from "./wned-reader.js";
import { createWnedWriter } from "./wned-writer.js";
import { createZeldaJsonlWriter, readZeldaJsonl } from "./zelda-jsonl.js";

export type DatasetFormat = "jsonl" | "aida" | "deep-ed" | "wned" | "nif" | "elevant" | "zelda" | "pubtator";

interface FormatEntry {
  summary: string;
  read(path: string, options?: ReadOptions): AsyncGenerator<AnnotatedDocument>;
  createWriter(path: string): Promise<DatasetWriter>;
}

export const datasetFormats: Record<DatasetFormat, FormatEntry> = {
  jsonl: {
    summary: "mulrel's own JSON lines",
    read: readMulrelJsonl,
    createWriter: createMulrelJsonlWriter,
  },
  aida: { summary: "AIDA-CoNLL tsv", read: readAidaTsv, createWriter: createAidaTsvWriter },
  "deep-ed": {
    summary: "deep-ed csv with candidates",
    read: readDeepEdCsv,
    createWriter: createDeepEdCsvWriter,
  },
  wned: { summary: "WNED xml + RawText folder", read: readWned, createWriter: createWnedWriter },
  nif: { summary: "NIF 2.0 Turtle", read: readNif, createWriter: createNifWriter },
  elevant: {
    summary: "ELEVANT JSON lines",
    read: readElevantJsonl,
    createWriter: createElevantJsonlWriter,
  },
  zelda: { summary: "ZELDA JSON lines", read: readZeldaJsonl, createWriter: createZeldaJsonlWriter },
  pubtator: {
    summary: "PubTator: title, abstract, annotations with identifiers",
    read: readPubTator,
    createWriter: createPubTatorWriter,
  },
};

export const formatNames = Object.keys(datasetFormats) as DatasetFormat[];

export function parseFormat(name: string): DatasetFormat {
  if (formatNames.includes(name as DatasetFormat)) return name as DatasetFormat;
  throw new LinkingError("usage", `There is no format ${name}; the formats are ${formatNames.join(", ")}.`);
}

/** The format a file's name stands for, without looking inside; undefined for names that say too little. */
export function formatOfName(path: string): DatasetFormat | undefined {
  const name = basename(path).toLowerCase().replace(/\.gz$/, "");
  if (/elevant.*\.jsonl$|\.benchmark\.jsonl$|\.linked_articles\.jsonl$/.test(name)) return "elevant";
  if (/zelda.*\.jsonl$/.test(name)) return "zelda";
  if (/\.(jsonl|ndjson)$/.test(name)) return "jsonl";
  if (/\.(tsv|conll)$/.test(name)) return "aida";
  if (/\.csv$/.test(name)) return "deep-ed";
  if (/\.(ttl|nif|n3)$/.test(name)) return "nif";
  if (/\.xml$/.test(name)) return "wned";
  if (/\.pubtator$|pubtator.*\.txt$/.test(name)) return "pubtator";
  return undefined;
}

/** Looks at the first line that says something. */
async function formatOfContent(path: string): Promise<DatasetFormat | undefined> {
  for await (const { text } of readLines(path)) {
    const line = text.trim();
    if (line === "") continue;
    if (line.startsWith("-DOCSTART-")) return "aida";
    if (line.includes("\tCANDIDATES\t")) return "deep-ed";
    if (line.startsWith("@prefix") || /^PREFIX\s/i.test(line)) return "nif";
    if (line.startsWith("<?xml") || /^<[\w.]+>$/.test(line)) return "wned";
    if (/^[^|\t]+\|[ta]\|/.test(line)) return "pubtator";
    if (!line.startsWith("{")) return undefined;
    if (/"wikipedia_titles"\s*:/.test(line)) return "zelda";
    if (/"(labels|entity_mentions)"\s*:/.test(line) && !/"mentions"\s*:/.test(line)) return "elevant";
    return "jsonl";
  }
  return undefined;
}

/** The format of something that exists: a folder is WNED, a file is known by its content, then by its name. */
export async function detectFormat(path: string): Promise<DatasetFormat> {
  if ((await stat(path).catch(() => undefined))?.isDirectory()) return "wned";
  const format = (await formatOfContent(path)) ?? formatOfName(path);
  if (format) return format;
  throw new LinkingError(
    "usage",
    `The format of ${path} cannot be told from its name or its first line; it should be one of ${formatNames.join(", ")}, which \`mulrel convert --from\` takes by name.`,
  );
}

/**
 * Reads any known format, document by document.
 *
 * ```ts
 * import { readDataset } from "mulrel/train";
 *
 * for await (const { id, text, mentions } of readDataset("wned/msnbc")) console.log(id, text.length, mentions.length);
 * ```
 */
export async function* readDataset(
  path: string,
  options: ReadOptions & { format?: DatasetFormat } = {},
): AsyncGenerator<AnnotatedDocument> {
  const format = options.format ?? (await readingFile(path, () => detectFormat(path), options.signal));
  yield* readingItems(path, datasetFormats[format].read(path, options), options.signal);
}

/**
 * A whole data set in memory.
 *
 * ```ts
 * import { loadDataset } from "mulrel/train";
 *
 * const documents = await loadDataset("AIDA-YAGO2-dataset.tsv", { skipBad: true, onProblem: console.warn });
 * console.log(documents.length, "documents");
 * ```
 */
export async function loadDataset(
  path: string,
  options: ReadOptions & { format?: DatasetFormat } = {},
): Promise<AnnotatedDocument[]> {
  const documents: AnnotatedDocument[] = [];
  for await (const doc of readDataset(path, options)) documents.push(doc);
  return documents;
}
