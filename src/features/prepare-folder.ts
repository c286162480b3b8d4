/** Makes the folder that training and evaluation read: prepared documents by part, and tables of just the vectors they use. */
import { join } from "node:path";
import { throwIfAborted } from "../errors.js";
import { withWriteLock } from "../files/write-lock.js";
import type { AnnotatedDocument, DatasetProblem } from "../formats/annotated/annotated-document.js";
import { readDataset } from "../formats/annotated/dataset-formats.js";
import { documentKey, joinText } from "../formats/annotated/join-texts.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import type { OnProgress } from "../types.js";
import { Names } from "../vectors/names.js";
import { writeVectorTable } from "../vectors/vector-file.js";
import type { VectorTable } from "../vectors/vector-table.js";
import { type PrepareCounts, Preparer } from "./prepare-documents.js";
import { createPreparedWriter } from "./prepared-document.js";
import { RELATION_WORDS } from "./prepared-set.js";

export interface PrepareOptions {
  /** Data sets by the name of their part: `{ train: "train.jsonl", dev: "dev.jsonl" }`. */
  parts: Readonly<Record<string, string>>;
  /** With names: lower-case words. */
  words: VectorTable;
  /** With titles as names, or in the knowledge base's order. */
  entities: VectorTable;
  /** For relations, where they have a table of their own (v beside w in the paper); `words` when left out. */
  relationWords?: VectorTable;
  /** Words are looked up as they are written before they are in lower case: for tables that have capitals. */
  cased?: boolean;
  /** Titles of persons, who share their candidate lists inside a document where a file brings the lists. */
  persons?: ReadonlySet<string>;
  /** Gives candidates to mentions that come without. */
  kb?: KnowledgeBase;
  /** Data sets with the running text of the same documents, for formats that have none (deep-ed csv). */
  texts?: readonly string[];
  /** Leave out what cannot be read instead of stopping at it. */
  skipBad?: boolean;
  onProblem?: (problem: DatasetProblem) => void;
  onProgress?: OnProgress;
  signal?: AbortSignal;
}

/**
 * Writes PART.jsonl.gz for each part, words.safetensors and entities.safetensors; says what was counted.
 *
 * ```ts
 * import { openKnowledgeBase } from "mulrel/kb";
 * import { openVectorTable, prepareFolder } from "mulrel/train";
 *
 * const counts = await prepareFolder("prepared", {
 *   parts: { train: "train.jsonl", dev: "dev.jsonl" },
 *   kb: await openKnowledgeBase("products.kb"),
 *   words: await openVectorTable("words.safetensors"),
 *   entities: await openVectorTable("products.kb.vectors"),
 * });
 * console.log(`${counts.goldListed} of ${counts.mentions} mentions have their entity among the candidates`);
 * ```
 */
export function prepareFolder(folder: string, options: PrepareOptions): Promise<PreparedCounts> {
  return withWriteLock(folder, "prepare", () => prepareParts(folder, options));
}

/** What was counted, and the rows of the two tables. */
type PreparedCounts = PrepareCounts & { words: number; entities: number };

async function prepareParts(folder: string, options: PrepareOptions): Promise<PreparedCounts> {
  const preparer = new Preparer(options);
  const texts = await readTexts(options.texts ?? []);
  for (const [name, path] of Object.entries(options.parts)) {
    await preparePart(preparer, { name, path, file: join(folder, `${name}.jsonl.gz`) }, texts, options);
  }
  const tables = preparer.tables((list) => Names.fromList(list));
  await writeVectorTable(join(folder, "words.safetensors"), tables.words);
  await writeVectorTable(join(folder, "entities.safetensors"), tables.entities);
  const { relationWords } = tables;
  if (relationWords) await writeVectorTable(join(folder, `${RELATION_WORDS}.safetensors`), relationWords);
  return { ...preparer.counts, words: tables.words.rows, entities: tables.entities.rows };
}

async function readTexts(paths: readonly string[]): Promise<Map<string, AnnotatedDocument>> {
  const texts = new Map<string, AnnotatedDocument>();
  for (const path of paths) for await (const doc of readDataset(path)) texts.set(documentKey(doc.id), doc);
  return texts;
}

async function preparePart(
  preparer: Preparer,
  part: { name: string; path: string; file: string },
  texts: Map<string, AnnotatedDocument>,
  { skipBad, onProblem, onProgress, signal }: PrepareOptions,
): Promise<void> {
  const writer = await createPreparedWriter(part.file);
  const stage = `preparing ${part.name}`;
  try {
    for await (const doc of readDataset(part.path, { skipBad, onProblem, signal })) {
      throwIfAborted(signal);
      const text = texts.get(documentKey(doc.id));
      await writer.write(preparer.prepare(text ? joinText(doc, text, onProblem) : doc));
      onProgress?.({ stage, done: preparer.counts.documents, unit: "documents" });
    }
    await writer.close();
  } catch (error) {
    await writer.abort();
    throw error;
  }
}
