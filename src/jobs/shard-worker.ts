/** A thread that links shards: loads its linker with the first one. */
import { loadLinker } from "../loading/load-linker.js";
import type { WorkerSetUp } from "../workers/worker-pool.js";
import { linkShard, type ShardOutcome, type ShardTask } from "./link-shard.js";
import type { LinkerSource } from "./linker-identity.js";

const setUp: WorkerSetUp<LinkerSource, ShardTask, ShardOutcome> = async ({ model, ...load }) => {
  const linker = await loadLinker(model, load);
  return (task) => linkShard(linker, task);
};

export default setUp;
