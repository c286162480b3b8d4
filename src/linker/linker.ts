/** The whole path: text → names → candidates → model → links. Runs in Node and in browsers. */
import { LinkingError, throwIfAborted } from "../errors.js";
import { nameEvidence } from "../evidence/name-evidence.js";
import { CandidateChooser, type ChosenMention } from "../features/choose-candidates.js";
import { DocumentReader, type ReadableDocument } from "../features/document-reader.js";
import { languageOfKb } from "../kb/kb-language.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import type { Language } from "../languages/language.js";
import type { HiddenEntity } from "../layers/change.js";
import type { Layers } from "../layers/layers.js";
import type { OwnEntity } from "../layers/own-entity.js";
import { createFinder } from "../mentions/create-finder.js";
import type { MentionFinder } from "../mentions/mention-finder.js";
import type { NameScorerData } from "../mentions/scorer-weights.js";
import { usesEvidence } from "../model/config.js";
import type { Prediction } from "../model/model.js";
import { type AnalysedText, analyseText } from "../text/analysed-text.js";
import { countBelow } from "../text/content-words.js";
import type { Candidate, Entity, Span } from "../types.js";
import type { EntityVectors, VectorTable } from "../vectors/vector-table.js";
import { precisionAbout, type ScoredLink, shareConfidence } from "./calibration.js";
import { ConfidenceKernel } from "./confidence-kernel.js";
import { type EqualMentions, groupEqualMentions } from "./crowded-names.js";
import { explainLink, type ReasonedMention } from "./explain-link.js";
import { keepTypes } from "./keep-types.js";
import type { Link, LinkedDocument, LinkInput, LinkOptions } from "./link.js";
import {
  checkLinkOptions,
  checkMentionNumbers,
  isExplained,
  type LinkCall,
  type PendingMention,
  readLinkCall,
  readLinkInput,
} from "./link-call.js";
import type { LinkerParts, LinkerSettings } from "./linker-parts.js";
import { bestFirst, checkEvidence, highest, readOnce, shift, wordAt } from "./mention-places.js";
import { leastConfidence, nilThreshold } from "./nil-threshold.js";
import { textBlocks } from "./text-blocks.js";
import { withPrior } from "./untrained-catalogue.js";

/** Mentions that the model looks at together, with their context words by their positions. */
interface ChosenPiece {
  mentions: ChosenMention[];
  wordOf: (mention: number, position: number) => ReturnType<typeof wordAt>;
}

/**
 * Finds the names of a text and says what each means. Made by `openLinker` or `loadLinker`.
 *
 * ```ts
 * import { loadLinker } from "mulrel/node";
 *
 * const linker = await loadLinker();
 * const links = linker.link("England lies north of France.", { nil: 0.5, explain: true });
 * console.log(links.map((link) => link.explanation?.lines));
 * linker.close();
 * ```
 */
export class Linker {
  readonly settings: LinkerSettings;
  readonly #parts: LinkerParts;
  readonly #language: Language;
  #kb: KnowledgeBase;
  #finder!: MentionFinder;
  #reader!: DocumentReader;
  #chooser!: CandidateChooser;
  readonly #confidence: ConfidenceKernel;

  constructor(parts: LinkerParts) {
    checkEvidence(parts.model);
    this.#parts = parts;
    this.settings = parts.settings;
    this.#confidence = new ConfidenceKernel(parts.model.kernels, parts.calibration);
    this.#language = languageOfKb(parts.kb);
    this.#kb = parts.layers?.kb ?? parts.kb;
    this.#readWith(this.#kb);
  }

  /** What the linker tells of itself: name, sizes, layers of own entities. */
  get description(): Record<string, unknown> {
    const { description = {}, layers } = this.#parts;
    const counts = layers?.counts() ?? {};
    if (!layers || Object.keys(counts).length === 0) return description;
    return { ...description, layers: counts, examples: layers.examples() };
  }

  /** The knowledge base with the layers above it, as they are now. */
  get kb(): KnowledgeBase {
    const { layers } = this.#parts;
    // after a change everything that is remembered of names is out of date
    if (layers && layers.kb !== this.#kb) this.#readWith((this.#kb = layers.kb));
    return this.#kb;
  }

  #readWith(kb: KnowledgeBase): void {
    const parts = this.#parts;
    this.#finder = createFinder(kb, parts.settings.names, {
      scorer: parts.nameScorer,
      words: parts.words,
      language: this.#language,
    });
    this.#reader = new DocumentReader({
      kb,
      vocabulary: (word) => parts.words.rowOf(word),
      context: parts.settings.context,
      considered: parts.settings.candidates.considered,
      language: this.#language,
      evidence: usesEvidence(parts.model.config),
    });
    this.#chooser = new CandidateChooser(
      { words: parts.model.tables.words, entities: parts.entities },
      parts.settings.candidates,
    );
  }

  /** Word vectors: what a scorer of names that looks at them is trained with. */
  get words(): VectorTable {
    return this.#parts.words;
  }

  /** Unit vectors of entities, in the rows of the knowledge base. */
  get entities(): EntityVectors {
    return this.#parts.entities;
  }

  /** What scores stretches of text as names, when it is not the package's own. */
  get nameScorer(): NameScorerData | undefined {
    return this.#parts.nameScorer;
  }

  /**
   * The names of a text with the entities they mean.
   *
   * ```ts
   * import type { Linker } from "mulrel";
   *
   * declare const linker: Linker;
   * const text = "Jordan scored 40 points for the Bulls.";
   * const [jordan] = linker.link(text, { mentions: [{ start: 0, end: 6 }], targetPrecision: 0.95 });
   * console.log(jordan?.entity?.title ?? "NIL", jordan?.confidence);
   * ```
   */
  link(text: string, options: LinkOptions = {}): Link[] {
    this.refresh();
    const call = readLinkCall(text, options, this.kb);
    const { given } = call;
    const links: Link[] = [];
    let found = 0;
    for (const block of textBlocks(text)) {
      throwIfAborted(options.signal);
      const document = analyseText(text.slice(block.start, block.end), { language: this.#language });
      const spans = given
        ? given.filter((m) => m.start >= block.start && (m.start < block.end || block.end === text.length))
        : (options.finder ?? this.#finder)(document, options).map(
            ({ start, end, chance, worth }): PendingMention => ({
              start: start + block.start,
              end: end + block.start,
              chance,
              worth,
              order: found++,
            }),
          );
      this.#linkBlock(call, block, document, spans, links);
    }
    if (!given) checkMentionNumbers(call, found);
    const answered = links.filter(Boolean);
    return options.types ? keepTypes(this.kb, answered, options) : answered;
  }

  /**
   * Documents one after the other, in order, as the caller asks for them.
   *
   * ```ts
   * import type { Linker } from "mulrel";
   *
   * declare const linker: Linker;
   * for await (const { id, links } of linker.linkAll([{ id: "a", text: "England lies north of France." }])) {
   *   console.log(id, links.length);
   * }
   * ```
   */
  async *linkAll(
    documents: Iterable<string | LinkInput> | AsyncIterable<string | LinkInput>,
    options: Omit<LinkOptions, "mentions" | "pins" | "drop"> = {},
  ): AsyncGenerator<LinkedDocument> {
    checkLinkOptions(options);
    let number = 0;
    for await (const document of documents) {
      const { id, text, mentions } = readLinkInput(document, number++);
      yield { id, text, links: this.link(text, { ...options, mentions }) };
    }
  }

  /**
   * Own entities beside those of the knowledge base, from the next text on. Refuses identifiers that are there already; all are
   * added or, when one is refused, none.
   *
   * ```ts
   * import type { Linker } from "mulrel";
   *
   * declare const linker: Linker;
   * linker.add([{ id: "C-310", title: "Falcon espresso machine", aliases: ["Falcon"], description: "A machine that makes coffee." }]);
   * console.log(linker.link("The Falcon makes a fine espresso.")[0]?.entity?.layer); // "own"
   * ```
   */
  add(entities: readonly OwnEntity[], layer?: string): void {
    this.#layers.add(entities, layer);
  }

  /** Own entities in the place of those with their identifiers, or new where there are none, from the next text on. */
  replace(entities: readonly OwnEntity[], layer?: string): void {
    this.#layers.replace(entities, layer);
  }

  /** Takes own entities away by their identifiers, from the next text on; returns how many were there. */
  remove(ids: readonly string[]): number {
    return this.#layers.remove(ids);
  }

  /** Nothing is linked any more to an entity of the knowledge base, or not under a name. */
  hide(hidden: HiddenEntity): void {
    this.#layers.hide(hidden);
  }

  /** Takes back what `hide` did. */
  show(hidden: HiddenEntity): void {
    this.#layers.show(hidden);
  }

  /** Takes over what others changed in the own entities that this linker shares with them; `link` does so by itself. */
  refresh(): void {
    const { layers, catchUp } = this.#parts;
    if (layers) catchUp?.(layers);
  }

  get #layers(): Layers {
    const { layers } = this.#parts;
    if (layers) return layers;
    throw new LinkingError(
      "unsupported",
      "This linker was put together by hand without layers of own entities; open it with openLinker or loadLinker.",
    );
  }

  /** Lets go of the model's files; nothing can be linked afterwards. */
  close(): void {
    this.kb.close();
    this.#parts.close?.();
  }

  /** Puts each link of the block at its mention's number. */
  #linkBlock(
    call: LinkCall,
    block: Span,
    document: AnalysedText,
    spans: PendingMention[],
    links: Link[],
  ): void {
    const kept = spans.filter((m) => !call.dropped.has(m.order));
    const readable = this.#reader.open(document);
    const lists = this.#candidateLists(call, block, readable, kept);
    for (let from = 0; from < kept.length; from += this.settings.mentionsTogether) {
      throwIfAborted(call.options.signal);
      const piece = kept.slice(from, from + this.settings.mentionsTogether);
      const groups = groupEqualMentions(call, piece, lists.slice(from, from + piece.length));
      const features = groups.map(({ first, list }) =>
        this.#reader.read(readable, shift(first, -block.start), list),
      );
      const mentions = features.map((each) => this.#chooser.choose(each));
      const wordOf = (mention: number, position: number) =>
        wordAt(document, features[mention].tokenOf(position), block.start);
      this.#linkPiece(call, groups, { mentions, wordOf }, links);
    }
  }

  /** A pinned mention can only mean what it is pinned to. */
  #candidateLists(
    { pins }: LinkCall,
    block: Span,
    readable: ReadableDocument,
    mentions: PendingMention[],
  ): Candidate[][] {
    const names = mentions.map((mention) => shift(mention, -block.start));
    const lists = this.#reader.candidateLists(readable, names);
    return lists.map((list, i) => {
      const pin = pins.get(mentions[i].order);
      return pin === undefined ? list : [{ entity: pin, prior: 1 }];
    });
  }

  #linkPiece(
    call: LinkCall,
    groups: EqualMentions[],
    { mentions, wordOf }: ChosenPiece,
    links: Link[],
  ): void {
    const { options, dropped } = call;
    const isTold = groups.map(({ all }) => all.some((m) => isExplained(options, m.start)));
    const { model, entities } = this.#parts;
    const droppedInOrder = Int32Array.from(dropped).sort();
    const prediction = model.predict({ mentions }, { trace: isTold.includes(true) });
    const scored = groups.map(({ first }, i) => this.#score(call, first, mentions[i], prediction.scores[i]));
    const confidences = this.#confidence.of(scored);
    const reasoned = groups.map(({ first }, i) =>
      this.#reason(call, first, mentions[i], {
        scores: scored[i]?.scores ?? prediction.scores[i],
        best: scored[i]?.best ?? -1,
        confidence: confidences[i],
        wordAt: (position) => wordOf(i, position),
      }),
    );
    const entityOf = readOnce((row) => this.kb.entity(row));
    for (const [i, { all }] of groups.entries()) {
      const decided = this.#decide(reasoned[i], entityOf);
      const explanation = isTold[i]
        ? explainLink(
            {
              model,
              entities,
              entity: entityOf,
              trace: prediction.trace!,
              mentions: reasoned,
              linkNumbers: groups.map(({ first: m }) => m.order - countBelow(droppedInOrder, m.order)),
              priorWeight: this.settings.priorWeight ?? 0,
              relationNames: this.#parts.relationNames,
            },
            i,
          )
        : undefined;
      for (const { start, end, chance, order } of all) {
        links[order] = { start, end, ...decided };
        if (chance !== undefined) links[order].nameConfidence = chance;
        if (explanation && isExplained(options, start)) links[order].explanation = explanation;
      }
    }
  }

  /** The mention's best candidate and what its confidence is worked out from; undefined where it has no candidates. */
  #score(
    { text, options }: LinkCall,
    { start, end, chance, worth }: PendingMention,
    { priors, list, places }: ChosenMention,
    modelScores: Prediction["scores"][number],
  ): ScoredLink | undefined {
    const scores = withPrior(modelScores, priors, this.settings.priorWeight ?? 0);
    const best = highest(scores);
    if (best < 0) return undefined;
    const evidence = nameEvidence(this.kb, text.slice(start, end), list[places[best]]);
    return { scores, priors, best, evidence, isFound: !options.mentions, chance, worth };
  }

  /** How sure the link is, and whether that is sure enough. */
  #reason(
    { text, options, pins }: LinkCall,
    { start, end, order }: PendingMention,
    { candidates, priors }: ChosenMention,
    scored: Pick<ReasonedMention, "scores" | "best" | "confidence" | "wordAt">,
  ): ReasonedMention {
    const { best, confidence } = scored;
    const threshold = nilThreshold(options, this.settings, this.#parts.calibration);
    const isPinned = pins.has(order);
    return {
      surface: text.slice(start, end),
      candidates,
      priors,
      scores: scored.scores,
      best,
      confidence: isPinned ? 1 : confidence,
      isNil:
        best < 0 ||
        (confidence < leastConfidence(this.kb, candidates[best], threshold, options) && !isPinned),
      isPinned,
      threshold,
      heldOutPrecision: options.explain ? precisionAbout(this.#parts.calibration, confidence) : undefined,
      wordAt: scored.wordAt,
    };
  }

  /** All of a link but its place. */
  #decide(mention: ReasonedMention, entityOf: (row: number) => Entity): Omit<Link, "start" | "end"> {
    const { surface, scores, best, confidence } = mention;
    const shares = shareConfidence(scores, best, confidence, this.#parts.calibration.temperature);
    const candidates = bestFirst(scores).map((e) => ({
      entity: entityOf(mention.candidates[e]),
      prior: mention.priors[e],
      confidence: shares[e],
    }));
    const entity = mention.isNil ? null : candidates[0].entity;
    return { mention: surface, entity, confidence, candidates };
  }
}
