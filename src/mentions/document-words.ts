/** How a document writes its words: with a capital inside sentences, small, beside other capitals. */
import type { Lattice, LatticeSpan } from "./lattice.js";
import { Casing, Shape } from "./token-shapes.js";

export interface SeenWord {
  /** With a capital where it means something. */
  capital: number;
  /** Of these, beside another capital. */
  joined: number;
  small: number;
}

export class DocumentWords {
  readonly #words = new Map<string, SeenWord>();
  readonly #names = new Map<string, number>();

  constructor(lattice: Lattice) {
    const { shapes } = lattice.shapes;
    for (let t = 0; t < shapes.length; t++) this.#addWord(lattice, t);
    for (const { spans } of lattice.runs) for (const span of spans) this.#addName(lattice, span);
  }

  #addWord(lattice: Lattice, t: number): void {
    const { shapes, opening } = lattice.shapes;
    const isCapital = shapes[t] === Shape.capital;
    if (!isCapital && shapes[t] !== Shape.breaker) return;
    if (isCapital && (opening[t] === 1 || lattice.casing(t) !== Casing.normal)) return;
    const word = lattice.word(t);
    const key = isCapital ? word : word[0].toUpperCase() + word.slice(1);
    let seen = this.#words.get(key);
    if (!seen) this.#words.set(key, (seen = { capital: 0, joined: 0, small: 0 }));
    if (!isCapital) seen.small++;
    else {
      seen.capital++;
      if (shapes[t - 1] === Shape.capital || shapes[t + 1] === Shape.capital) seen.joined++;
    }
  }

  #addName(lattice: Lattice, { first, end }: LatticeSpan): void {
    const { shapes, opening } = lattice.shapes;
    if (opening[first] === 1 || shapes[first - 1] === Shape.capital || shapes[end] === Shape.capital) return;
    const name = lattice.text(first, end);
    this.#names.set(name, (this.#names.get(name) ?? 0) + 1);
  }

  of(word: string): SeenWord | undefined {
    return this.#words.get(word);
  }

  /** How often the stretch stands inside a sentence, no capital beside it. */
  countOf(name: string): number {
    return this.#names.get(name) ?? 0;
  }
}
