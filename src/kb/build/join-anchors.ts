/** Joins titles without a page to the page that links with the same text go to: "nerve gas" is linked to Nerve agent as well. */
import type { NamePair } from "./pair-counter.js";
import type { JoiningTitles, TitleClaim } from "./title-claims.js";

/** Links to another title than the one they spell must be this many. */
const FEWEST = 2;

/** Of every title that is also the text of links: the links to itself, and the title that most of the others go to. */
export class AnchorCounts {
  readonly #own = new Map<number, number>();
  readonly #others = new Map<number, Map<number, number>>();

  add(title: number, pairs: NamePair[]): void {
    for (const pair of pairs) {
      if (pair.count === 0) continue;
      if (pair.title === title) this.#own.set(title, (this.#own.get(title) ?? 0) + pair.count);
      else this.#addOther(title, pair);
    }
  }

  #addOther(title: number, { title: goal, count }: NamePair): void {
    let goals = this.#others.get(title);
    if (!goals) this.#others.set(title, (goals = new Map()));
    goals.set(goal, (goals.get(goal) ?? 0) + count);
  }

  own(title: number): number {
    return this.#own.get(title) ?? 0;
  }

  /** Titles with links of their text that go elsewhere, each with its goals. */
  others(): Iterable<[title: number, goals: Map<number, number>]> {
    return this.#others;
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
