/** The finder of names that goes with a knowledge base: by capitals, or by a catalogue's own names where these are words. */
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { createCatalogueNameFinder } from "./catalogue-names.js";
import { createMentionFinder, type MentionSettings } from "./find-mentions.js";
import type { MentionFinder } from "./mention-finder.js";

/** How names are found in raw text. */
export type NameSettings =
  /** By a learned scorer that looks at shapes, words and what the knowledge base has counted. */
  | { by: "capitals" }
  /** The catalogue's names, whatever their case, but for those that texts mostly use for something else. */
  | { by: "catalogue"; rejected: string[] };

export function createFinder(
  kb: KnowledgeBase,
  names: NameSettings = { by: "capitals" },
  settings: Partial<MentionSettings> = {},
): MentionFinder {
  if (names.by === "capitals") return createMentionFinder(kb, settings);
  return createCatalogueNameFinder(kb, { rejected: new Set(names.rejected) });
}
