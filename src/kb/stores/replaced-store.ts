/**
 * A new store in the place of an old one. Systems have no step that replaces a folder with something in it, so the old one is
 * moved aside first; from then until the new one is there, whoever opens the path finds the old one at its other name.
 */
import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { syncDirectory } from "../../files/atomic-file.js";

const asideOf = (path: string) => `${path}.replaced`;

/** For who holds the write lock of `path`. */
export async function replaceStore(fresh: string, path: string): Promise<void> {
  await settleStore(path);
  if (existsSync(path)) await rename(path, asideOf(path));
  await rename(fresh, path);
  await syncDirectory(dirname(resolve(path)));
  await rm(asideOf(path), { recursive: true, force: true });
}

/** Ends a replacement that was broken off: the new store if it was in place, the old one otherwise. For who holds the write lock. */
export async function settleStore(path: string): Promise<void> {
  if (!existsSync(asideOf(path))) return;
  if (existsSync(path)) await rm(asideOf(path), { recursive: true, force: true });
  else await rename(asideOf(path), path);
}

/** Where to read the store of this path; the path itself when there is none. */
export function placeToRead(path: string): string {
  return !existsSync(path) && existsSync(asideOf(path)) ? asideOf(path) : path;
}
