/** REL's API: `{text, spans}` in, `[[start, length, mention, entity, conf_ed, conf_md, tag]]` out, offsets in code points. */
import { createOffsetMap } from "../datasets/code-points.js";
import type { LinkOptions } from "../linking/link.js";
import { readSpans } from "./answer-link.js";
import type { LinkService } from "./link-service.js";

export interface RelRequest {
  text: string;
  /** [start, length] of each name; empty or left out, they are found. */
  spans?: [number, number][];
}

export type RelAnnotation = [number, number, string, string, number, number, string];

/** What REL writes for the class of a name that no tagger has judged. */
const NO_TAG = "NULL";

export function answerRel(
  service: LinkService,
  { text, spans = [] }: RelRequest,
): { annotations: RelAnnotation[]; mentions: number } {
  const map = createOffsetMap(text);
  const options: LinkOptions = {};
  if (spans.length > 0) {
    const ranges = spans.map(([start, length]) => ({ start, end: start + length }));
    options.mentions = readSpans(text, ranges, map.toUtf16);
  }
  const links = service.link(text, options);
  const annotations = links.flatMap((link): RelAnnotation[] => {
    if (!link.entity) return [];
    const start = map.toCodePoints(link.start);
    const length = map.toCodePoints(link.end) - start;
    const title = link.entity.title.replace(/ /g, "_");
    return [[start, length, link.mention, title, round(link.confidence), spans.length ? 0 : 1, NO_TAG]];
  });
  return { annotations, mentions: links.length };
}

const round = (x: number) => Math.round(x * 1e4) / 1e4;
