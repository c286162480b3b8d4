/** One data set into another format, document by document. */
import { throwIfAborted } from "../../errors.js";
import { withWriteLock } from "../../files/write-lock.js";
import type { OnProgress } from "../../types.js";
import type { DatasetProblem } from "./annotated-document.js";
import { type DatasetFormat, datasetFormats, readDataset } from "./dataset-formats.js";

export interface ConvertOptions {
  from?: DatasetFormat;
  to: DatasetFormat;
  /** Only documents of this part ("train", "testa", "testb"). */
  split?: string;
  skipBad?: boolean;
  onProblem?: (problem: DatasetProblem) => void;
  onProgress?: OnProgress;
  signal?: AbortSignal;
}

export interface ConvertResult {
  documents: number;
  mentions: number;
}

/**
 * Reads a data set in one format and writes it in another, document by document.
 *
 * ```ts
 * import { convertDataset } from "mulrel/train";
 *
 * const { documents } = await convertDataset("AIDA-YAGO2-dataset.tsv", "aida.jsonl", { to: "jsonl", split: "testb" });
 * console.log(documents);
 * ```
 */
export function convertDataset(
  input: string,
  output: string,
  options: ConvertOptions,
): Promise<ConvertResult> {
  return withWriteLock(output, "convert", () => convert(input, output, options));
}

async function convert(input: string, output: string, options: ConvertOptions): Promise<ConvertResult> {
  const result = { documents: 0, mentions: 0 };
  const writer = await datasetFormats[options.to].createWriter(output);
  try {
    for await (const doc of readDataset(input, { ...options, format: options.from })) {
      throwIfAborted(options.signal);
      if (options.split !== undefined && doc.split !== options.split) continue;
      await writer.write(doc);
      result.documents++;
      result.mentions += doc.mentions.length;
      options.onProgress?.({ stage: "converting", done: result.documents, unit: "documents" });
    }
    await writer.close();
  } catch (error) {
    await writer.abort().catch(() => undefined);
    throw error;
  }
  return result;
}
