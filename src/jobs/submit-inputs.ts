/** From input names to shards in a queue, one at a time; what is done already is not submitted. */
import { createPlan, readShardManifest } from "./batch-folder.js";
import { type CutOptions, cutShards } from "./cut-shards.js";
import { type FindOptions, findInputs } from "./find-inputs.js";
import { type Batch, createShard, type Shard } from "./shard.js";
import type { ShardQueue } from "./shard-queue.js";

export interface SubmitOptions
  extends Batch,
    Pick<FindOptions, "form" | "onSkipped">,
    Pick<CutOptions, "shardBytes" | "signal"> {
  /** Told after each shard. */
  onShard?: (shard: Shard, isDone: boolean) => void;
}

export interface SubmitSummary {
  shards: number;
  bytes: number;
  /** Put into the queue. */
  added: number;
  /** In the queue already. */
  known: number;
  /** In the folder already. */
  done: number;
}

/** The folder's plan becomes what was submitted last, once all of it is. */
export async function submitInputs(
  queue: Pick<ShardQueue, "submit">,
  inputs: readonly string[],
  options: SubmitOptions,
): Promise<SubmitSummary> {
  const summary = { shards: 0, bytes: 0, added: 0, known: 0, done: 0 };
  const plan = await createPlan(options);
  const { base, out, linker, settings } = options;
  async function* shards(): AsyncGenerator<Shard> {
    for await (const reads of cutShards(findInputs(inputs, options), options)) {
      const shard = createShard(reads, { base, out, linker, settings }, summary.shards++);
      summary.bytes += reads.bytes;
      await plan.add(shard);
      const isDone = (await readShardManifest(out, shard.id)) !== undefined;
      options.onShard?.(shard, isDone);
      if (isDone) summary.done++;
      else yield shard;
    }
  }
  try {
    Object.assign(summary, await queue.submit(shards()));
    await plan.commit();
  } catch (error) {
    await plan.abort().catch(() => undefined);
    throw error;
  }
  return summary;
}
