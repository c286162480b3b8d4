/** Shards that nobody reads, for tests of queues and workers. */
import type { Shard } from "../src/jobs/shard.js";

export function shardNamed(id: string, more: Partial<Shard> = {}): Shard {
  const piece = { path: `${id}.jsonl`, form: "jsonl" as const, from: 0, to: 10, line: 1 };
  const reads = { pieces: [piece], sha256: "", bytes: 10 };
  return {
    id,
    number: 0,
    base: "/nowhere",
    out: "/nowhere/out",
    linker: "l",
    settings: {},
    ...reads,
    ...more,
  };
}

export async function* shardsNamed(...ids: string[]): AsyncGenerator<Shard> {
  for (const id of ids) yield shardNamed(id);
}

export const manifestOf = (shard: string) => ({
  shard,
  rows: 1,
  errors: 0,
  bytes: 9,
  sha256: "",
  linker: "l",
});
