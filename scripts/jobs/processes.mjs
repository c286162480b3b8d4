// Runs mulrel as processes of its own, as users do, and reads what workers say of their shards.
import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { fileURLToPath } from "node:url";

export const cli = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** Runs a command to its end; what it printed. @param {{ to?: string }} [options] `to`: a file for standard output */
export async function mulrel(args, options = {}) {
  const child = spawn(process.execPath, [cli, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  let complaint = "";
  if (options.to) child.stdout.pipe(createWriteStream(options.to));
  else child.stdout.on("data", (text) => (printed += text));
  child.stderr.on("data", (text) => (complaint += text));
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`mulrel ${args.join(" ")} ended with ${code}: ${complaint}`);
  return printed;
}

/** A worker process; `shards` tells what it said of each: started, done, known … */
export class WorkerProcess {
  constructor(redis, args = []) {
    /** @type {{ shard: string, event: string, at: number }[]} `at`: milliseconds */
    this.events = [];
    this.log = "";
    this.child = spawn(process.execPath, [cli, "jobs", "work", "--redis", redis, ...args], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let rest = "";
    this.child.stderr.on("data", (text) => {
      this.log += text;
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const match = /^mulrel: shard (\w+) ([\w-]+)/.exec(line);
        if (match) this.events.push({ shard: match[1], event: match[2], at: performance.now() });
      }
    });
    this.ended = new Promise((resolve) =>
      this.child.once("close", (code, signal) => resolve(code ?? signal)),
    );
  }

  /** How many shards came to this. */
  count(event) {
    return this.events.filter((e) => e.event === event).length;
  }

  /** Shards that were started and came to no end. */
  get unfinished() {
    const open = new Set();
    for (const { shard, event } of this.events) {
      if (event === "started") open.add(shard);
      else open.delete(shard);
    }
    return [...open];
  }

  async kill(signal = "SIGKILL") {
    this.child.kill(/** @type {NodeJS.Signals} */ (signal));
    return this.ended;
  }
}
