/** Whoever links for the page: a server, or a worker in this browser. */
import type { LinkAnswer, LinkRequest } from "../../src/server/api-messages.js";

export interface ModelDescription {
  name?: string;
  entities?: number;
}

export interface LoadProgress {
  /** Bytes so far and in all. */
  done: number;
  total: number;
}

export interface Backend {
  /** Where the text goes, in a few words for the page. */
  readonly place: "server" | "browser";
  link(request: LinkRequest): Promise<LinkAnswer>;
  describe(): Promise<ModelDescription>;
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
