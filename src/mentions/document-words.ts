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
  /** Words that stand with a capital anywhere, by how they are written small. */
  readonly #words = new Map<string, SeenWord>();
  /** By the numbers of their stretches. */
  readonly #names = new Map<number, number>();

  constructor(lattice: Lattice) {
    const { shapes } = lattice.shapes;
    for (let t = 0; t < shapes.length; t++) if (shapes[t] === Shape.capital) this.#addCapital(lattice, t);
    for (let t = 0; t < shapes.length; t++) {
      const seen = shapes[t] === Shape.breaker ? this.#words.get(lattice.word(t)) : undefined;
      if (seen) seen.small++;
    }
    for (const { spans } of lattice.runs) for (const span of spans) this.#addName(lattice, span);
  }

  #addCapital(lattice: Lattice, t: number): void {
    const { shapes, opening } = lattice.shapes;
    const key = small(lattice.word(t));
    let seen = this.#words.get(key);
    if (!seen) this.#words.set(key, (seen = { capital: 0, joined: 0, small: 0 }));
    if (opening[t] === 1 || lattice.casing(t) !== Casing.normal) return;
    seen.capital++;
    if (shapes[t - 1] === Shape.capital || shapes[t + 1] === Shape.capital) seen.joined++;
  }

  #addName(lattice: Lattice, { first, end }: LatticeSpan): void {
    const { shapes, opening } = lattice.shapes;
    if (opening[first] === 1 || shapes[first - 1] === Shape.capital || shapes[end] === Shape.capital) return;
    const name = lattice.stretch(first, end);
    this.#names.set(name, (this.#names.get(name) ?? 0) + 1);
  }

  /** Of a word with a capital. */
  of(word: string): SeenWord | undefined {
    return this.#words.get(small(word));
  }

  /** How often the stretch stands inside a sentence, no capital beside it. */
  countOf(name: number): number {
    return this.#names.get(name) ?? 0;
  }
}

/** With its first letter small. */
function small(word: string): string {
  return word[0].toLowerCase() + word.slice(1);
}
