/** What a scorer is told of a stretch of text: some hundred numbers of its shape, its place, its words and what the knowledge base knows. */
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { nameSources } from "../kb/name-sources.js";
import type { Language } from "../languages/language.js";
import { foldSurface } from "../text/surfaces.js";
import { DocumentWords } from "./document-words.js";
import type { KnownName } from "./known-names.js";
import type { Lattice, LatticeSpan, Run } from "./lattice.js";
import { Casing, Shape } from "./token-shapes.js";
import { FACTS, Fact } from "./word-facts.js";

/** Where the groups of a span's numbers begin: its place, its shape, what is known of it, longer and shorter names, its first and last word and those beside it, the document. */
const SHAPE_AT = 25;
export const KNOWLEDGE_AT = SHAPE_AT + 23;
export const KNOWLEDGE = 15;
const NESTING_AT = KNOWLEDGE_AT + KNOWLEDGE;
export const FIRST_AT = NESTING_AT + 2;
const LAST_AT = FIRST_AT + FACTS;
const BEFORE_AT = LAST_AT + FACTS;
const AFTER_AT = BEFORE_AT + FACTS;
export const SEEN_AT = AFTER_AT + FACTS;
/** Numbers a span has; a scorer made for another number does not fit. */
export const FEATURES = SEEN_AT + 5;

/** Where signs inside a name are counted; other connectors are words. */
const signPlaces = new Map([
  [",", 3],
  [":", 3],
  ["!", 3],
  ["/", 3],
  ["-", 4],
  [".", 5],
  ["&", 6],
]);

const DOT = 0x2e;
const AT_SIGN = 0x40;
const HYPHEN = 0x2d;

/** What the knowledge base knows of a name as a whole, (KNOWLEDGE); the fifth number is the place's to say. */
export function knowledgeOf(
  kb: KnowledgeBase,
  { info, whole, isUsed }: KnownName,
  name: string,
): Float32Array {
  const out = new Float32Array(KNOWLEDGE);
  if (info.candidates.length === 0) return out;
  const best = info.candidates[0];
  const title = kb.title(best.entity);
  out[0] = 1;
  out[1] = Number(whole);
  out[2] = Number(!isUsed);
  out[3] = info.lowercaseShare;
  out[5] = info.linkProbability;
  out[6] = Number(info.textCount >= 20 && info.linkProbability < 0.02);
  out[7] = Math.log10(1 + info.linkCount) / 2;
  out[8] = Math.log10(1 + info.textCount) / 5;
  out[9] = best.prior;
  out[10] = Number((best.sources & nameSources.title) !== 0);
  out[11] = Number((best.sources & (nameSources.redirect | nameSources.alias)) !== 0);
  out[12] = Number(kb.isPerson(best.entity));
  out[13] = Math.log10(1 + kb.popularity(best.entity)) / 4;
  out[14] = Number(
    title === name || (title.length === name.length && foldSurface(title) === foldSurface(name)),
  );
  return out;
}

/** Roles of words that say something by themselves, whatever stands around them. */
export type TellingRole = "before" | "first" | "last" | "after";

/** Writes what a word says so: its facts and how it is written. A last word that is the first too has its facts there. */
export function writeWord(
  { articles }: Language,
  { word, facts }: { word: string; facts: Float32Array | undefined },
  role: TellingRole,
  out: Float32Array,
  at: number,
): void {
  if (facts) out.set(facts, at + factPlaces[role]);
  if (role === "before") {
    out[at + 10] = Number(word === "@" || word === "#" || word === "/");
    out[at + 16] = Number(word === ",");
    out[at + 19] = Number(word === "(" || word === '"' || word === "\u201c");
    out[at + 24] = Number(articles.has(word.toLowerCase()));
  } else if (role === "after") {
    out[at + 14] = Number(/^['\u2019]s$/.test(word));
    out[at + 15] = Number(word === ",");
  } else if (role === "first") {
    out[at + SHAPE_AT + 19] = Number(articles.has(word.toLowerCase()));
    out[at + SHAPE_AT + 22] = Math.min(2, word.length / 5);
  } else {
    // every span has one last word: with it comes what all spans have
    out[at] = 1;
    out[at + SHAPE_AT + 20] = Number(word.endsWith("s"));
  }
}

const factPlaces = { before: BEFORE_AT, first: FIRST_AT, last: LAST_AT, after: AFTER_AT };

/** Writes the features of a document's spans. */
export class SpanFeatures {
  readonly #lattice: Lattice;
  readonly #words: DocumentWords;

  constructor(lattice: Lattice) {
    this.#lattice = lattice;
    this.#words = new DocumentWords(lattice);
  }

  /** Fills out[at … at + FEATURES). */
  write(run: Run, span: LatticeSpan, out: Float32Array, at: number): void {
    this.writeOwn(run, span, out, at);
    const { first, end, known } = span;
    if (known) {
      const name = this.#lattice.text(first, end);
      const numbers = knowledgeOf(this.#lattice.names.kb, known, name);
      for (let i = 0; i < KNOWLEDGE; i++) out[at + KNOWLEDGE_AT + i] += numbers[i];
    }
    const writeRole = (t: number, role: TellingRole) => {
      if (t < 0) return;
      const facts = role === "last" && end - first === 1 ? undefined : this.#lattice.factsAt(t);
      writeWord(this.#lattice.names.language, { word: this.#lattice.word(t), facts }, role, out, at);
    };
    writeRole(this.#neighbour(first - 1, first), "before");
    writeRole(first, "first");
    writeRole(end - 1, "last");
    writeRole(this.#neighbour(end, end - 1), "after");
  }

  /** The same but for what the knowledge base says of the whole, and what single words say whatever stands around them. */
  writeOwn(run: Run, span: LatticeSpan, out: Float32Array, at: number): void {
    out.fill(0, at, at + FEATURES);
    this.#writePlace(span, out, at);
    this.#writeShape(span, out, at + SHAPE_AT);
    const { first, end, known } = span;
    const { opening, shapes } = this.#lattice.shapes;
    if (known && opening[first] === 1) out[at + KNOWLEDGE_AT + 4] = known.info.lowercaseShare;
    const { inside, holds } = this.#lattice.nesting(run, span);
    out[at + NESTING_AT] = Number(inside);
    out[at + NESTING_AT + 1] = Number(holds);
    const head = shapes[first] === Shape.capital ? this.#words.of(this.#lattice.word(first)) : undefined;
    if (head) {
      const all = head.capital + head.small + 1;
      out[at + SEEN_AT] = head.capital / all;
      out[at + SEEN_AT + 1] = head.small / all;
      if (head.capital > 0) out[at + SEEN_AT + 2] = head.joined / head.capital;
    }
    out[at + SEEN_AT + 3] = Math.min(1, this.#words.countOf(this.#lattice.stretch(first, end)) / 3);
    const tail = shapes[end - 1] === Shape.capital ? this.#words.of(this.#lattice.word(end - 1)) : undefined;
    if (tail && tail.capital > 0) out[at + SEEN_AT + 4] = tail.joined / tail.capital;
  }

  /** Where it stands: how much a capital says there, and what is beside it. */
  #writePlace({ first, end }: LatticeSpan, out: Float32Array, start: number): void {
    const lattice = this.#lattice;
    const { shapes, opening } = lattice.shapes;
    const casing = lattice.casing(first);
    const isOpening = opening[first] === 1;
    out[start + 1] = Number(isOpening);
    out[start + 2] = Number(isOpening && casing === Casing.normal && end - first === 1);
    // 3 to 5: the casings that are not normal
    if (casing !== Casing.normal) out[start + 2 + casing] = 1;
    const before = this.#neighbour(first - 1, first);
    const after = this.#neighbour(end, end - 1);
    const isNear = (t: number) => t >= 0 && shapes[t] === Shape.capital;
    out[start + 8] = Number(this.#isTight(before, first));
    out[start + 9] = Number(this.#isTight(after, end));
    out[start + 11] = Number(this.#isSign(before, DOT) || this.#isSign(after, AT_SIGN));
    out[start + 12] = Number(before >= 0 && shapes[before] === Shape.number);
    out[start + 13] = Number(after >= 0 && shapes[after] === Shape.number);
    out[start + 17] = Number(before >= 0 && shapes[before] === Shape.connector && this.#endsCapital(before));
    out[start + 18] = Number(after >= 0 && shapes[after] === Shape.connector && this.#beginsCapital(after));
    if (isNear(before) && this.#gap(first) === 1) {
      const facts = lattice.factsAt(before);
      out[start + 6] = 1;
      out[start + 20] = facts[Fact.given];
      out[start + 21] = facts[Fact.small];
    }
    if (isNear(after) && this.#gap(end) === 1) {
      const facts = lattice.factsAt(after);
      out[start + 7] = 1;
      out[start + 22] = facts[Fact.family];
      out[start + 23] = facts[Fact.small];
    }
  }

  /** Is there a token at t, and is it this sign? */
  #isSign(t: number, unit: number): boolean {
    if (t < 0) return false;
    const { text, starts, ends } = this.#lattice.document.tokens;
    return ends[t] - starts[t] === 1 && text.charCodeAt(starts[t]) === unit;
  }

  /** What it is made of. */
  #writeShape({ first, end }: LatticeSpan, out: Float32Array, start: number): void {
    const lattice = this.#lattice;
    const { shapes } = lattice.shapes;
    let at = start;
    const length = end - first;
    const opens = lattice.shapes.opening[first] === 1;
    out[at++] = Number(length === 1);
    out[at++] = Number(length === 2);
    out[at++] = Number(length === 3);
    out[at++] = Math.log(length);
    for (let t = first; t < end; t++) this.#countToken(t, 1 / length, out, at);
    at += 12;
    out[at++] = Number(shapes[first] === Shape.number);
    out[at++] = Number(shapes[end - 1] === Shape.number);
    out[at++] = Number(shapes[end - 1] === Shape.tail || shapes[end - 1] === Shape.connector);
    if (opens && length > 1)
      out[start + 21] = Number(lattice.names.language.articles.has(lattice.word(first).toLowerCase()));
  }

  /** Adds one token to: capitals' share, numbers, connecting words, commas and the like, hyphens, dots, &, and what its capital words are like. */
  #countToken(t: number, share: number, out: Float32Array, counts: number): void {
    const shape = this.#lattice.shapes.shapes[t];
    if (shape === Shape.capital) {
      const facts = this.#lattice.factsAt(t);
      out[counts] += share;
      out[counts + 7] += facts[Fact.small] > 0.12 && facts[Fact.linked] < 0.1 ? share : 0;
      out[counts + 8] += facts[Fact.shouted] * share;
      out[counts + 9] = Math.max(out[counts + 9], facts[Fact.small]);
      out[counts + 10] += facts[Fact.time];
      out[counts + 11] += facts[Fact.known] === 0 ? share : 0;
    } else if (shape === Shape.number) out[counts + 1]++;
    else if (shape === Shape.connector) out[counts + (signPlaces.get(this.#lattice.word(t)) ?? 2)]++;
  }

  /** The token beside `of` at place t, when it is in the same sentence; −1 otherwise. */
  #neighbour(t: number, of: number): number {
    const { sentenceOf } = this.#lattice.shapes;
    return t >= 0 && t < sentenceOf.length && sentenceOf[t] === sentenceOf[of] ? t : -1;
  }

  /** UTF-16 units between token t and the one before; 0 at the text's ends. */
  #gap(t: number): number {
    const { starts, ends, count } = this.#lattice.document.tokens;
    return t > 0 && t < count ? starts[t] - ends[t - 1] : 0;
  }

  #isTight(neighbour: number, boundary: number): boolean {
    return this.#isSign(neighbour, HYPHEN) && this.#gap(boundary) === 0;
  }

  /** Does a capital word stand before the connecting word at t, or behind it? */
  #endsCapital(t: number): boolean {
    const before = this.#neighbour(t - 1, t);
    return before >= 0 && this.#lattice.shapes.shapes[before] === Shape.capital;
  }

  #beginsCapital(t: number): boolean {
    const after = this.#neighbour(t + 1, t);
    return after >= 0 && this.#lattice.shapes.shapes[after] === Shape.capital;
  }
}
