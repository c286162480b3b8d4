/** REL's API: `{text, spans}` in, REL's list out, offsets in code points both ways. */
import { createOffsetMap } from "../formats/annotated/code-points.js";
import { type RelAnnotation, relList } from "../formats/links/rel-list.js";
import { readSpans } from "./answer-link.js";
import type { LinkService } from "./link-service.js";

export interface RelRequest {
  text: string;
  /** [start, length] of each name; empty or left out, they are found. */
  spans?: [number, number][];
}

export function answerRel(
  service: LinkService,
  { text, spans = [] }: RelRequest,
): { annotations: RelAnnotation[]; mentions: number } {
  const given = spans.length > 0;
  const ranges = spans.map(([start, length]) => ({ start, end: start + length }));
  const options = given ? { mentions: readSpans(text, ranges, createOffsetMap(text).toUtf16) } : {};
  const links = service.link(text, options);
  return { annotations: relList(text, links, given), mentions: links.length };
}
