/** What the page shows, in one place; views are drawn anew when it changes. */
import type { LinkJson } from "../../src/formats/links/link-json.js";
import type { ModelDescription } from "./backend.js";
import { type Comparison, startComparison } from "./comparison.js";

export type View = "text" | "matrix" | "compare";

/** How the text is read; kept from text to text. */
export interface ReadingSettings {
  /** Capitals tell no names: chat, queries. */
  smallLetters: boolean;
  /** Common nouns are linked as well. */
  concepts: boolean;
}

export interface PageState {
  model: ModelDescription;
  settings: ReadingSettings;
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
  /** What the reader says a name means: place → identifier, null for none of the knowledge base. */
  corrections: Map<number, string | null>;
  /** Links less sure than this are shown without entity; undefined is the model's own threshold. */
  threshold: number | undefined;
  /** Types whose names are not marked. */
  hiddenTypes: Set<string>;
  selected: number | null;
  /** Loop of message passing whose beliefs are shown; Infinity is the last. */
  loop: number;
  /** Relation whose weights are shown; −1 is all of them. */
  relation: number;
  /** Every arc, not only the strongest. */
  allArcs: boolean;
  /** First name in the rows of the matrix. */
  matrixFrom: number;
  view: View;
  /** Two settings side by side. */
  comparison: Comparison;
}

export function createState(): PageState {
  const settings: ReadingSettings = { smallLetters: false, concepts: false };
  return {
    model: {},
    settings,
    text: "",
    editing: true,
    busy: false,
    base: [],
    links: [],
    pins: new Map(),
    dropped: new Set(),
    corrections: new Map(),
    threshold: undefined,
    hiddenTypes: new Set(),
    selected: null,
    loop: Number.POSITIVE_INFINITY,
    relation: -1,
    allArcs: false,
    matrixFrom: 0,
    view: "text",
    comparison: startComparison({ settings, threshold: undefined }),
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

/** Belief of each candidate after a loop, for the chart; the final one where no loop was recorded. */
export function beliefsAt(link: LinkJson, loop: number): number[] {
  return (link.explanation?.candidates ?? []).map(
    (c) => c.beliefs[Math.min(loop, c.beliefs.length - 1)] ?? c.belief,
  );
}

/** Is the name of a type that the reader wants to see? */
export function isShown({ links, hiddenTypes }: PageState, place: number): boolean {
  const type = links[place]?.entity?.type;
  return type === undefined || !hiddenTypes.has(type);
}

/** A link under the reader's own threshold: the best candidate where it is sure enough, nothing otherwise. */
export function underThreshold<L extends LinkJson | null>(link: L, threshold: number | undefined): L {
  if (!link || threshold === undefined) return link;
  const entity = link.confidence >= threshold ? (link.candidates[0]?.entity ?? null) : null;
  return { ...link, entity };
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
