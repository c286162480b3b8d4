/** What a scorer is told of a stretch of text: some eighty numbers of its shape, its place, its words and what the knowledge base knows. */
import { isGuess, nameSources } from "../kb/name-sources.js";
import { foldSurface } from "../text/surfaces.js";
import { DocumentWords } from "./document-words.js";
import type { Lattice, LatticeSpan, Run } from "./lattice.js";
import { Casing, Shape } from "./token-shapes.js";
import { FACTS, Fact } from "./word-facts.js";

/** Numbers a span has; a scorer made for another number does not fit. */
export const FEATURES = 74 + 2 * FACTS;

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
    out[after] = inside ? 1 : 0;
    out[after + 1] = holds ? 1 : 0;
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
    out[at++] = isOpening ? 1 : 0;
    out[at++] = isOpening && casing === Casing.normal && end - first === 1 ? 1 : 0;
    out[at++] = casing === Casing.title ? 1 : 0;
    out[at++] = casing === Casing.capitals ? 1 : 0;
    out[at++] = casing === Casing.none ? 1 : 0;
    const before = this.#neighbour(first - 1, first);
    const after = this.#neighbour(end, end - 1);
    const isNear = (t: number) => t >= 0 && shapes[t] === Shape.capital;
    out[at++] = isNear(before) && this.#gap(first) === 1 ? 1 : 0;
    out[at++] = isNear(after) && this.#gap(end) === 1 ? 1 : 0;
    out[at++] = this.#isTight(before, first) ? 1 : 0;
    out[at++] = this.#isTight(after, end) ? 1 : 0;
    const beforeWord = before < 0 ? "" : lattice.word(before);
    const afterWord = after < 0 ? "" : lattice.word(after);
    out[at++] = beforeWord === "@" || beforeWord === "#" || beforeWord === "/" ? 1 : 0;
    out[at++] = beforeWord === "." || afterWord === "@" ? 1 : 0;
    out[at++] = before >= 0 && shapes[before] === Shape.number ? 1 : 0;
    out[at++] = after >= 0 && shapes[after] === Shape.number ? 1 : 0;
    out[at++] = /^['\u2019]s$/.test(afterWord) ? 1 : 0;
    out[at++] = afterWord === "," ? 1 : 0;
    out[at++] = beforeWord === "," ? 1 : 0;
    out[at++] = before >= 0 && shapes[before] === Shape.connector && this.#endsCapital(before) ? 1 : 0;
    out[at++] = after >= 0 && shapes[after] === Shape.connector && this.#beginsCapital(after) ? 1 : 0;
    out[at++] = beforeWord === "(" || beforeWord === '"' || beforeWord === "\u201c" ? 1 : 0;
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
    out[at++] = lattice.language.articles.has(beforeWord.toLowerCase()) ? 1 : 0;
    return at;
  }

  /** What it is made of. */
  #writeShape({ first, end }: LatticeSpan, out: Float32Array, start: number): number {
    const lattice = this.#lattice;
    const { shapes } = lattice.shapes;
    let at = start;
    const length = end - first;
    const opens = lattice.shapes.opening[first] === 1;
    out[at++] = length === 1 ? 1 : 0;
    out[at++] = length === 2 ? 1 : 0;
    out[at++] = length === 3 ? 1 : 0;
    out[at++] = Math.log(length);
    const counts = at;
    // capitals' share, numbers, connecting words, commas and the like, hyphens, dots, &, small and shouted words
    for (let t = first; t < end; t++) {
      const shape = shapes[t];
      if (shape === Shape.capital) {
        const facts = lattice.factsAt(t);
        out[counts] += 1 / length;
        out[counts + 7] += facts[Fact.small] > 0.12 && facts[Fact.linked] < 0.1 ? 1 / length : 0;
        out[counts + 8] += facts[Fact.shouted] / length;
        out[counts + 9] = Math.max(out[counts + 9], facts[Fact.small]);
        out[counts + 10] += facts[Fact.time];
        out[counts + 11] += facts[Fact.known] === 0 ? 1 / length : 0;
      } else if (shape === Shape.number) out[counts + 1]++;
      else if (shape === Shape.connector) {
        const word = lattice.word(t);
        if (word === "-") out[counts + 4]++;
        else if (word === ".") out[counts + 5]++;
        else if (word === "&") out[counts + 6]++;
        else if (word === "," || word === ":" || word === "!" || word === "/") out[counts + 3]++;
        else out[counts + 2]++;
      }
    }
    at += 12;
    out[at++] = shapes[first] === Shape.number ? 1 : 0;
    out[at++] = shapes[end - 1] === Shape.number ? 1 : 0;
    out[at++] = shapes[end - 1] === Shape.tail || shapes[end - 1] === Shape.connector ? 1 : 0;
    out[at++] = lattice.language.articles.has(lattice.word(first).toLowerCase()) ? 1 : 0;
    out[at++] = lattice.word(end - 1).endsWith("s") ? 1 : 0;
    out[at++] = opens && length > 1 ? out[at - 3] : 0;
    out[at++] = Math.min(2, lattice.word(first).length / 5);
    return at;
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
    out[at++] = whole ? 1 : 0;
    out[at++] = isGuess(sources) ? 1 : 0;
    out[at++] = info.lowercaseShare;
    out[at++] = this.#lattice.shapes.opening[first] === 1 ? info.lowercaseShare : 0;
    out[at++] = info.linkProbability;
    out[at++] = info.textCount >= 20 && info.linkProbability < 0.02 ? 1 : 0;
    out[at++] = Math.log10(1 + info.linkCount) / 2;
    out[at++] = Math.log10(1 + info.textCount) / 5;
    out[at++] = best.prior;
    out[at++] = best.sources & nameSources.title ? 1 : 0;
    out[at++] = best.sources & (nameSources.redirect | nameSources.alias) ? 1 : 0;
    out[at++] = kb.isPerson(best.entity) ? 1 : 0;
    out[at++] = Math.log10(1 + kb.popularity(best.entity)) / 4;
    const title = kb.title(best.entity);
    const name = this.#lattice.text(first, end);
    const isTitle =
      title === name || (title.length === name.length && foldSurface(title) === foldSurface(name));
    out[at++] = isTitle ? 1 : 0;
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
