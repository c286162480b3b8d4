/** Temporary names beside an artefact, and the removal of what killed writers left under them. */
import { randomUUID } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isRunning, thisProcess } from "./process-identity.js";

/** So old a leftover is nobody's any more, wherever its process ran. Milliseconds. */
const A_DAY = 86_400_000;
const pattern = /^\.([0-9a-f]{8})-(\d+)-[0-9a-f]{8}\.tmp$/;

/** A name beside `path` that nobody else uses; it says whose it is. */
export function temporaryName(path: string): string {
  const { machine, pid } = thisProcess();
  return `${path}.${machine}-${pid}-${randomUUID().slice(0, 8)}.tmp`;
}

/**
 * Removes temporary files and folders of `path` whose process is dead, and those of other machines that are older than a day at
 * `now` (a time of the disk's clock; without it they stay). What cannot be removed stays.
 */
export function removeLeftovers(path: string, now?: number): void {
  const place = resolve(path);
  let files: string[];
  try {
    files = readdirSync(dirname(place));
  } catch {
    return;
  }
  const name = basename(place);
  for (const file of files) {
    const parts = file.startsWith(name) ? pattern.exec(file.slice(name.length)) : null;
    if (!parts || Number(parts[2]) === process.pid) continue;
    const full = join(dirname(place), file);
    const isHere = parts[1] === thisProcess().machine;
    const isOrphan = isHere ? !isRunning(Number(parts[2])) : isOlder(full, now);
    if (isOrphan) remove(full);
  }
}

function isOlder(path: string, now: number | undefined): boolean {
  try {
    return now !== undefined && now - statSync(path).mtimeMs > A_DAY;
  } catch {
    return false;
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // a leftover is no reason to stop
  }
}
