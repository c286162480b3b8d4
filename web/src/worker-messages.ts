/** What the page and its linking worker tell each other. */
import type { LinkAnswer, LinkRequest } from "../../src/server/api-messages.js";
import type { CatalogueAnswer, LoadProgress, ModelDescription } from "./backend.js";

export interface WorkerQuestion {
  number: number;
  /** Left out: the question is what the model is. */
  request?: LinkRequest;
  /** Own entities to link to, as a file has them. */
  catalogue?: { layer: string; text: string };
}

export type WorkerReply =
  | { kind: "progress"; progress: LoadProgress }
  | { kind: "answer"; number: number; answer: LinkAnswer | ModelDescription | CatalogueAnswer }
  | { kind: "failure"; number: number; message: string };
