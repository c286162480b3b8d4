// Starts `mulrel serve` as a user would, on a free port, and watches its memory.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const ownCli = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** Ready when the model is loaded. `stop` ends it gracefully; `ended` tells its exit code. */
export async function startServer(args = [], cli = ownCli) {
  const child = spawn(process.execPath, [cli, "serve", "--quiet", "--port", "0", ...args], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let told = "";
  child.stderr.setEncoding("utf8");
  const ended = new Promise((resolve) => child.once("exit", (code, signal) => resolve(code ?? signal)));
  const url = await new Promise((resolve, reject) => {
    child.stderr.on("data", (text) => {
      told = (told + text).slice(-10_000);
      const address = /are at (http:\/\/\S+) /.exec(told)?.[1];
      if (address) resolve(address);
    });
    child.once("exit", () => reject(new Error(`mulrel serve ended before it was ready: ${told}`)));
  });
  return {
    url,
    ended,
    log: () => told,
    async stop() {
      child.kill("SIGTERM");
      return ended;
    },
    /** Resident memory in bytes, as the server itself tells. */
    memory: () => metric(url, "process_resident_memory_bytes"),
    /** Processor time of the server and its threads in seconds, likewise. */
    processorTime: () => metric(url, "process_cpu_seconds_total"),
  };
}

async function metric(url, name) {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
}

export const mean = (numbers) => numbers.reduce((a, b) => a + b, 0) / numbers.length;

/** Mean of the first quarter and of the last, and how much the last is above the first. */
export function quarters(samples) {
  const size = Math.max(1, Math.floor(samples.length / 4));
  const first = mean(samples.slice(0, size));
  const last = mean(samples.slice(-size));
  return { first, last, growth: last / first - 1 };
}
