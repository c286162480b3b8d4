/** The same text under two settings: what each side links, and where they differ. */
import type { LinkJson } from "../../src/formats/links/link-json.js";
import { type PageState, type ReadingSettings, underThreshold } from "./state.js";

/** One side: how the text is read and how sure links must be. */
export interface ComparedSettings extends ReadingSettings {
  /** Undefined is the model's own. */
  threshold: number | undefined;
}

export interface ComparedSide {
  settings: ComparedSettings;
  /** Every name under these settings, whatever its confidence; null until it was asked for. */
  links: LinkJson[] | null;
}

export type Comparison = [ComparedSide, ComparedSide];

/** As the text is shown, against the same with common nouns. */
export function startComparison({
  settings,
  threshold,
}: Pick<PageState, "settings" | "threshold">): Comparison {
  return [
    { settings: { ...settings, threshold }, links: null },
    { settings: { ...settings, concepts: !settings.concepts, threshold }, links: null },
  ];
}

/** The links of a side under its threshold. */
export function linksOf({ settings, links }: ComparedSide): LinkJson[] {
  return (links ?? []).map((link) => underThreshold(link, settings.threshold));
}

/** A stretch that is not the same name with the same entity on both sides. */
export interface Difference {
  start: number;
  end: number;
  mention: string;
  /** What each side makes of it. */
  meanings: [string, string];
}

const NO_NAME = "not a name";
const NO_ENTRY = "no entry";

export function differencesOf(left: LinkJson[], right: LinkJson[]): Difference[] {
  const key = ({ start, end }: LinkJson) => `${start} ${end}`;
  const sides = [left, right].map((links) => new Map(links.map((link) => [key(link), link])));
  const meaning = (link: LinkJson | undefined) => (link ? (link.entity?.title ?? NO_ENTRY) : NO_NAME);
  const identity = (link: LinkJson | undefined) => (link ? (link.entity?.id ?? NO_ENTRY) : NO_NAME);
  const all = new Map([...sides[1], ...sides[0]]);
  return [...all]
    .filter(([at]) => identity(sides[0].get(at)) !== identity(sides[1].get(at)))
    .map(([at, { start, end, mention }]): Difference => {
      const meanings: [string, string] = [meaning(sides[0].get(at)), meaning(sides[1].get(at))];
      return { start, end, mention, meanings };
    })
    .sort((a, b) => a.start - b.start || a.end - b.end);
}
