/** Files read at one go. */
import { open } from "node:fs/promises";
import { LinkingError, messageOf } from "../errors.js";

/** A whole file in one buffer of its own, so that views of it are aligned. */
export async function readWholeFile(path: string, shared = false): Promise<ArrayBuffer | SharedArrayBuffer> {
  const handle = await open(path, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      throw new LinkingError("not-found", `There is no file ${path}; check the path.`, { cause: error });
    }
    throw new LinkingError("disk", `${path} could not be read: ${error.message}.`, { cause: error });
  });
  try {
    const { size } = await handle.stat();
    const buffer = shared ? new SharedArrayBuffer(size) : new ArrayBuffer(size);
    const bytes = new Uint8Array(buffer);
    // one read call takes at most 2 GiB
    for (let done = 0; done < size; ) {
      const { bytesRead } = await handle.read(bytes, done, Math.min(size - done, 1 << 30), done);
      if (bytesRead === 0) throw new Error(`it ended after ${done} of ${size} bytes`);
      done += bytesRead;
    }
    return buffer;
  } catch (error) {
    throw new LinkingError("disk", `${path} could not be read: ${messageOf(error)}.`, { cause: error });
  } finally {
    await handle.close();
  }
}
