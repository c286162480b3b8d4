/** Links many documents on several threads: the same links as one thread gives, in the documents' order. */
import type { LinkedDocument, LinkInput, LinkOptions } from "../linker/link.js";
import { checkLinkOptions, readLinkInput } from "../linker/link-call.js";
import { checkNumber, WORKERS } from "../options.js";
import { workerFile } from "../workers/worker-file.js";
import { areMany, WorkerPool } from "../workers/worker-pool.js";
import type { LinkResult, LinkTask, LinkWorkerData } from "./link-worker.js";
import type { LinkerSource } from "./linker-source.js";
import { unpackLinks } from "./packed-links.js";
import { withSharedMemory } from "./shared-model.js";

export interface LinkAllOptions
  extends LinkerSource,
    Pick<LinkOptions, "nil" | "targetPrecision" | "explain" | "signal"> {
  /** Threads; one for each processor when left out. */
  workers?: number;
}

/** Megabytes of young objects of a few threads that link all together, of one of them at most, and of each of many: the more it has the less often it is cleared, and the more memory is touched in turns. */
const YOUNG = 48;
const MOST_YOUNG = 24;
const YOUNG_OF_MANY = 3;

/** Megabytes for young objects of each of so many threads that link. */
export function youngOf(workers: number): number {
  return areMany(workers) ? YOUNG_OF_MANY : Math.min(MOST_YOUNG, Math.floor(YOUNG / workers));
}

/** Documents that are handed to a thread at once. */
const TOGETHER = 8;

/**
 * Links many documents on several threads, in order. The threads read one copy of the model. Takes documents only as fast as
 * the caller takes links: at most sixteen a thread are under way, and none waits for others to come.
 *
 * ```ts
 * import { linkAll } from "mulrel/node";
 *
 * const documents = [{ id: "a", text: "England lies north of France." }, "Mercury is a planet."];
 * for await (const { id, links } of linkAll(documents, { workers: 4, nil: 0.5 })) console.log(id, links.length);
 * ```
 */
export async function* linkAll(
  documents: Iterable<string | LinkInput> | AsyncIterable<string | LinkInput>,
  { model, kb, add, ownShare, hide, changes, workers, signal, ...options }: LinkAllOptions = {},
): AsyncGenerator<LinkedDocument> {
  checkNumber("workers", workers, WORKERS);
  checkLinkOptions({ ...options, signal });
  const source = { model, kb, add, ownShare, hide, changes };
  const pool = new WorkerPool<LinkTask, LinkResult, LinkWorkerData>({
    file: workerFile("./link-worker.js", import.meta.url),
    workers,
    young: youngOf,
    data: withSharedMemory(source, workers).then((shared) => ({ source: shared, options })),
  });
  const waiting: { id: string; text: string }[] = [];
  async function* tasks(): AsyncGenerator<LinkTask> {
    let number = 0;
    for await (const document of documents) {
      const { id, text, mentions } = readLinkInput(document, number++);
      waiting.push({ id, text });
      yield { text, mentions };
    }
  }
  try {
    for await (const result of pool.map(tasks(), { signal, together: TOGETHER })) {
      const { id, text } = waiting.shift()!;
      yield { id, text, links: Array.isArray(result) ? result : unpackLinks(text, result) };
    }
  } finally {
    await pool.close();
  }
}
