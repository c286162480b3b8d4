/** `mulrel jobs cancel`: takes out what waits. */
import { Command } from "commander";
import { counted } from "../text/counted.js";
import { addQueueFlags, type QueueFlags, withQueue } from "./jobs-flags.js";
import { printLine } from "./terminal.js";

async function run(options: QueueFlags): Promise<void> {
  const cancelled = await withQueue(options, (queue) => queue.cancel());
  printLine(`${counted(cancelled, "shard")} cancelled`);
}

export function createCommand(): Command {
  const command = new Command().description(
    "Takes all waiting shards out of a queue. Those at work are finished; what is done stays. Submitting again puts the rest back.",
  );
  return addQueueFlags(command).action(run);
}
