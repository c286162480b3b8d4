/** The one error class of mulrel: a readable code for programs and a sentence for people. */

export type ErrorCode =
  | "usage" // the call was wrong: a flag, an argument, an option
  | "not-found" // a file, an entity, a model that is not there
  | "bad-file" // a file that is damaged, cut off, foreign or of the wrong form
  | "bad-input" // a value given by a caller or a client that cannot be used
  | "too-large" // more than a limit of the server allows
  | "shape-mismatch" // numbers that do not fit together
  | "not-a-number" // NaN or infinity where none may be
  | "out-of-memory" // memory that cannot grow
  | "mismatch" // artefacts that were not made for each other
  | "disk" // reading or writing failed
  | "busy" // too much work is waiting
  | "timeout" // the time limit was reached
  | "cancelled" // the caller's AbortSignal
  | "worker-lost" // a worker ended before its work was done
  | "unsupported"; // the platform lacks something

/**
 * Says what went wrong, where, what was found, what was wanted and what to do, in one sentence.
 * `code` is stable and meant for programs; `cause` keeps the error underneath.
 *
 * ```ts
 * import { LinkingError, openLinker } from "mulrel";
 *
 * try {
 *   await openLinker("https://example.org/model/");
 * } catch (error) {
 *   if (error instanceof LinkingError && error.code === "not-found") console.error(error.message);
 *   else throw error;
 * }
 * ```
 */
export class LinkingError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "LinkingError";
    this.code = code;
  }
}

/** Told by its name: a module bundled with its own copy of mulrel throws a class of the same name. */
export function isLinkingError(error: unknown): error is LinkingError {
  return error instanceof Error && error.name === "LinkingError";
}

/** Throws `cancelled` when the caller's signal has fired; call it between pieces of long work. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) {
    throw new LinkingError("cancelled", "The work was cancelled by the caller.", { cause: signal.reason });
  }
}

/** The message of anything thrown, for use inside a longer sentence. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
