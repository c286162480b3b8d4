/** Answers a link request with a linker: the same code in the server's workers and in the browser's. */
import { LinkingError } from "../errors.js";
import { createOffsetMap } from "../formats/annotated/code-points.js";
import { type LinkJsonOptions, linkJson } from "../formats/links/link-json.js";
import type { Link } from "../linker/link.js";
import type { Span } from "../types.js";
import type { LinkAnswer, LinkRequest, MentionJson } from "./api-messages.js";
import type { LinkService } from "./link-service.js";

/** The spans to link in UTF-16; those that are none of the text are told in the client's own count. */
export function readSpans(
  text: string,
  mentions: readonly Span[],
  toUtf16: (offset: number) => number,
): Span[] {
  return mentions.map((m, i) => {
    const start = toUtf16(m.start);
    const end = toUtf16(m.end);
    if (start < end && end <= text.length) return { start, end };
    throw new LinkingError(
      "bad-input",
      `Mention ${i} is at ${m.start} to ${m.end}, but start must be below end and end at most the length of the text.`,
    );
  });
}

/** Mention number → the entity that its mention brings along. */
function pinsOf(mentions: readonly MentionJson[]): Record<number, string> {
  return Object.fromEntries(mentions.flatMap(({ entity }, i) => (entity === undefined ? [] : [[i, entity]])));
}

/** The links of a request, and how they are told: the server makes bytes of them one by one. */
export function linkRequest(
  service: LinkService,
  request: LinkRequest,
): { links: Link[]; options: LinkJsonOptions } {
  const { text, mentions, nil, targetPrecision, capitals, concepts, types, explain, candidates } = request;
  const within = request.explainWithin;
  const map = request.offsets === "codepoint" ? createOffsetMap(text) : undefined;
  const links = service.link(text, {
    nil,
    targetPrecision,
    capitals,
    types,
    concepts,
    explain,
    ...(within && { explainWithin: readSpans(text, [within], map?.toUtf16 ?? ((n) => n))[0] }),
    ...(mentions && {
      mentions: readSpans(text, mentions, map?.toUtf16 ?? ((n) => n)),
      pins: pinsOf(mentions),
    }),
  });
  return { links, options: { candidates, offset: map?.toCodePoints } };
}

export function answerLink(service: LinkService, request: LinkRequest): LinkAnswer {
  const { links, options } = linkRequest(service, request);
  return { links: links.map((link) => linkJson(link, options)) };
}
