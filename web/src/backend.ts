/** Whoever links for the page: a server, or a worker in this browser. */

import type { LinkAnswer, LinkRequest } from "../../src/server/api-messages.js";
import type { HeldOutPrecision } from "./confidence-slider.js";

/** What `GET /v1/model` tells, as far as the page looks at it. */
export interface ModelDescription {
  name?: string;
  entities?: number;
  /** What each relation connects. */
  relations?: string[];
  /** The confidence a link needs, and what confidences were worth on held-out text. */
  nil?: number;
  precisions?: HeldOutPrecision[];
  /** Texts made of own entities, and how many of them each layer has. */
  examples?: { name: string; text: string }[];
  layers?: Record<string, number>;
  /** Of a server: characters of a text, characters explained at once, milliseconds. */
  limits?: { text: number; explained: number; milliseconds: number };
}

/** How far the model's way into the browser is. */
export interface LoadProgress {
  /** "first": what the first text needs; "rest": all, while texts are linked already; "complete": it is kept for the next visit. */
  stage: "first" | "rest" | "complete";
  /** Bytes so far and in all. */
  done: number;
  total: number;
}

export interface Backend {
  /** Where the text goes, in a few words for the page. */
  readonly place: "server" | "browser";
  link(request: LinkRequest): Promise<LinkAnswer>;
  describe(): Promise<ModelDescription>;
  /** Own entities beside the model's, in the place of those of the same layer; only where nothing leaves the browser. */
  addCatalogue?(layer: string, text: string): Promise<CatalogueAnswer>;
}

/** What a catalogue changed. */
export interface CatalogueAnswer {
  added: number;
  model: ModelDescription;
}

export type CreateBackend = (onProgress: (progress: LoadProgress) => void) => Backend;

/** A failure with a sentence that the page shows as it is. */
export class BackendError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}
