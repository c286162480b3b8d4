/** What a worker is asked to do, and the bytes it answers with: the event loop neither links nor makes JSON of links. */

import { answerLink } from "./answer-link.js";
import { answerCandidates, answerEntity, rowOf } from "./answer-lookup.js";
import type { LinkRequest } from "./api-messages.js";
import { answerNif } from "./dialect-nif.js";
import { answerRel, type RelRequest } from "./dialect-rel.js";
import { answerSpotlight, type SpotlightRequest } from "./dialect-spotlight.js";
import type { LinkService } from "./link-service.js";

export type Job =
  | { kind: "link"; request: LinkRequest }
  | { kind: "rel"; request: RelRequest }
  | { kind: "spotlight"; request: SpotlightRequest }
  | { kind: "nif"; turtle: string; textLimit: number }
  | { kind: "entity"; id: string }
  | { kind: "row"; title: string }
  | { kind: "candidates"; name: string }
  | { kind: "model" };

export interface JobResult {
  body: string;
  /** Names linked or left NIL, for the metrics. */
  mentions: number;
  nil: number;
}

export async function performJob(service: LinkService, job: Job): Promise<JobResult> {
  service.refresh?.();
  switch (job.kind) {
    case "link": {
      const answer = answerLink(service, job.request);
      return result(answer, answer.links.length, answer.links.filter((l) => l.entity).length);
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
      return { body: turtle, mentions, nil };
    }
    case "entity":
      return result(answerEntity(service, job.id));
    case "row":
      return result({ row: rowOf(service, job.title) });
    case "candidates":
      return result(answerCandidates(service, job.name));
    case "model":
      return result(service.description);
  }
}

function result(answer: unknown, mentions = 0, linked = 0): JobResult {
  return { body: JSON.stringify(answer), mentions, nil: mentions - linked };
}
