/**
 * One writer at a time for an artefact, by a lock that a dead process cannot hold. Node has no lock of the system's, so every
 * claimant puts a file of its own beside the artefact and looks for others' after that: of two, at least one sees the other. No file is ever
 * shared or taken over, so removing that of a dead process cannot remove a living one's.
 */
import { randomUUID } from "node:crypto";
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { LinkingError, messageOf } from "../errors.js";
import { removeLeftovers, temporaryName } from "./leftovers.js";
import { livenessOf, type ProcessIdentity, thisProcess } from "./process-identity.js";

interface Claim extends ProcessIdentity {
  /** What the process does: "kb add". */
  work: string;
}

/** Two that claim at one moment both give way; a few tries at odd moments part them. */
const TRIES = 12;
const LONGEST_PAUSE = 40;
/** A holder shows that it lives, for those who cannot look at its process. Milliseconds. */
const HEARTBEAT = 20_000;
/** So long without a sign of life, and a process of another machine is taken for dead. Milliseconds. */
const SILENCE = 600_000;

/**
 * Does `work` while nobody else writes at `path`. A second writer is refused with `busy` and a sentence that names the first.
 * What is left under temporary names by writers that were killed is removed first.
 */
export async function withWriteLock<T>(path: string, what: string, work: () => Promise<T>): Promise<T> {
  const release = await acquire(resolve(path), path, what);
  try {
    removeLeftovers(path);
    removeLeftovers(`${path}.lock`);
    return await work();
  } finally {
    release();
  }
}

async function acquire(place: string, path: string, work: string): Promise<() => void> {
  let holder: { claim: Claim | undefined } | undefined;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const own = putClaim(place, path, { ...thisProcess(), work });
    holder = findOther(place, own.file);
    if (!holder) return own.keep();
    own.withdraw();
    await wait(1 + (own.chance % (LONGEST_PAUSE + attempt)));
  }
  const claim = holder?.claim;
  const who = claim
    ? `by process ${claim.pid} on ${claim.host} (mulrel ${claim.work})`
    : "by another process";
  throw new LinkingError(
    "busy",
    `${path} is being written ${who}; nothing was changed. Wait until that is done, or end it, and give the command again.`,
  );
}

const prefixOf = (place: string) => `${basename(place)}.lock-`;

function putClaim(place: string, path: string, claim: Claim) {
  const chance = randomUUID().slice(0, 8);
  const file = `${prefixOf(place)}${claim.machine}-${claim.pid}-${chance}`;
  const full = join(dirname(place), file);
  const content = JSON.stringify(claim);
  let handle: number;
  try {
    mkdirSync(dirname(place), { recursive: true });
    // under its name only once it is whole: nobody reads half a claim
    const temporary = temporaryName(`${place}.lock`);
    handle = openSync(temporary, "wx");
    writeSync(handle, content);
    renameSync(temporary, full);
  } catch (error) {
    throw new LinkingError("disk", `${path} cannot be locked for writing: ${messageOf(error)}.`, {
      cause: error,
    });
  }
  const withdraw = () => {
    closeSync(handle);
    rmSync(full, { force: true });
  };
  return {
    file,
    /** For moments that differ between claimants. */
    chance: Number.parseInt(chance, 16),
    withdraw,
    keep() {
      const beat = setInterval(() => writeSync(handle, content, 0), HEARTBEAT).unref();
      return () => {
        clearInterval(beat);
        withdraw();
      };
    },
  };
}

/** Another claim whose process may live; claims of the dead are removed. */
function findOther(place: string, own: string): { claim: Claim | undefined } | undefined {
  const folder = dirname(place);
  const now = statSync(join(folder, own)).mtimeMs;
  for (const file of readdirSync(folder)) {
    if (!file.startsWith(prefixOf(place)) || file === own) continue;
    const full = join(folder, file);
    const found = readClaim(full);
    if (found === "gone") continue;
    if (!isDead(found.claim, now - found.changed)) return { claim: found.claim };
    rmSync(full, { force: true });
  }
  return undefined;
}

/** `changed`: when it last showed a sign of life, by the clock of the disk. */
function readClaim(full: string): { claim: Claim | undefined; changed: number } | "gone" {
  try {
    const changed = statSync(full).mtimeMs;
    return { claim: parseClaim(readFileSync(full, "utf8")), changed };
  } catch {
    return "gone";
  }
}

function parseClaim(text: string): Claim | undefined {
  try {
    return JSON.parse(text) as Claim;
  } catch {
    return undefined;
  }
}

function isDead(claim: Claim | undefined, silence: number): boolean {
  const liveness = claim ? livenessOf(claim) : "elsewhere";
  if (liveness === "dead") return true;
  // where starts of processes are not told, a number may have been given to somebody else since
  const isCertain = liveness === "alive" && claim?.started !== "";
  return !isCertain && silence > SILENCE;
}
