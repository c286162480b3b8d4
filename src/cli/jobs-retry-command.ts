/** `mulrel jobs retry`: new tries for shards that were set aside. */
import { Command } from "commander";
import { counted } from "../text/counted.js";
import { addQueueFlags, type QueueFlags, withQueue } from "./jobs-flags.js";
import { printLine } from "./terminal.js";

async function run(options: QueueFlags): Promise<void> {
  const again = await withQueue(options, (queue) => queue.retryFailed());
  printLine(`${counted(again, "shard")} will be tried again`);
}

export function createCommand(): Command {
  const command = new Command().description(
    "Gives all shards that were set aside three new tries: when their files are back, or there is more memory.",
  );
  return addQueueFlags(command).action(run);
}
