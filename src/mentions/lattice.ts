/** The stretches of a text that may be names, with what is known of each: what a scorer judges and a cut chooses from. */
import { lookUpName } from "../candidates/look-up-name.js";
import type { KnowledgeBase, SurfaceInfo } from "../kb/knowledge-base.js";
import { isGuess } from "../kb/name-sources.js";
import { lookUpYearName } from "../kb/names/year-names.js";
import type { Language } from "../languages/language.js";
import type { AnalysedText } from "../text/analysed-text.js";
import { withoutCompanyEnding } from "../text/name-affixes.js";
import { foldSurface } from "../text/surfaces.js";
import { tokenText } from "../text/tokens.js";
import { Casing, readTokenShapes, Shape, type TokenShapes } from "./token-shapes.js";
import { Fact, knownSurface, type WordFacts } from "./word-facts.js";

/** A stretch of tokens, from `first` up to but without `end`. */
export interface LatticeSpan {
  first: number;
  end: number;
  /** What the knowledge base knows of it, in the form nearest to the text. */
  info: SurfaceInfo | undefined;
  /** Is it known as it stands, or only without its article, initial or company ending? */
  whole: boolean;
}

/** Spans of one run of tokens that may belong to names; runs share none. */
export interface Run {
  from: number;
  to: number;
  spans: LatticeSpan[];
  /** Of each token of the run where the longest and the shortest known name of several words end that begin there; `from` for none. */
  longest: Int32Array;
  shortest: Int32Array;
}

/** Longest names, in tokens: known, unknown, and where capitals say nothing. */
const LONGEST_KNOWN = 10;
const LONGEST_UNKNOWN = 7;
const LONGEST_CASELESS = 5;
/** Longer stretches are no names; not slicing them keeps odd texts cheap. UTF-16 units. */
export const LONGEST_SURFACE = 100;
/** Longest word before a dot of its own at the end of a name: Calif. */
const LONGEST_DOTTED = 5;
/** Inside names that nobody knows there are no others. */
const looseSigns = new Set(", : ! + /".split(" "));

export class Lattice {
  readonly document: AnalysedText;
  readonly shapes: TokenShapes;
  readonly language: Language;
  readonly kb: KnowledgeBase;
  readonly runs: Run[] = [];
  readonly #wordFacts: WordFacts;
  readonly #words: (string | undefined)[];
  readonly #facts: (Float32Array | undefined)[];
  readonly #known = new Map<string, SurfaceInfo | undefined>();

  constructor(
    document: AnalysedText,
    kb: KnowledgeBase,
    facts: WordFacts,
    language: Language,
    capitals?: boolean,
  ) {
    this.document = document;
    this.kb = kb;
    this.#wordFacts = facts;
    this.#words = new Array(document.tokens.count);
    this.#facts = new Array(document.tokens.count);
    this.language = language;
    this.shapes = readTokenShapes(document, language, capitals);
    for (let t = 0; t < document.tokens.count; ) {
      if (!this.#begins(t)) {
        t++;
        continue;
      }
      const run = this.#readRun(t);
      if (run.spans.length > 0) this.runs.push(run);
      t = run.to;
    }
  }

  word(t: number): string {
    return (this.#words[t] ??= tokenText(this.document.tokens, t));
  }

  /** What the word at token t tells: `Fact`s. */
  factsAt(t: number): Float32Array {
    return (this.#facts[t] ??= this.#wordFacts.of(this.word(t)));
  }

  text(first: number, end: number): string {
    const { starts, ends } = this.document.tokens;
    return this.document.text.slice(starts[first], ends[end - 1]);
  }

  casing(t: number): Casing {
    return this.shapes.casings[this.shapes.sentenceOf[t]] as Casing;
  }

  /** The span with what is known of it under any other form its name may have: too costly for all, done for those that are names. */
  inAnyForm(span: LatticeSpan): LatticeSpan {
    if (span.info) return span;
    const found = lookUpName(this.kb, this.text(span.first, span.end), true);
    return found ? { ...span, info: { ...found.info, candidates: found.candidates } } : span;
  }

  /** What the knowledge base knows of a surface; each is looked up once. */
  lookUp(surface: string): SurfaceInfo | undefined {
    let info = this.#known.get(surface);
    if (info === undefined && !this.#known.has(surface)) {
      info = knownSurface(this.kb, surface);
      this.#known.set(surface, info);
    }
    return info;
  }

  #begins(t: number): boolean {
    const shape = this.shapes.shapes[t];
    if (shape === Shape.capital || shape === Shape.number) return true;
    return shape === Shape.connector && this.language.particles.has(this.word(t));
  }

  /** A run is a stretch of capitals, numbers and connectors inside one sentence. */
  #readRun(from: number): Run {
    const { shapes, sentenceOf } = this.shapes;
    let to = from + 1;
    while (to < shapes.length && shapes[to] !== Shape.breaker && sentenceOf[to] === sentenceOf[from]) to++;
    const spans: LatticeSpan[] = [];
    for (let first = from; first < to; first++) if (this.#begins(first)) this.#addSpans(first, to, spans);
    const longest = new Int32Array(to - from).fill(from);
    const shortest = new Int32Array(to - from).fill(from);
    for (const { first, end, info, whole } of spans) {
      if (end - first < 2 || !whole || !info?.candidates.some((c) => !isGuess(c.sources))) continue;
      longest[first - from] = Math.max(longest[first - from], end);
      if (shortest[first - from] === from) shortest[first - from] = end;
    }
    return { from, to, spans, longest, shortest };
  }

  /** Is the span a part of a longer known name that stands there; does it hold a shorter one of several words? */
  nesting(run: Run, { first, end }: LatticeSpan): { inside: boolean; holds: boolean } {
    let inside = false;
    for (let f = Math.max(run.from, first - LONGEST_KNOWN); f <= first && !inside; f++) {
      const to = run.longest[f - run.from];
      inside = to >= end && (f < first || to > end);
    }
    let holds = false;
    for (let f = first; f < end && !holds; f++) {
      const to = run.shortest[f - run.from];
      holds = to > run.from && to <= end && (f > first || to < end);
    }
    return { inside, holds };
  }

  #addSpans(first: number, to: number, spans: LatticeSpan[]): void {
    const { starts, ends } = this.document.tokens;
    const caseless = this.casing(first) >= Casing.capitals;
    const longest = caseless ? LONGEST_CASELESS : LONGEST_KNOWN;
    let capitals = 0;
    let loose = false;
    for (let end = first + 1; end <= Math.min(to, first + longest); end++) {
      const last = end - 1;
      if (ends[last] - starts[first] > LONGEST_SURFACE) return;
      if (end > first + 1 && !this.#isJoined(last)) return;
      const shape = this.shapes.shapes[last];
      if (shape === Shape.capital) capitals++;
      else if (shape === Shape.connector) loose ||= looseSigns.has(this.word(last));
      if (capitals === 0) continue;
      const own = shape === Shape.connector || shape === Shape.tail;
      const dotted = this.#isDot(last) && this.#isEnding(last - 1);
      // the dot of Inc. goes with it
      if (this.#isEnding(last) || (own && !dotted && !this.#mayEnd(last))) continue;
      const known = this.#find(first, end, own && !dotted);
      // where nouns have capitals too, one of them makes no stranger
      const isMarked = !this.language.capitalNouns || (capitals > 1 && capitals === end - first);
      const mayBeUnknown =
        (dotted || !own) && !loose && !caseless && isMarked && end - first <= LONGEST_UNKNOWN;
      if (known || mayBeUnknown) {
        spans.push({ first, end, info: known?.info, whole: known?.whole ?? false });
      }
    }
  }

  /** Is there nothing but a blank or a line's end before token t? */
  #isJoined(t: number): boolean {
    const { starts, ends } = this.document.tokens;
    const gap = starts[t] - ends[t - 1];
    return gap === 0 || (gap === 1 && this.document.text.charCodeAt(ends[t - 1]) !== 0x09);
  }

  /** A possessive, a tail behind a hyphen or the dot of an abbreviation may close a name that has it. */
  #mayEnd(last: number): boolean {
    if (this.shapes.shapes[last] === Shape.tail) return true;
    const word = this.word(last);
    if (word !== ".") return /^['\u2019]s$/.test(word);
    return last > 0 && this.word(last - 1).length <= LONGEST_DOTTED;
  }

  /** Inc., Jr.: the dot behind it is its own inside a sentence. */
  #isEnding(t: number): boolean {
    const { sentenceOf } = this.shapes;
    if (t < 0 || t + 2 >= sentenceOf.length || !this.#isDot(t + 1)) return false;
    return sentenceOf[t + 2] === sentenceOf[t] && this.factsAt(t)[Fact.ending] === 1;
  }

  #isDot(t: number): boolean {
    return this.document.text.charCodeAt(this.document.tokens.starts[t]) === 0x2e;
  }

  /** `own`: does the span end in a sign or a tail that must be the name's own, as in McDonald's and Ban Ki-moon? */
  #find(first: number, end: number, own: boolean): { info: SurfaceInfo; whole: boolean } | undefined {
    const surface = this.text(first, end);
    const known = this.lookUp(surface);
    if (own && known && !this.#isTitle(known, surface)) return undefined;
    if (known) return { info: known, whole: true };
    if (end - first < 2 || own) return undefined;
    const short = this.#shorter(first, end, surface);
    if (short !== surface) {
      const info = this.lookUp(short);
      return info && { info, whole: false };
    }
    const { shapes } = this.shapes;
    if (shapes[first] !== Shape.number && shapes[end - 1] !== Shape.number) return undefined;
    const ofYear = lookUpYearName(this.kb, surface);
    return ofYear && { info: ofYear, whole: false };
  }

  #isTitle(info: SurfaceInfo, surface: string): boolean {
    const folded = foldSurface(surface);
    const bare = (title: string) => foldSurface(title.replace(/ \(.*$/, ""));
    return info.candidates.some((c) => bare(this.kb.title(c.entity)).startsWith(folded));
  }

  /** Target Corp. → Target, Gerald R. Ford → Gerald Ford, The Xanthrop → Xanthrop, J.P. Morgan → J. P. Morgan. */
  #shorter(first: number, end: number, surface: string): string {
    const last = this.#isDot(end - 1) ? end - 2 : end - 1;
    let short = surface;
    if (this.factsAt(last)[Fact.ending] === 1) short = withoutCompanyEnding(short, this.language);
    if (this.language.articles.has(this.word(first).toLowerCase())) short = short.replace(/^\S+\s+/, "");
    if (!short.includes(".")) return short;
    return short
      .replace(/\s\p{Lu}\.(?=\s\p{Lu})/gu, "")
      .replace(/(?<=(?:^|\s|\.)\p{Lu}\.)(?=\p{Lu}\.)/gu, " ");
  }
}
