/** Answers a link request with a linker: the same code in the server's workers and in the browser's. */

import { LinkingError } from "../errors.js";
import { createOffsetMap } from "../formats/annotated/code-points.js";
import type {
  LinkAnswer,
  LinkRequest,
  WireEntity,
  WireExplanation,
  WireLink,
  WireMention,
} from "../formats/links/wire.js";
import type { LinkExplanation } from "../linker/explanation.js";
import type { Link, LinkOptions } from "../linker/link.js";
import type { Entity, Span } from "../types.js";
import type { LinkService } from "./link-service.js";

/** Enough digits to draw and compare, and a third of the bytes. */
const round = (x: number) => Math.round(x * 1e6) / 1e6;
/** There is a voice for every pair of names: here bytes count. */
const roundVoice = (x: number) => Math.round(x * 1e4) / 1e4;

export function wireEntity({ id, title, url, description, otherIds, extra }: Entity): WireEntity {
  return {
    id,
    title,
    ...(url !== undefined && { url }),
    ...(description !== undefined && { description }),
    ...(otherIds && { otherIds }),
    ...(extra && { extra }),
  };
}

/** The spans to link, in UTF-16, checked against the text. */
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

function readPins(kb: LinkService["kb"], mentions: readonly WireMention[]): Record<number, number> {
  const pins: Record<number, number> = {};
  for (const [i, { entity }] of mentions.entries()) {
    if (entity === undefined) continue;
    const row = kb.rowOfId(entity);
    if (row < 0) {
      throw new LinkingError(
        "bad-input",
        `Mention ${i} is given the entity "${entity}", which the knowledge base does not have.`,
      );
    }
    pins[i] = row;
  }
  return pins;
}

export function answerLink(service: LinkService, request: LinkRequest): LinkAnswer {
  const { text, mentions, nil, explain } = request;
  const map = request.offsets === "codepoint" ? createOffsetMap(text) : undefined;
  const options: LinkOptions = { explain };
  if (nil !== undefined) options.nil = nil;
  if (mentions) {
    options.mentions = readSpans(text, mentions, map?.toUtf16 ?? ((n) => n));
    options.pins = readPins(service.kb, mentions);
  }
  const links = service.link(text, options);
  return { links: links.map((link) => wireLink(link, map?.toCodePoints ?? ((n) => n))) };
}

function wireLink(link: Link, offset: (utf16: number) => number): WireLink {
  return {
    start: offset(link.start),
    end: offset(link.end),
    mention: link.mention,
    entity: link.entity && wireEntity(link.entity),
    confidence: round(link.confidence),
    candidates: link.candidates.map((c) => ({
      entity: wireEntity(c.entity),
      prior: round(c.prior),
      confidence: round(c.confidence),
    })),
    ...(link.explanation && { explanation: wireExplanation(link.explanation, offset) }),
  };
}

function wireExplanation(e: LinkExplanation, offset: (utf16: number) => number): WireExplanation {
  return {
    candidates: e.candidates.map((c) => ({
      entity: wireEntity(c.entity),
      prior: round(c.prior),
      local: round(c.local),
      belief: round(c.belief),
      score: round(c.score),
      beliefs: c.beliefs.map(round),
    })),
    words: e.words.map((w) => ({
      start: offset(w.start),
      end: offset(w.end),
      word: w.word,
      weight: round(w.weight),
    })),
    voices: e.voices.map((v) => ({
      mention: v.mention,
      relations: v.relations.map((r) => ({
        alpha: roundVoice(r.alpha),
        alphaBack: roundVoice(r.alphaBack),
        pairScore: roundVoice(r.pairScore),
      })),
      message: v.message.map(roundVoice),
      support: roundVoice(v.support),
    })),
    lines: e.lines,
  };
}
