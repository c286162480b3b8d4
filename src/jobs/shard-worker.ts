/** A thread that links shards: loads its linker with the first one. */
import { loadFromSource, type SharingSource } from "../loading/linker-source.js";
import type { WorkerSetUp } from "../workers/worker-pool.js";
import { linkShard, type ShardOutcome, type ShardTask } from "./link-shard.js";

const setUp: WorkerSetUp<SharingSource, ShardTask, ShardOutcome> = async (source) => {
  const linker = await loadFromSource(source);
  return (task) => linkShard(linker, task);
};

export default setUp;
