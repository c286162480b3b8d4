/** What a scorer is told of a stretch of text: some hundred numbers of its shape, its place, its words and what the knowledge base knows. */
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { nameSources } from "../kb/name-sources.js";
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
export const LAST_AT = FIRST_AT + FACTS;
export const BEFORE_AT = LAST_AT + FACTS;
export const AFTER_AT = BEFORE_AT + FACTS;
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

const NO_FACTS = new Float32Array(FACTS);

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
    out.set(this.#lattice.factsAt(first), at + FIRST_AT);
    if (end - first > 1) out.set(this.#lattice.factsAt(end - 1), at + LAST_AT);
    const before = this.#neighbour(first - 1, first);
    const after = this.#neighbour(end, end - 1);
    if (before >= 0) out.set(this.#lattice.factsAt(before), at + BEFORE_AT);
    if (after >= 0) out.set(this.#lattice.factsAt(after), at + AFTER_AT);
  }

  /** The same but for what the knowledge base says of the whole, and of single words whatever stands around them. */
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
    let at = start;
    const casing = lattice.casing(first);
    const isOpening = opening[first] === 1;
    out[at++] = 1;
    out[at++] = Number(isOpening);
    out[at++] = Number(isOpening && casing === Casing.normal && end - first === 1);
    out[at++] = Number(casing === Casing.title);
    out[at++] = Number(casing === Casing.capitals);
    out[at++] = Number(casing === Casing.none);
    const before = this.#neighbour(first - 1, first);
    const after = this.#neighbour(end, end - 1);
    const isNear = (t: number) => t >= 0 && shapes[t] === Shape.capital;
    out[at++] = Number(isNear(before) && this.#gap(first) === 1);
    out[at++] = Number(isNear(after) && this.#gap(end) === 1);
    out[at++] = Number(this.#isTight(before, first));
    out[at++] = Number(this.#isTight(after, end));
    const beforeWord = before < 0 ? "" : lattice.word(before);
    const afterWord = after < 0 ? "" : lattice.word(after);
    out[at++] = Number(beforeWord === "@" || beforeWord === "#" || beforeWord === "/");
    out[at++] = Number(beforeWord === "." || afterWord === "@");
    out[at++] = Number(before >= 0 && shapes[before] === Shape.number);
    out[at++] = Number(after >= 0 && shapes[after] === Shape.number);
    out[at++] = Number(/^['\u2019]s$/.test(afterWord));
    out[at++] = Number(afterWord === ",");
    out[at++] = Number(beforeWord === ",");
    out[at++] = Number(before >= 0 && shapes[before] === Shape.connector && this.#endsCapital(before));
    out[at++] = Number(after >= 0 && shapes[after] === Shape.connector && this.#beginsCapital(after));
    out[at++] = Number(beforeWord === "(" || beforeWord === '"' || beforeWord === "\u201c");
    const beforeFacts = before < 0 ? NO_FACTS : lattice.factsAt(before);
    const afterFacts = after < 0 ? NO_FACTS : lattice.factsAt(after);
    out[at++] = beforeFacts[Fact.given] * out[start + 6];
    out[at++] = beforeFacts[Fact.small] * out[start + 6];
    out[at++] = afterFacts[Fact.family] * out[start + 7];
    out[at++] = afterFacts[Fact.small] * out[start + 7];
    out[at++] = Number(lattice.names.language.articles.has(beforeWord.toLowerCase()));
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
    out[at++] = Number(lattice.names.language.articles.has(lattice.word(first).toLowerCase()));
    out[at++] = Number(lattice.word(end - 1).endsWith("s"));
    out[at++] = opens && length > 1 ? out[at - 3] : 0;
    out[at++] = Math.min(2, lattice.word(first).length / 5);
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
    return neighbour >= 0 && this.#gap(boundary) === 0 && this.#lattice.word(neighbour) === "-";
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
