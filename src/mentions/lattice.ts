/** The stretches of a text that may be names, with what is known of each: what a scorer judges and a cut chooses from. */
import type { AnalysedText } from "../text/analysed-text.js";
import { TokenKind } from "../text/tokens.js";
import { wordNumbers, writtenWord } from "../text/written-words.js";
import type { KnownName, KnownNames, Stretch } from "./known-names.js";
import { Casing, readTokenShapes, Shape, type TokenShapes } from "./token-shapes.js";
import { Fact } from "./word-facts.js";

/** A stretch of tokens, from `first` up to but without `end`. */
export interface LatticeSpan {
  first: number;
  end: number;
  known: KnownName | undefined;
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
/** Small words at the end of a known name. */
const LONGEST_ENDING = 3;
/** Longer stretches are no names; not slicing them keeps odd texts cheap. UTF-16 units. */
export const LONGEST_SURFACE = 100;
/** Longest word before a dot of its own at the end of a name: Calif. */
const LONGEST_DOTTED = 5;
/** Inside names that nobody knows there are no others. */
const looseSigns = new Set(", : ! + /".split(" "));

/** A stretch while it grows. */
interface Stretched {
  first: number;
  end: number;
  /** Words with a capital in it. */
  capitals: number;
  /** Does it stand where capitals say nothing, or hold a sign that only known names have? */
  isLoose: boolean;
}

export class Lattice {
  readonly document: AnalysedText;
  readonly shapes: TokenShapes;
  readonly names: KnownNames;
  readonly runs: Run[] = [];
  /** The stretch whose number was asked for last, and how often numbers had been forgotten then. */
  #generation = -1;
  #first = -1;
  #end = -1;
  #number = -1;

  constructor(document: AnalysedText, names: KnownNames, capitals?: boolean) {
    this.document = document;
    this.names = names;
    this.shapes = readTokenShapes(document, names.language, capitals);
    wordNumbers(document.tokens);
    names.begin();
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
    return writtenWord(wordNumbers(this.document.tokens)[t]);
  }

  /** What the word at token t tells: `Fact`s. */
  factsAt(t: number): Float32Array {
    return this.names.factsOfNumber(wordNumbers(this.document.tokens)[t]);
  }

  text(first: number, end: number): string {
    const { starts, ends } = this.document.tokens;
    return end - first === 1 ? this.word(first) : this.document.text.slice(starts[first], ends[end - 1]);
  }

  /** The number of a stretch, the same for the same text; those that go on the one before are found soonest. */
  stretch(first: number, end: number): number {
    const { text, tokens } = this.document;
    const { stretches } = this.names;
    const numbers = wordNumbers(tokens);
    if (first !== this.#first || end < this.#end || this.#generation !== stretches.generation) {
      this.#generation = stretches.generation;
      this.#first = this.#end = first;
      this.#number = -1;
    }
    for (; this.#end < end; this.#end++) {
      const at = this.#end === first ? tokens.starts[first] : tokens.ends[this.#end - 1];
      const gap = at < tokens.starts[this.#end] ? text.charCodeAt(at) : -1;
      this.#number = stretches.next(this.#number, gap, numbers[this.#end]);
    }
    return this.#number;
  }

  #known(first: number, end: number, kind: Stretch): KnownName | undefined {
    const stretch = this.stretch(first, end);
    const known = this.names.recall(stretch, kind);
    return known === undefined
      ? this.names.findStretch(stretch, kind, this.text(first, end))
      : (known ?? undefined);
  }

  casing(t: number): Casing {
    return this.shapes.casings[this.shapes.sentenceOf[t]] as Casing;
  }

  /** The span with what is known of it under any other form its name may have. */
  inAnyForm(span: LatticeSpan): LatticeSpan {
    if (span.known) return span;
    const known = this.names.inAnyForm(this.text(span.first, span.end));
    return known ? { ...span, known } : span;
  }

  #begins(t: number): boolean {
    const shape = this.shapes.shapes[t];
    if (shape === Shape.capital || shape === Shape.number) return true;
    return shape === Shape.connector && this.names.language.particles.has(this.word(t));
  }

  /** A run is a stretch of capitals, numbers and connectors inside one sentence. */
  #readRun(from: number): Run {
    const { shapes, sentenceOf } = this.shapes;
    let to = from + 1;
    while (to < shapes.length && shapes[to] !== Shape.breaker && sentenceOf[to] === sentenceOf[from]) to++;
    const spans: LatticeSpan[] = [];
    for (let first = from, end = to; first < end; first++) {
      const isWhole = this.#begins(first) && this.#addSpans(first, end, spans);
      if (isWhole) to = Math.max(to, this.#addLonger(first, end, spans));
    }
    const longest = new Int32Array(to - from).fill(from);
    const shortest = new Int32Array(to - from).fill(from);
    for (const { first, end, known } of spans) {
      if (end - first < 2 || !known?.whole || !known.isUsed) continue;
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

  /** Returns whether the stretches reach the run's end. */
  #addSpans(first: number, to: number, spans: LatticeSpan[]): boolean {
    const { starts, ends } = this.document.tokens;
    const isCaseless = this.casing(first) >= Casing.capitals;
    const last = Math.min(to, first + (isCaseless ? LONGEST_CASELESS : LONGEST_KNOWN));
    const begun = { first, end: first, capitals: 0, isLoose: isCaseless };
    for (let end = first + 1; end <= last; end++) {
      if (ends[end - 1] - starts[first] > LONGEST_SURFACE) return false;
      if (end > first + 1 && !this.#isJoined(end - 1)) return false;
      begun.end = end;
      const shape = this.shapes.shapes[end - 1];
      if (shape === Shape.capital) begun.capitals++;
      else if (shape === Shape.connector) begun.isLoose ||= this.#isLoose(end - 1);
      if (begun.capitals > 0) this.#addSpan(begun, spans);
    }
    return last === to;
  }

  /** Does the connector at t join only names that are known? */
  #isLoose(t: number): boolean {
    const word = this.word(t);
    return looseSigns.has(word) || this.names.language.knownConnectors?.has(word) === true;
  }

  /** Known names whose capitals end with the run and that small words end: Swiss franc, Cosham railway station. Returns where the last one ends. */
  #addLonger(first: number, to: number, spans: LatticeSpan[]): number {
    const { shapes } = this.shapes;
    if (shapes[to - 1] !== Shape.capital || this.casing(first) !== Casing.normal) return to;
    // one that begins in the middle of a row of capitals is a part of a longer one
    if (first < to - 1 && shapes[first - 1] === Shape.capital) return to;
    if (to === shapes.length || this.factsAt(to)[Fact.stop] === 1) return to;
    let last = to;
    for (let end = to + 1; end <= to + LONGEST_ENDING && this.#goesOn(first, end - 1); end++) {
      const known = this.#known(first, end, "words");
      if (!known?.whole || !known.isUsed) continue;
      spans.push({ first, end, known });
      last = end;
    }
    return last;
  }

  /** Is token t a small word that may go on a name? */
  #goesOn(first: number, t: number): boolean {
    const { starts, ends, kinds, count } = this.document.tokens;
    const { shapes, sentenceOf } = this.shapes;
    if (t >= count || shapes[t] !== Shape.breaker || kinds[t] !== TokenKind.word) return false;
    return (
      sentenceOf[t] === sentenceOf[first] && this.#isJoined(t) && ends[t] - starts[first] <= LONGEST_SURFACE
    );
  }

  /** The stretch is a span when it may end where it ends, and is known or may be a stranger's name. */
  #addSpan(stretch: Stretched, spans: LatticeSpan[]): void {
    const { first, end } = stretch;
    const last = end - 1;
    // the dot of Inc. goes with it
    if (this.#isEnding(last)) return;
    const shape = this.shapes.shapes[last];
    const isSign = shape === Shape.connector || shape === Shape.tail;
    const isOwn = isSign && !(this.#isDot(last) && this.#isEnding(last - 1));
    if (isOwn && !this.#mayEnd(last)) return;
    const kind = isOwn ? "own" : end - first < 2 ? "word" : "words";
    const known = this.#known(first, end, kind);
    const isStrange = isOwn ? shape === Shape.tail && stretch.capitals > 1 : true;
    if (known || (isStrange && this.#mayBeUnknown(stretch))) spans.push({ first, end, known });
  }

  #mayBeUnknown({ first, end, capitals, isLoose }: Stretched): boolean {
    if (isLoose || end - first > LONGEST_UNKNOWN) return false;
    // where nouns have capitals too, one of them makes no stranger
    return !this.names.language.capitalNouns || (capitals > 1 && capitals === end - first);
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
}
