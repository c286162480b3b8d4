/** mulrel's linking core: runs in Node and in browsers, needs no Node API. Re-exports only. */
export { type ErrorCode, LinkingError } from "./errors.js";
export { Random, type RandomState } from "./math/random.js";
export type { Candidate, Entity, Mention, OnProgress, Progress, Span } from "./types.js";
