/** `mulrel link --out`: a batch on one machine, with the queue of one process; what is done is kept, so that the same command goes on. */
import { resolve } from "node:path";
import { LinkingError } from "../errors.js";
import { readPlan, readShardManifest } from "../jobs/batch-folder.js";
import { linkerIdentity } from "../jobs/linker-identity.js";
import { MemoryQueue } from "../jobs/memory-queue.js";
import type { RecordForm } from "../jobs/records.js";
import type { QueueCounts } from "../jobs/shard-queue.js";
import { ShardRunner } from "../jobs/shard-runner.js";
import { type SubmitSummary, submitInputs } from "../jobs/submit-inputs.js";
import { type WorkEvent, workOnQueue } from "../jobs/work-on-queue.js";
import { counted } from "../text/counted.js";
import { type LinkFlags, linkerSource, linkSettings } from "./link-flags.js";
import { packageVersion } from "./package-version.js";
import { createProgressBar, warn } from "./terminal.js";

interface BatchOptions extends LinkFlags {
  input?: RecordForm;
  workers: number;
  out: string;
  shardSize: number;
}

/** Nobody else could take what we hold; this only tells how far it is. */
const TELL_EVERY = 500;

export async function linkBatch(inputs: string[], options: BatchOptions, signal: AbortSignal): Promise<void> {
  if (inputs.length === 0)
    throw new LinkingError("usage", "With --out, give files, folders or globs to link.");
  const { out, workers, input, shardSize, changes } = options;
  if (changes !== undefined) {
    const sentence =
      "With --into every shard is linked alike, whenever that is, and --changes may change meanwhile; give own entities with --add.";
    throw new LinkingError("usage", sentence);
  }
  const source = linkerSource(options);
  const linker = await linkerIdentity(source, packageVersion());
  const queue = new MemoryQueue();
  const runner = new ShardRunner({ linker: source, threads: workers });
  const bar = createProgressBar();
  let documents = 0;
  const finished = new AbortController();
  let isSubmitted = false;
  const submitting = submitInputs(queue, inputs, {
    base: process.cwd(),
    out: resolve(out),
    linker,
    settings: linkSettings(options),
    form: input,
    shardBytes: shardSize,
    signal: AbortSignal.any([signal, finished.signal]),
    onSkipped: (path) => warn(`${path} is left out: its name says nothing that is read; see --input.`),
  }).finally(() => {
    isSubmitted = true;
  });
  submitting.catch(() => undefined);
  try {
    await workOnQueue(queue, {
      runner,
      threads: workers,
      linker,
      renewEvery: TELL_EVERY,
      signal,
      grace: 0,
      isOver: async () => isSubmitted && isEmpty(await queue.counts()),
      onEvent: tell,
      onDocuments: (more) => {
        documents += more;
        bar.onProgress({ stage: "linking", done: documents, unit: "documents" });
      },
    });
  } finally {
    finished.abort();
    bar.stop();
    await queue.close();
    await Promise.allSettled([submitting, runner.close()]);
  }
  if (signal.aborted) {
    throw new LinkingError("cancelled", `Stopped; the same command goes on where ${out} ends.`);
  }
  await sayResult(out, await submitting, await queue.counts());
}

async function sayResult(
  out: string,
  { shards, done }: SubmitSummary,
  { failed }: QueueCounts,
): Promise<void> {
  if (failed > 0) {
    throw new LinkingError(
      "bad-input",
      `${counted(failed, "shard")} of ${shards} could not be linked, as said above; mend the cause and run the same command again.`,
    );
  }
  const before = done > 0 ? `, ${done} of them before` : "";
  const errors = await countErrors(out);
  const unlinked =
    errors > 0 ? `, ${counted(errors, "document")} could not be linked (their lines say why)` : "";
  warn(
    `${counted(shards, "shard")} in ${out}${before}${unlinked}. Put them together with: mulrel jobs merge ${out} -o FILE`,
  );
}

/** Documents in whose place the shards have errors. */
async function countErrors(out: string): Promise<number> {
  let errors = 0;
  for await (const { id } of readPlan(out)) errors += (await readShardManifest(out, id))?.errors ?? 0;
  return errors;
}

const isEmpty = ({ waiting, running }: QueueCounts) => waiting + running === 0;

function tell(event: WorkEvent): void {
  if (event.kind === "failed") {
    warn(`shard ${event.shard.slice(0, 12)}, try ${event.attempt}, record ${event.record}: ${event.reason}`);
  }
  if (event.kind === "done") event.remarks?.forEach(warn);
  if (event.kind === "disk-full") warn(`${event.reason} Trying again in a while.`);
}
