/** Records in, lines out: one for each, in order, as soon as it is ready, on this thread or on several. */
import type { OnWarning } from "../corpus/page.js";
import { isLinkingError, throwIfAborted } from "../errors.js";
import { failedDocumentLine } from "../formats/links/document-line.js";
import type { LinkerSource, SharingSource } from "../loading/linker-source.js";
import { loadLinker } from "../loading/load-linker.js";
import { type LinkedRecord, linkRecord } from "./link-record.js";
import type { RecordTask } from "./record-worker.js";
import type { DocumentRecord } from "./records.js";
import type { ShardSettings } from "./shard.js";

/** Records that are handed to a thread at once. */
const TOGETHER = 8;

export interface LinkLinesOptions extends LinkerSource {
  settings: ShardSettings;
  workers: number;
  signal?: AbortSignal;
  /** Told what is odd about own entities, on this thread alone. */
  onWarning?: OnWarning;
}

export async function* linkLines(
  records: AsyncIterable<DocumentRecord>,
  options: LinkLinesOptions,
): AsyncGenerator<LinkedRecord> {
  if (options.workers > 1) yield* linkInThreads(records, options);
  else yield* linkHere(records, options);
}

async function* linkHere(records: AsyncIterable<DocumentRecord>, options: LinkLinesOptions) {
  const { settings, workers: _, signal, model, ...load } = options;
  const linker = await loadLinker(model, load);
  try {
    for await (const record of records) {
      throwIfAborted(signal);
      yield linkRecord(linker, record, settings);
    }
  } finally {
    linker.close();
  }
}

async function* linkInThreads(records: AsyncIterable<DocumentRecord>, options: LinkLinesOptions) {
  const { WorkerPool } = await import("../workers/worker-pool.js");
  const { workerFile } = await import("../workers/worker-file.js");
  const { withSharedMemory } = await import("../loading/shared-model.js");
  const { youngOf } = await import("../loading/link-all.js");
  const { settings, workers, signal, onWarning: _, ...source } = options;
  const pool = new WorkerPool<RecordTask, LinkedRecord, SharingSource>({
    file: workerFile("./record-worker.js", import.meta.url),
    workers,
    young: youngOf,
    data: withSharedMemory(source, workers),
  });
  async function* tasks(): AsyncGenerator<RecordTask> {
    for await (const record of records) yield { record, settings };
  }
  try {
    yield* pool.map(tasks(), {
      signal,
      together: TOGETHER,
      // a document that ends its thread costs its own line
      onFailure: (error, { record }) => {
        if (!isLinkingError(error) || error.code !== "worker-lost") throw error;
        return { line: failedDocumentLine(record.id, error), isError: true };
      },
    });
  } finally {
    await pool.close();
  }
}
