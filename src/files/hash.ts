/** SHA-256 of files, so that every artefact can name what it was made from. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { LinkingError, messageOf } from "../errors.js";

/** Hexadecimal. */
export async function sha256OfFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20, signal }))
      hash.update(chunk as Buffer);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code === "ENOENT" ? "not-found" : "disk";
    throw new LinkingError(code, `${path} could not be read: ${messageOf(error)}.`, { cause: error });
  }
  return hash.digest("hex");
}
