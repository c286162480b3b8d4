/** How much of the files that a process has mapped is resident in it. */
import { readFileSync } from "node:fs";

const PAGE = 4096;

/** Bytes; undefined where the system does not tell (anything but Linux). */
export function mappedBytes(): number | undefined {
  try {
    // pages: size, resident, of those from files (or shared), …
    return Number(readFileSync("/proc/self/statm", "latin1").split(" ", 3)[2]) * PAGE;
  } catch {
    return undefined;
  }
}
