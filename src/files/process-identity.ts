/** Who this process is, so that another one can tell later whether it still lives: a number alone is given anew after a while. */
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { checksum } from "./checksum.js";

export interface ProcessIdentity {
  pid: number;
  host: string;
  /** Tells apart what process numbers mean something only within: machine, its start, container. */
  machine: string;
  /** When the process began, in the system's ticks; "" where the system does not tell. */
  started: string;
}

/** "alive" and "dead" are certain; a process of another machine is "elsewhere". */
export type Liveness = "alive" | "dead" | "elsewhere";

let own: ProcessIdentity | undefined;

export function thisProcess(): ProcessIdentity {
  own ??= { pid: process.pid, host: hostname(), machine: machineOf(), started: startOf(process.pid) };
  return own;
}

export function livenessOf({ pid, machine, started }: ProcessIdentity): Liveness {
  if (machine !== thisProcess().machine) return "elsewhere";
  if (!isRunning(pid)) return "dead";
  return started === startOf(pid) ? "alive" : "dead";
}

/** Is there a process of this number, whoever it is? */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // somebody else's process may not be sent signals, but it is there
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function machineOf(): string {
  const boot = attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim());
  const container = attempt(() => readlinkSync("/proc/self/ns/pid"));
  return checksum(new TextEncoder().encode(`${hostname()} ${boot} ${container}`)).slice(0, 8);
}

/** The 22nd field of the process's line; the second may hold blanks and brackets, so fields are counted from its end. */
function startOf(pid: number): string {
  return attempt(() => {
    const line = readFileSync(`/proc/${pid}/stat`, "latin1");
    return line.slice(line.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  });
}

function attempt(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
