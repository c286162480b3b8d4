/** What the commands of `mulrel jobs` share: where Redis is, which queue, and shards as people read them. */
import { type Command, InvalidArgumentError, Option } from "commander";
import type { RedisQueueOptions } from "../jobs/redis-queue.js";
import type { FailedShard, ShardQueue } from "../jobs/shard-queue.js";

export interface QueueFlags {
  redis: string;
  queue: string;
}

const LOCAL = "redis://127.0.0.1:6379";

export function addQueueFlags(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--redis <url>",
        "where Redis is: redis://user:password@host:port/number, rediss:// for TLS; in MULREL_REDIS nobody sees the password",
      )
        .env("MULREL_REDIS")
        .default(LOCAL),
    )
    .option("--queue <name>", "name of the queue; one queue is for one linker", checkQueueName, "links");
}

function checkQueueName(text: string): string {
  if (/^[\w-]{1,64}$/.test(text)) return text;
  throw new InvalidArgumentError("Give letters, digits, - and _, at most 64.");
}

/** BullMQ is loaded here, with the first command that needs it. */
export async function openQueue(
  { redis, queue }: QueueFlags,
  more: Partial<RedisQueueOptions> = {},
): Promise<ShardQueue> {
  const { openRedisQueue } = await import("../jobs/redis-queue.js");
  return openRedisQueue({ url: redis, name: queue, ...more });
}

/** Opens, does, closes. */
export async function withQueue<Result>(
  flags: QueueFlags,
  work: (queue: ShardQueue) => Promise<Result>,
): Promise<Result> {
  const queue = await openQueue(flags);
  try {
    return await work(queue);
  } finally {
    await queue.close();
  }
}

export const shortId = (id: string) => id.slice(0, 12);

/** "3f2a… news.jsonl from byte 0, record 17, 3 tries: sentence". */
export function describeFailure({ shard, attempts, reason, record }: FailedShard): string {
  const [piece] = shard.pieces;
  const from = piece.from > 0 ? ` from byte ${piece.from}` : "";
  const more = shard.pieces.length > 1 ? ` and ${shard.pieces.length - 1} more` : "";
  const where = record === undefined ? "" : `, record ${record}`;
  return `${shortId(shard.id)}  ${piece.path}${from}${more}${where}, ${attempts} tries: ${reason}`;
}
