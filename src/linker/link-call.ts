/** Checks what a caller gives to `link`: the same sentences for the library, the command line and HTTP. */
import { LinkingError } from "../errors.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import type { FoundName } from "../mentions/mention-finder.js";
import {
  checkEntityTypes,
  checkNames,
  checkNumber,
  checkType,
  type NumberRange,
  SHARE,
  show,
} from "../options.js";
import type { Span } from "../types.js";
import type { LinkInput, LinkOptions } from "./link.js";

/** The numbers among the options; the command line's flags and HTTP's schemas are made from these. */
export const linkOptionRanges = { nil: SHARE, targetPrecision: SHARE } as const satisfies Record<
  string,
  NumberRange
>;

const optionNames: Record<keyof LinkOptions, true> = {
  mentions: true,
  finder: true,
  capitals: true,
  concepts: true,
  nil: true,
  targetPrecision: true,
  types: true,
  explain: true,
  explainWithin: true,
  pins: true,
  drop: true,
  signal: true,
};

/** A name of a call; `order` is its number in the caller's list or in text order. */
export interface PendingMention extends FoundName {
  order: number;
}

/** One call of `link`, checked. */
export interface LinkCall {
  text: string;
  options: LinkOptions;
  /** The caller's mentions; undefined when they are to be found. */
  given: PendingMention[] | undefined;
  /** Mention number → row of the entity it is taken to mean. */
  pins: ReadonlyMap<number, number>;
  dropped: ReadonlySet<number>;
}

/** Everything that can be checked before the text is read. */
export function readLinkCall(
  text: string,
  options: LinkOptions,
  kb: Pick<KnowledgeBase, "rowOfId">,
): LinkCall {
  if (typeof text !== "string") {
    throw new LinkingError("bad-input", `The text is ${show(text)}; wanted a string.`);
  }
  checkLinkOptions(options);
  const given = options.mentions && checkMentions(text, options.mentions);
  const call = {
    text,
    options,
    given,
    pins: readPins(options.pins, kb),
    dropped: new Set(checkDropped(options.drop)),
  };
  if (given) checkMentionNumbers(call, given.length);
  return call;
}

/** Types and ranges of the options, without looking at any text. */
export function checkLinkOptions(options: LinkOptions): void {
  checkNames(options, Object.keys(optionNames));
  const { nil, targetPrecision, explain, finder, signal } = options;
  checkNumber("nil", nil, linkOptionRanges.nil);
  checkNumber("targetPrecision", targetPrecision, linkOptionRanges.targetPrecision);
  checkEntityTypes("types", options.types);
  checkType("explain", explain, "boolean");
  checkExplainWithin(options.explainWithin);
  checkType("finder", finder, "function");
  if (nil !== undefined && targetPrecision !== undefined) {
    const sentence =
      "Both nil and targetPrecision are given; each of them sets the threshold, so give one only.";
    throw new LinkingError("bad-input", sentence);
  }
  if (signal !== undefined && typeof signal?.aborted !== "boolean") {
    throw new LinkingError("bad-input", `The option signal is ${show(signal)}; wanted an AbortSignal.`);
  }
}

function checkExplainWithin(stretch: Span | undefined): void {
  if (stretch === undefined || isRange(stretch?.start, stretch?.end, Number.MAX_SAFE_INTEGER)) return;
  const sentence = `The option explainWithin is ${show(stretch)}; wanted {start, end} with 0 ≤ start < end.`;
  throw new LinkingError("bad-input", sentence);
}

/** Is a name that begins here to be explained? */
export function isExplained({ explain, explainWithin: within }: LinkOptions, start: number): boolean {
  if (!explain) return false;
  return within === undefined || (start >= within.start && start < within.end);
}

/** The caller's mentions with their numbers; refuses what is not a stretch of the text. */
function checkMentions(text: string, mentions: readonly Span[]): PendingMention[] {
  if (!Array.isArray(mentions)) {
    throw new LinkingError(
      "bad-input",
      `The option mentions is ${show(mentions)}; wanted a list of {start, end}.`,
    );
  }
  return mentions.map((mention: Span | null | undefined, order) => {
    const { start, end } = mention ?? ({} as Partial<Span>);
    if (isRange(start, end, text.length)) return { start, end: end as number, order };
    throw new LinkingError(
      "bad-input",
      `Mention ${order} is the range ${start} to ${end}; wanted whole numbers with 0 ≤ start < end ≤ ${text.length}, the text's length in UTF-16 code units.`,
    );
  });
}

function isRange(start: number | undefined, end: number | undefined, length: number): start is number {
  return Number.isInteger(start) && Number.isInteger(end) && start! >= 0 && start! < end! && end! <= length;
}

/** Rows of the entities that mentions are pinned to by their identifiers. */
function readPins(pins: LinkOptions["pins"], kb: Pick<KnowledgeBase, "rowOfId">): Map<number, number> {
  const rows = new Map<number, number>();
  for (const [key, id] of Object.entries(pins ?? {})) {
    if (typeof id !== "string") {
      const sentence = `Mention ${key} is pinned to ${show(id)}; wanted the entity's identifier, a string.`;
      throw new LinkingError("bad-input", sentence);
    }
    const row = kb.rowOfId(id);
    if (row < 0) {
      const sentence = `Mention ${key} is pinned to the entity "${id}", which the knowledge base does not have.`;
      throw new LinkingError("bad-input", sentence);
    }
    rows.set(Number(key), row);
  }
  return rows;
}

function checkDropped(drop: LinkOptions["drop"]): readonly number[] {
  if (drop === undefined || Array.isArray(drop)) return drop ?? [];
  throw new LinkingError("bad-input", `The option drop is ${show(drop)}; wanted a list of mention numbers.`);
}

/** Pins and drops speak of mentions that there are. */
export function checkMentionNumbers({ pins, dropped }: LinkCall, count: number): void {
  for (const number of [...pins.keys(), ...dropped]) {
    if (Number.isInteger(number) && number >= 0 && number < count) continue;
    const there = count === 0 ? "the text has no mentions" : `mentions are 0 to ${count - 1}`;
    throw new LinkingError("bad-input", `There is no mention ${number} to pin or drop; ${there}.`);
  }
}

/** A document of `linkAll`, whichever way it was given; its number is its name where it has none. */
export function readLinkInput(document: string | LinkInput, number: number): LinkInput & { id: string } {
  if (typeof document === "string") return { id: String(number), text: document };
  if (typeof document?.text === "string") {
    const { id, text, mentions } = document;
    return { id: id ?? String(number), text, mentions };
  }
  throw new LinkingError(
    "bad-input",
    `Document ${number} is ${show(document)}; wanted a string, or an object with a text.`,
  );
}
