/** How a task's outcome crosses the thread boundary: errors lose their class and code there, so they travel as values. */
import { type ErrorCode, isLinkingError, LinkingError, messageOf } from "../errors.js";

export type Outcome<Result> =
  | { result: Result }
  | { failure: { code: ErrorCode | undefined; name: string; message: string; stack: string | undefined } };

/** An error made ready to travel. */
export function failureOf(error: unknown): Outcome<never> {
  return {
    failure: {
      code: isLinkingError(error) ? error.code : undefined,
      name: error instanceof Error ? error.name : "Error",
      message: messageOf(error),
      stack: error instanceof Error ? error.stack : undefined,
    },
  };
}

/** The result, or the error as it was thrown in the worker. */
export function unwrapOutcome<Result>(outcome: Outcome<Result>): Result {
  if ("result" in outcome) return outcome.result;
  const { code, name, message, stack } = outcome.failure;
  const error = code === undefined ? new Error(message) : new LinkingError(code, message);
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  throw error;
}
