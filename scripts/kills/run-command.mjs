// Runs the built program, to its end or to a kill.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/**
 * With `killAfter` milliseconds it is killed then, by SIGKILL.
 * @param {string[]} args @param {number} [killAfter]
 * @returns {Promise<{ code: number | null, killed: boolean, complaint: string }>}
 */
export function attempt(args, killAfter) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, ...args], { stdio: ["ignore", "ignore", "pipe"] });
    let complaint = "";
    child.stderr.on("data", (text) => (complaint += text));
    const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfter);
    child.on("exit", (code, signal) => {
      clearTimeout(timer);
      resolve({ code, killed: signal === "SIGKILL", complaint });
    });
  });
}

/** To its end, which must be good. */
export async function run(args) {
  const { code, complaint } = await attempt(args);
  if (code !== 0) throw new Error(`mulrel ${args.join(" ")}: ${complaint}`);
}
