/** Joins titles without a page to the page that links with the same text go to: "nerve gas" is linked to Nerve agent as well. */
import type { NamePair } from "./pair-counter.js";
import type { JoiningTitles, TitleClaim } from "./title-claims.js";

/** Links to another title than the one they spell must be this many. */
const FEWEST = 2;

/** Of every title that is also the text of links: the links to itself, and those to other titles, in columns since there are millions. */
export class AnchorCounts {
  readonly #own: Float64Array;
  #size = 0;
  #from = new Int32Array(1 << 10);
  #goals = new Int32Array(1 << 10);
  #counts = new Float64Array(1 << 10);

  constructor(titles: number) {
    this.#own = new Float64Array(titles);
  }

  add(title: number, pairs: NamePair[]): void {
    for (const pair of pairs) {
      if (pair.count === 0) continue;
      if (pair.title === title) this.#own[title] += pair.count;
      else this.#addOther(title, pair);
    }
  }

  #addOther(title: number, { title: goal, count }: NamePair): void {
    if (this.#size === this.#from.length) this.#grow();
    this.#from[this.#size] = title;
    this.#goals[this.#size] = goal;
    this.#counts[this.#size++] = count;
  }

  #grow(): void {
    const double = <A extends Int32Array | Float64Array>(old: A): A => {
      const grown = new (old.constructor as new (n: number) => A)(old.length * 2);
      grown.set(old);
      return grown;
    };
    this.#from = double(this.#from);
    this.#goals = double(this.#goals);
    this.#counts = double(this.#counts);
  }

  own(title: number): number {
    return this.#own[title];
  }

  /** Titles with links of their text that go elsewhere, in ascending order, each with its goals. */
  *others(): IterableIterator<[title: number, goals: Map<number, number>]> {
    const starts = new Uint32Array(this.#own.length + 1);
    for (let i = 0; i < this.#size; i++) starts[this.#from[i] + 1]++;
    for (let t = 1; t < starts.length; t++) starts[t] += starts[t - 1];
    const order = new Uint32Array(this.#size);
    const next = starts.slice();
    for (let i = 0; i < this.#size; i++) order[next[this.#from[i]]++] = i;
    for (let title = 0; title + 1 < starts.length; title++) {
      if (starts[title] === starts[title + 1]) continue;
      const goals = new Map<number, number>();
      for (let k = starts[title]; k < starts[title + 1]; k++) {
        const goal = this.#goals[order[k]];
        goals.set(goal, (goals.get(goal) ?? 0) + this.#counts[order[k]]);
      }
      yield [title, goals];
    }
  }
}

/** A page of its own would draw most links with its title as text; a redirect shares them with the page it leads to. */
export function* claimsOfAnchors(
  { hasPage, isOpen, known, isJoined }: JoiningTitles,
  anchors: AnchorCounts,
): Generator<TitleClaim> {
  for (const [title, goals] of anchors.others()) {
    if (!isOpen(title) || known.has(title) || isJoined(title)) continue;
    let best = -1;
    let most = 0;
    for (const [goal, count] of goals) {
      if (!hasPage(goal) && !known.has(goal)) continue;
      if (count > most || (count === most && goal < best)) [best, most] = [goal, count];
    }
    if (best >= 0 && most >= FEWEST && 2 * most >= anchors.own(title)) yield { from: title, to: best };
  }
}
