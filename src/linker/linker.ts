/** The whole path: text → names → candidates → model → links. Runs in Node and in browsers. */

import { LinkingError, throwIfAborted } from "../errors.js";
import { DocumentReader, type ReadableDocument } from "../features/document-reader.js";
import type { ContextSettings, MentionInput } from "../features/mention-input.js";
import type { SelectionSettings } from "../features/selection.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import type { Language } from "../languages/language.js";
import { languageOf } from "../languages/languages.js";
import { createMentionFinder } from "../mentions/find-mentions.js";
import type { FoundName, MentionFinder } from "../mentions/mention-finder.js";
import type { NameScorerData } from "../mentions/scorer-weights.js";
import type { Model } from "../model/model.js";
import { type AnalysedText, analyseText } from "../text/analysed-text.js";
import { countBelow } from "../text/content-words.js";
import { tokenText } from "../text/tokens.js";
import type { Candidate, Span } from "../types.js";
import type { VectorTable } from "../vectors/vector-table.js";
import { type Calibration, confidenceOf, shareConfidence, thresholdFor } from "./calibration.js";
import { explainLink, type ReasonedMention } from "./explain-link.js";
import type { Link, LinkedDocument, LinkInput, LinkOptions } from "./link.js";
import { textBlocks } from "./text-blocks.js";

export interface LinkerSettings {
  candidates: SelectionSettings;
  context: ContextSettings;
  /** Links less likely than this are NIL, unless a call says otherwise. */
  nil: number;
  /** The same for names that were found, whose confidence says also how likely they are names; `nil` when left out. */
  nilFound?: number;
  /** Mentions that the model looks at together. */
  mentionsTogether: number;
}

export interface LinkerParts {
  kb: KnowledgeBase;
  /** Rows by word, lengths as they come. */
  words: VectorTable;
  /** Unit rows in the order of the knowledge base. */
  entities: VectorTable;
  model: Model;
  calibration: Calibration;
  settings: LinkerSettings;
  /** Scores stretches of text as names; the package's own when left out. */
  names?: NameScorerData;
  /** What the linker tells of itself: name, sizes, settings. */
  description?: Record<string, unknown>;
  /** Closes the files that vectors are read from as they are needed. */
  close?: () => void;
}

/** A found name whose entity the knowledge base has with less chance is a stranger's. */
const LEAST_WORTH = 0.03;

/** A name on its way through one block; `order` is its number in the caller's list or in text order. */
interface PendingMention extends FoundName {
  order: number;
}

export class Linker {
  readonly kb: KnowledgeBase;
  readonly settings: LinkerSettings;
  readonly description: Record<string, unknown>;
  readonly #parts: LinkerParts;
  readonly #language: Language;
  readonly #finder: MentionFinder;
  readonly #reader: DocumentReader;

  constructor(parts: LinkerParts) {
    this.#parts = parts;
    this.kb = parts.kb;
    this.settings = parts.settings;
    this.description = parts.description ?? {};
    this.#language = languageOf(parts.kb.info.settings.language as string | undefined);
    this.#finder = createMentionFinder(parts.kb, {
      scorer: parts.names,
      words: parts.words,
      language: this.#language,
    });
    this.#reader = new DocumentReader({
      ...parts,
      unitWords: parts.model.tables.words,
      language: this.#language,
    });
  }

  /** Word vectors: what a scorer of names that looks at them is trained with. */
  get words(): VectorTable {
    return this.#parts.words;
  }

  /** What scores stretches of text as names, when it is not the package's own. */
  get names(): NameScorerData | undefined {
    return this.#parts.names;
  }

  /** The names of a text with the entities they mean. */
  link(text: string, options: LinkOptions = {}): Link[] {
    const given = options.mentions && checkMentions(text, options.mentions);
    const links: Link[] = [];
    let found = 0;
    for (const block of textBlocks(text)) {
      throwIfAborted(options.signal);
      const document = analyseText(text.slice(block.start, block.end), { language: this.#language });
      const spans = given
        ? given.filter((m) => m.start >= block.start && (m.start < block.end || block.end === text.length))
        : (options.finder ?? this.#finder)(document, options).map((m) => ({
            ...shift(m, block.start),
            order: found++,
          }));
      this.#linkBlock(text, block, document, spans, options, links);
    }
    return links.filter(Boolean);
  }

  /** Documents one after the other, in order, as the caller asks for them. */
  async *linkAll(
    documents: Iterable<string | LinkInput> | AsyncIterable<string | LinkInput>,
    options: Omit<LinkOptions, "mentions" | "pins" | "drop"> = {},
  ): AsyncGenerator<LinkedDocument> {
    let number = 0;
    for await (const document of documents) {
      const { id, text, mentions } =
        typeof document === "string" ? { id: undefined, text: document } : document;
      yield { id: id ?? String(number), text, links: this.link(text, { ...options, mentions }) };
      number++;
    }
  }

  /** Lets go of the model's files; nothing can be linked afterwards. */
  close(): void {
    this.kb.close();
    this.#parts.close?.();
  }

  /** Puts each link of the block at its mention's number. */
  #linkBlock(
    text: string,
    block: Span,
    document: AnalysedText,
    spans: PendingMention[],
    options: LinkOptions,
    links: Link[],
  ): void {
    const dropped = new Set(options.drop);
    const kept = spans.filter((m) => !dropped.has(m.order));
    const readable = this.#reader.open(document);
    const lists = this.#candidateLists(block, readable, kept, options);
    for (let from = 0; from < kept.length; from += this.settings.mentionsTogether) {
      throwIfAborted(options.signal);
      const piece = kept.slice(from, from + this.settings.mentionsTogether);
      const inputs = piece.map((mention, i) =>
        this.#reader.read(readable, shift(mention, -block.start), lists[from + i]),
      );
      this.#linkPiece(text, block, document, piece, inputs, options, links);
    }
  }

  /** A pinned mention can only mean what it is pinned to. */
  #candidateLists(
    block: Span,
    readable: ReadableDocument,
    mentions: PendingMention[],
    { pins }: LinkOptions,
  ): Candidate[][] {
    // what hardly has an entity is not looked for
    const isLooked = mentions.map(({ worth }) => (worth ?? 1) >= LEAST_WORTH);
    const spans = mentions.filter((_, i) => isLooked[i]).map((mention) => shift(mention, -block.start));
    const found = this.#reader.candidateLists(readable, spans);
    let next = 0;
    return mentions.map(({ order }, i) => {
      const list = isLooked[i] ? found[next++] : [];
      const pin = pins?.[order];
      if (pin === undefined) return list;
      if (pin >= 0 && pin < this.kb.size) return [{ entity: pin, prior: 1 }];
      throw new LinkingError(
        "bad-input",
        `Mention ${order} is pinned to entity row ${pin}; rows are 0 to ${this.kb.size - 1}.`,
      );
    });
  }

  #linkPiece(
    text: string,
    block: Span,
    document: AnalysedText,
    piece: PendingMention[],
    inputs: MentionInput[],
    options: LinkOptions,
    links: Link[],
  ): void {
    const { model, calibration, entities } = this.#parts;
    const threshold = this.#threshold(options);
    const dropped = Int32Array.from(new Set(options.drop)).sort();
    const prediction = model.predict({ mentions: inputs }, { trace: options.explain });
    const reasoned = piece.map((mention, i): ReasonedMention => {
      const { candidates, priors, wordTokens } = inputs[i];
      const scores = prediction.scores[i];
      const best = highest(scores);
      // a name that was found may be none, or a stranger's; one that was given is what the caller says
      const chance = (mention.chance ?? 1) * (mention.worth ?? 1);
      const confidence = best < 0 ? 0 : chance * confidenceOf(calibration, scores, priors, best);
      return {
        surface: text.slice(mention.start, mention.end),
        candidates,
        priors,
        scores,
        best,
        confidence: options.pins?.[mention.order] === undefined ? confidence : 1,
        isNil: best < 0 || (confidence < threshold && options.pins?.[mention.order] === undefined),
        wordAt: (position) => wordAt(document, wordTokens[position], block.start),
      };
    });
    for (let i = 0; i < piece.length; i++) {
      links[piece[i].order] = this.#toLink(piece[i], reasoned[i]);
      if (options.explain) {
        links[piece[i].order].explanation = explainLink(
          {
            model,
            entities,
            entity: (row) => this.kb.entity(row),
            trace: prediction.trace!,
            mentions: reasoned,
            linkNumbers: piece.map((m) => m.order - countBelow(dropped, m.order)),
          },
          i,
        );
      }
    }
  }

  #threshold(options: LinkOptions): number {
    if (options.nil !== undefined) return options.nil;
    const { nil, nilFound = nil } = this.settings;
    if (options.targetPrecision === undefined) return options.mentions ? nil : nilFound;
    return thresholdFor(this.#parts.calibration, options.targetPrecision);
  }

  #toLink({ start, end, chance }: FoundName, mention: ReasonedMention): Link {
    const { scores, best, confidence } = mention;
    const shares = shareConfidence(scores, best, confidence, this.#parts.calibration.temperature);
    const order = Array.from(scores, (_, e) => e).sort((a, b) => scores[b] - scores[a] || a - b);
    const candidates = order.map((e) => ({
      entity: this.kb.entity(mention.candidates[e]),
      prior: mention.priors[e],
      confidence: shares[e],
    }));
    const entity = mention.isNil ? null : candidates[0].entity;
    return {
      start,
      end,
      mention: mention.surface,
      entity,
      confidence,
      candidates,
      ...(chance === undefined ? {} : { nameConfidence: chance }),
    };
  }
}

/** Place of the highest score, the first of equals; −1 for none. */
function highest(scores: ArrayLike<number>): number {
  let best = scores.length === 0 ? -1 : 0;
  for (let e = 1; e < scores.length; e++) if (scores[e] > scores[best]) best = e;
  return best;
}

function shift<S extends Span>(span: S, by: number): S {
  return { ...span, start: span.start + by, end: span.end + by };
}

function wordAt(document: AnalysedText, token: number, offset: number) {
  const { tokens } = document;
  return {
    word: tokenText(tokens, token),
    start: tokens.starts[token] + offset,
    end: tokens.ends[token] + offset,
  };
}

/** The caller's mentions with their numbers; refuses what is not a stretch of the text. */
function checkMentions(text: string, mentions: readonly Span[]): PendingMention[] {
  return mentions.map(({ start, end }, order) => {
    const fits =
      Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start < end && end <= text.length;
    if (fits) return { start, end, order };
    throw new LinkingError(
      "bad-input",
      `Mention ${order} is the range ${start} to ${end}; wanted whole numbers with 0 ≤ start < end ≤ ${text.length}, the text's length in UTF-16 code units.`,
    );
  });
}
