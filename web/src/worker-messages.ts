/** What the page and its linking worker tell each other. */
import type { LinkAnswer, LinkRequest } from "../../src/server/api-messages.js";
import type { LoadProgress, ModelDescription } from "./backend.js";

export interface WorkerQuestion {
  number: number;
  /** Left out: the question is what the model is. */
  request?: LinkRequest;
}

export type WorkerReply =
  | { kind: "progress"; progress: LoadProgress }
  | { kind: "answer"; number: number; answer: LinkAnswer | ModelDescription }
  | { kind: "failure"; number: number; message: string };
