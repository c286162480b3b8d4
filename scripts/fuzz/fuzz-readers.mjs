// Bends files of every kind and reads them, in a process of its own that may die or hang: both are failures, and the next case goes on.
import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Milliseconds of a processor, where the system tells them: on a busy machine the clock says little of a case. */
const LONGEST_CASE = 5000;
/** By the clock, for cases that wait for ever. Milliseconds. */
const LONGEST_WAIT = 120_000;
/** Loading everything and writing the seeds, on a busy machine. Milliseconds. */
const LONGEST_START = 300_000;

/**
 * @param {{ seed: number, cases: number, onCase?: (done: number) => void }} options
 * @returns {Promise<{ cases: number, refused: number, failures: string[] }>}
 */
export async function fuzzReaders({ seed, cases, onCase = () => {} }) {
  const result = { cases: 0, refused: 0, failures: [] };
  for (let next = 0; next < cases; ) next = await runFrom(next, cases, seed, result, onCase);
  return result;
}

/** What a process has used of processors so far, in milliseconds; undefined where there is no /proc. */
function processorTime(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return undefined;
  }
}

/** Kills a process that takes too long for a case; returns what ends the watch. */
function watchCase(child) {
  const begun = performance.now();
  const before = processorTime(child.pid);
  const look = () => {
    const waited = performance.now() - begun;
    const used = before === undefined ? waited : (processorTime(child.pid) ?? 0) - before;
    if (used >= LONGEST_CASE || waited >= LONGEST_WAIT) child.kill("SIGKILL");
    else timer = setTimeout(look, Math.max(100, LONGEST_CASE - used));
  };
  let timer = setTimeout(look, LONGEST_CASE);
  return () => clearTimeout(timer);
}

/** Resolves to the number of the case to go on with. */
function runFrom(from, to, seed, result, onCase) {
  return new Promise((resolve, reject) => {
    const file = fileURLToPath(new URL("run-cases.mjs", import.meta.url));
    const child = fork(file, [seed, from, to].map(String), { stdio: ["ignore", "ignore", "pipe", "ipc"] });
    let complaint = "";
    child.stderr?.on("data", (text) => (complaint = (complaint + text).slice(-2000)));
    let running;
    let last = from - 1;
    const start = setTimeout(() => child.kill("SIGKILL"), LONGEST_START);
    let endWatch = () => clearTimeout(start);
    child.on("message", (/** @type {any} */ message) => {
      endWatch();
      endWatch = watchCase(child);
      if (message.begins !== undefined) {
        running = message;
        return;
      }
      running = undefined;
      last = message.ends;
      result.cases++;
      if (message.refused) result.refused++;
      if (message.wrong) result.failures.push(`case ${last} (${message.kind}): ${message.wrong}`);
      onCase(result.cases);
    });
    child.on("exit", (code, signal) => {
      endWatch();
      if (running) {
        const how =
          signal === "SIGKILL"
            ? `no end after ${LONGEST_CASE / 1000} s`
            : `the process ended (${signal ?? code})`;
        result.failures.push(`case ${running.begins} (${running.kind}): ${how} ${complaint.slice(0, 300)}`);
        result.cases++;
        resolve(running.begins + 1);
      } else if (last < from && code !== 0) reject(new Error(`the fuzzer does not start: ${complaint}`));
      else resolve(last + 1);
    });
  });
}
