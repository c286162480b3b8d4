/**
 * A digest beside an LMDB store. LMDB trusts its file: a changed bit can end the process that reads it. So the file is compared
 * before it is mapped; stores that are too large for that at every opening are left to `mulrel check`.
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync, rmSync } from "node:fs";
import { join } from "node:path";
import { LinkingError } from "../../errors.js";
import { writeFileAtomically } from "../../files/atomic-file.js";
import { checksumWords } from "../../files/checksum.js";

const BLOCK = 1 << 20;
/** Compared at every opening up to this size, which takes a tenth of a second; bytes. */
const COMPARED = 64 << 20;

const digestPath = (path: string) => join(path, "digest");

/** The checksum of the checksums of all blocks, and the length. */
function digestOf(path: string): string {
  const file = openSync(join(path, "data.mdb"), "r");
  try {
    const { size } = fstatSync(file);
    const sums = new Uint32Array(2 * Math.ceil(size / BLOCK) + 2);
    const block = new Uint8Array(BLOCK);
    for (let at = 0, i = 0; at < size; i++) {
      const got = readSync(file, block, 0, Math.min(BLOCK, size - at), at);
      if (got === 0) break;
      sums.set(checksumWords(block.subarray(0, got)), 2 * i);
      at += got;
    }
    const [a, b] = checksumWords(new Uint8Array(sums.buffer));
    return `${size} ${a.toString(16)} ${b.toString(16)}\n`;
  } finally {
    closeSync(file);
  }
}

function storedDigest(path: string): string | undefined {
  try {
    return readFileSync(digestPath(path), "latin1");
  } catch {
    return undefined;
  }
}

/** Only knowledge bases have one. */
export function hasStoreDigest(path: string): boolean {
  return storedDigest(path) !== undefined;
}

/** After the store was written and closed. */
export async function writeStoreDigest(path: string): Promise<void> {
  await writeFileAtomically(digestPath(path), digestOf(path));
}

/** Before the store is changed: a writer that is killed leaves a store without a digest, not one with a wrong digest. */
export function dropStoreDigest(path: string): void {
  rmSync(digestPath(path), { force: true });
}

/** Refuses a store that is not as it was written; `always` for large ones, too. Says whether it was compared. */
export function checkStoreDigest(path: string, always = false): boolean {
  const wanted = storedDigest(path);
  if (wanted === undefined || (!always && !(Number(wanted.split(" ")[0]) <= COMPARED))) return false;
  if (digestOf(path) === wanted) return true;
  // somebody has begun to add to it meanwhile
  if (storedDigest(path) !== wanted) return false;
  throw new LinkingError(
    "bad-file",
    `${join(path, "data.mdb")} is damaged: it is not as it was written (its digest does not fit); copy it again, or make it again with \`mulrel kb build --store lmdb\`.`,
  );
}
