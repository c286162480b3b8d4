/** What a scorer is told of a stretch of text: some eighty numbers of its shape, its place, its words and what the knowledge base knows. */
import { isGuess, nameSources } from "../kb/name-sources.js";
import { foldSurface } from "../text/surfaces.js";
import { DocumentWords } from "./document-words.js";
import type { Lattice, LatticeSpan, Run } from "./lattice.js";
import { Casing, Shape } from "./token-shapes.js";
import { FACTS, Fact } from "./word-facts.js";

/** Numbers a span has; a scorer made for another number does not fit. */
export const FEATURES = 74 + 2 * FACTS;

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
    out.fill(0, at, at + FEATURES);
    const next = this.#writeShape(span, out, this.#writePlace(span, out, at));
    const after = this.#writeKnowledge(span, out, next);
    const { inside, holds } = this.#lattice.nesting(run, span);
    out[after] = Number(inside);
    out[after + 1] = Number(holds);
    this.#writeWords(span, out, after + 2);
  }

  /** Where it stands: how much a capital says there, and what is beside it. */
  #writePlace({ first, end }: LatticeSpan, out: Float32Array, start: number): number {
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
    out[at++] = beforeFacts[Fact.honorific];
    out[at++] = beforeFacts[Fact.time];
    out[at++] = beforeFacts[Fact.given] * out[start + 6];
    out[at++] = beforeFacts[Fact.small] * out[start + 6];
    out[at++] = afterFacts[Fact.ending];
    out[at++] = afterFacts[Fact.family] * out[start + 7];
    out[at++] = afterFacts[Fact.small] * out[start + 7];
    out[at++] = afterFacts[Fact.time];
    out[at++] = Number(lattice.language.articles.has(beforeWord.toLowerCase()));
    return at;
  }

  /** What it is made of. */
  #writeShape({ first, end }: LatticeSpan, out: Float32Array, start: number): number {
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
    out[at++] = Number(lattice.language.articles.has(lattice.word(first).toLowerCase()));
    out[at++] = Number(lattice.word(end - 1).endsWith("s"));
    out[at++] = opens && length > 1 ? out[at - 3] : 0;
    out[at++] = Math.min(2, lattice.word(first).length / 5);
    return at;
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

  /** What the knowledge base knows of it as a whole. */
  #writeKnowledge({ info, whole, first, end }: LatticeSpan, out: Float32Array, start: number): number {
    if (!info || info.candidates.length === 0) return start + 15;
    const { kb } = this.#lattice;
    let at = start;
    const best = info.candidates[0];
    let sources = 0;
    for (const c of info.candidates) sources |= c.sources;
    out[at++] = 1;
    out[at++] = Number(whole);
    out[at++] = Number(isGuess(sources));
    out[at++] = info.lowercaseShare;
    out[at++] = this.#lattice.shapes.opening[first] === 1 ? info.lowercaseShare : 0;
    out[at++] = info.linkProbability;
    out[at++] = Number(info.textCount >= 20 && info.linkProbability < 0.02);
    out[at++] = Math.log10(1 + info.linkCount) / 2;
    out[at++] = Math.log10(1 + info.textCount) / 5;
    out[at++] = best.prior;
    out[at++] = Number((best.sources & nameSources.title) !== 0);
    out[at++] = Number((best.sources & (nameSources.redirect | nameSources.alias)) !== 0);
    out[at++] = Number(kb.isPerson(best.entity));
    out[at++] = Math.log10(1 + kb.popularity(best.entity)) / 4;
    const title = kb.title(best.entity);
    const name = this.#lattice.text(first, end);
    const isTitle =
      title === name || (title.length === name.length && foldSurface(title) === foldSurface(name));
    out[at++] = Number(isTitle);
    return at;
  }

  /** Its first and last word, and how the document writes the first one elsewhere. */
  #writeWords({ first, end }: LatticeSpan, out: Float32Array, start: number): void {
    const lattice = this.#lattice;
    let at = start;
    const head = lattice.word(first);
    const last = lattice.word(end - 1);
    out.set(lattice.factsAt(first), at);
    at += FACTS;
    if (end - first > 1) out.set(lattice.factsAt(end - 1), at);
    at += FACTS;
    const seen = this.#words.of(head);
    out[at++] = seen ? seen.capital / (seen.capital + seen.small + 1) : 0;
    out[at++] = seen ? seen.small / (seen.capital + seen.small + 1) : 0;
    out[at++] = seen && seen.capital > 0 ? seen.joined / seen.capital : 0;
    out[at++] = Math.min(1, this.#words.countOf(lattice.text(first, end)) / 3);
    const tailSeen = this.#words.of(last);
    out[at++] = tailSeen && tailSeen.capital > 0 ? tailSeen.joined / tailSeen.capital : 0;
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
