/** What the pool and its workers tell each other. */
import type { JobResult } from "./jobs.js";

export interface WorkerSettings {
  /** Address of a module that exports `createLinkService(options)`. */
  serviceModule: string;
  serviceOptions: unknown;
}

export type WorkerAnswer =
  | { kind: "ready" }
  | { kind: "unable"; code: string; message: string }
  | { kind: "result"; result: JobResult }
  | { kind: "failure"; code: string; message: string };
