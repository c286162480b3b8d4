/** What the page shows, in one place; views are drawn anew when it changes. */
import type { LinkJson } from "../../src/formats/links/link-json.js";

export type View = "text" | "matrix";

export interface PageState {
  text: string;
  /** The text is being typed; otherwise it is shown with its links. */
  editing: boolean;
  busy: boolean;
  /** The links of the text as it stands. */
  base: LinkJson[];
  /** The same under the what-if, at the same places; null for a name left out. Voices use these places too. */
  links: (LinkJson | null)[];
  /** What if: place → identifier of the entity it is taken to mean. */
  pins: Map<number, string>;
  /** What if: places left out. */
  dropped: Set<number>;
  selected: number | null;
  /** Loop of message passing whose beliefs are shown; Infinity is the last. */
  loop: number;
  /** Relation whose weights are shown; −1 is all of them. */
  relation: number;
  view: View;
}

export function createState(): PageState {
  return {
    text: "",
    editing: true,
    busy: false,
    base: [],
    links: [],
    pins: new Map(),
    dropped: new Set(),
    selected: null,
    loop: Number.POSITIVE_INFINITY,
    relation: -1,
    view: "text",
  };
}

/** Number of loops; 0 when the model did not pass messages. */
export function loopCount({ links }: PageState): number {
  let count = 0;
  for (const link of links)
    count = Math.max(count, (link?.explanation?.candidates[0]?.beliefs.length ?? 1) - 1);
  return count;
}

export function relationCount({ links }: PageState): number {
  for (const link of links) {
    const voice = link?.explanation?.voices[0];
    if (voice) return voice.relations.length;
  }
  return 0;
}

/** Belief of each candidate after a loop, for the bars; the final one where no loop was recorded. */
export function beliefsAt(link: LinkJson, loop: number): number[] {
  return (link.explanation?.candidates ?? []).map(
    (c) => c.beliefs[Math.min(loop, c.beliefs.length - 1)] ?? c.belief,
  );
}

/** Puts the links of a what-if back to the places of the names they belong to. */
export function placeLinks(answer: LinkJson[], places: number[], size: number): (LinkJson | null)[] {
  const links: (LinkJson | null)[] = new Array(size).fill(null);
  answer.forEach((link, i) => {
    const voices = link.explanation?.voices.map((v) => ({
      ...v,
      mention: v.mention < 0 ? v.mention : places[v.mention],
    }));
    links[places[i]] = link.explanation
      ? { ...link, explanation: { ...link.explanation, voices: voices! } }
      : link;
  });
  return links;
}
