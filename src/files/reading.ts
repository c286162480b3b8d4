/** Whatever goes wrong while a file is read becomes a sentence that names the file. */
import { basename } from "node:path";
import { isLinkingError, LinkingError } from "../errors.js";
import { describeBreak } from "./broken-stream.js";

/** Parsers put what they found into their complaints, however long it is. Characters. */
const LONGEST_REASON = 300;

function namingFile(error: unknown, path: string, signal: AbortSignal | undefined): LinkingError {
  if (signal?.aborted) {
    return new LinkingError("cancelled", "The work was cancelled by the caller.", { cause: error });
  }
  if (isLinkingError(error)) {
    const needsName = error.code === "bad-file" && !error.message.includes(basename(path));
    return needsName ? new LinkingError("bad-file", `${path}: ${error.message}`, { cause: error }) : error;
  }
  const { reason } = describeBreak(error);
  return new LinkingError(
    "bad-file",
    `${path} is damaged or of another kind than was wanted: ${reason.slice(0, LONGEST_REASON)}.`,
    { cause: error },
  );
}

/** What `read` gives. */
export async function readingFile<T>(
  path: string,
  read: () => T | Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw namingFile(error, path, signal);
  }
}

/** The items as they come. */
export async function* readingItems<T>(
  path: string,
  items: AsyncIterable<T>,
  signal?: AbortSignal,
): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    throw namingFile(error, path, signal);
  }
}
