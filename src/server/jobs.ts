/** What a worker is asked to do, and the bytes it answers with: the event loop neither links nor makes JSON of links. */
import { LinkBytes } from "../formats/links/link-bytes.js";
import { Linker } from "../linker/linker.js";
import { answerTooLarge, encodeAnswer } from "./answer-bytes.js";
import { linkRequest } from "./answer-link.js";
import { answerCandidates, answerEntity, rowOf } from "./answer-lookup.js";
import type { LinkRequest } from "./api-messages.js";
import { answerNif } from "./dialect-nif.js";
import { answerRel, type RelRequest } from "./dialect-rel.js";
import { answerSpotlight, type SpotlightRequest } from "./dialect-spotlight.js";
import type { LinkService } from "./link-service.js";

/** What is asked of one linker. */
export type Question =
  | { kind: "link"; request: LinkRequest }
  | { kind: "rel"; request: RelRequest }
  | { kind: "spotlight"; request: SpotlightRequest }
  | { kind: "nif"; turtle: string; textLimit: number }
  | { kind: "entity"; id: string }
  | { kind: "row"; title: string }
  | { kind: "candidates"; name: string; limit?: number }
  | { kind: "model" };

export type Job =
  | (Question & { linker: string; answerLimit: number })
  /** Makes a fresh thread load its linkers and whatever they make on first use. */
  | { kind: "warm-up" };

export interface JobResult {
  body: Uint8Array;
  /** Names linked or left NIL, for the metrics. */
  mentions: number;
  nil: number;
}

const WARM_UP_TEXT = "From London to Paris.";

/** Writes the thread's answers, one at a time. */
let linkBytes: LinkBytes | undefined;

export async function performJob(services: ReadonlyMap<string, LinkService>, job: Job): Promise<JobResult> {
  if (job.kind === "warm-up") {
    for (const service of services.values()) service.link(WARM_UP_TEXT);
    return { body: new Uint8Array(0), mentions: 0, nil: 0 };
  }
  return answerQuestion(services.get(job.linker)!, job, job.answerLimit);
}

async function answerQuestion(service: LinkService, job: Question, limit: number): Promise<JobResult> {
  const result = (answer: unknown, mentions = 0, linked = 0): JobResult => ({
    body: encodeAnswer(JSON.stringify(answer), limit),
    mentions,
    nil: mentions - linked,
  });
  service.refresh?.();
  switch (job.kind) {
    case "link": {
      const { links, options } = linkRequest(service, job.request);
      // of a linker of ours we know that rows of one knowledge base keep their entities; others may do as they like
      const kb = service instanceof Linker ? service.kb : undefined;
      linkBytes ??= new LinkBytes();
      const body = linkBytes.list("links", links, { ...options, kb, limit, tooLarge: answerTooLarge });
      let nil = 0;
      for (const { entity } of links) if (!entity) nil++;
      return { body, mentions: links.length, nil };
    }
    case "rel": {
      const { annotations, mentions } = answerRel(service, job.request);
      return result(annotations, mentions, annotations.length);
    }
    case "spotlight": {
      const { annotation, mentions } = answerSpotlight(service, job.request);
      return result(annotation, mentions, annotation.Resources?.length ?? 0);
    }
    case "nif": {
      const { turtle, mentions, nil } = await answerNif(service, job.turtle, job.textLimit);
      return { body: encodeAnswer(turtle, limit), mentions, nil };
    }
    case "entity":
      return result(answerEntity(service, job.id));
    case "row":
      return result({ row: rowOf(service, job.title) });
    case "candidates":
      return result(answerCandidates(service, job.name, job.limit));
    case "model":
      return result(service.description);
  }
}
