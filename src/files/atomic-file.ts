/** Files that appear complete or not at all: written under a temporary name, synced, then renamed. */
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { LinkingError, messageOf } from "../errors.js";
import { removeLeftovers, temporaryName } from "./leftovers.js";

/** An open file under a temporary name. Nothing is at `path` until `commit`. */
export interface AtomicFile {
  readonly path: string;
  write(data: string | Uint8Array): Promise<void>;
  /** Syncs, closes and gives the file its name. */
  commit(): Promise<void>;
  /** Closes and removes the temporary file; whatever was at `path` before is still there. */
  abort(): Promise<void>;
}

const BUFFERED = 1 << 16;

function diskError(path: string, error: unknown): LinkingError {
  const full =
    (error as NodeJS.ErrnoException).code === "ENOSPC" ? " The disk is full: free some space." : "";
  return new LinkingError("disk", `${path} could not be written: ${messageOf(error)}.${full}`, {
    cause: error,
  });
}

/** Makes the rename itself survive a power cut. Not every platform can open a directory; there it is left out. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, "r").catch(() => undefined);
  await directory?.sync().catch(() => undefined);
  await directory?.close();
}

/** Folders on the way to `path` are made. Text is encoded as UTF-8. */
export async function createAtomicFile(path: string): Promise<AtomicFile> {
  const temporary = temporaryName(path);
  let handle: FileHandle;
  try {
    await mkdir(dirname(resolve(path)), { recursive: true });
    handle = await open(temporary, "wx");
    removeLeftovers(path, (await handle.stat()).mtimeMs);
  } catch (error) {
    throw diskError(path, error);
  }
  let waiting: string[] = [];
  let waitingLength = 0;

  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      await handle.close().catch(() => undefined);
      await rm(temporary, { force: true }).catch(() => undefined);
      throw diskError(path, error);
    }
  };
  const writeAll = async (data: Uint8Array) => {
    for (let done = 0; done < data.length; ) done += (await handle.write(data, done)).bytesWritten;
  };
  const flush = async () => {
    if (waiting.length === 0) return;
    const data = Buffer.from(waiting.join(""), "utf8");
    waiting = [];
    waitingLength = 0;
    await attempt(() => writeAll(data));
  };

  return {
    path,
    async write(data) {
      if (typeof data === "string") {
        waiting.push(data);
        waitingLength += data.length;
        if (waitingLength >= BUFFERED) await flush();
        return;
      }
      await flush();
      await attempt(() => writeAll(data));
    },
    async commit() {
      await flush();
      await attempt(async () => {
        await handle.sync();
        await handle.close();
        await rename(temporary, path);
        await syncDirectory(dirname(resolve(path)));
      });
    },
    async abort() {
      await handle.close().catch(() => undefined);
      await rm(temporary, { force: true });
    },
  };
}

/** The whole content at once, complete or not at all. */
export async function writeFileAtomically(path: string, data: string | Uint8Array): Promise<void> {
  const file = await createAtomicFile(path);
  await file.write(data);
  await file.commit();
}
