/** Prepared documents as the model takes them: candidates chosen, priors clamped, long documents in pieces. */
import type { ModelDocument } from "../model/document.js";
import type { ModelTables } from "../model/tables.js";
import { wholeWindow } from "../text/content-words.js";
import { CandidateChooser, type ChosenMention } from "./choose-candidates.js";
import type { PreparedDocument, PreparedMention } from "./prepared-document.js";
import type { MentionFeatures } from "./read-features.js";
import type { SelectionSettings } from "./selection.js";

/**
 * What happens to a gold entity that the choice would lose. "bring in": it is put at the last place looked at, and mentions that
 * lose it all the same are left out (published training). "keep": nothing is put in, and mentions without it stay for
 * the company they give. Prediction always keeps.
 */
export type MissingGold = "bring-in" | "keep";

export interface ModelDocumentSettings {
  selection: SelectionSettings;
  missingGold: MissingGold;
  /** Longer documents are cut into consecutive pieces of this many mentions. */
  longest: number;
}

/** A piece of a prepared document, with the way back to it. */
export interface SelectedDocument extends ModelDocument {
  mentions: SelectedMention[];
  /** Number of the prepared document. */
  source: number;
}

export interface SelectedMention extends ChosenMention {
  /** Number of the mention in the prepared document. */
  source: number;
  /** Entity row of the gold entity, −1 when it is outside the table. */
  goldEntity: number;
}

/** Of a gold entity that was brought in nothing is known. */
const NO_EVIDENCE: number[] = [];

/** The features of a prepared mention. */
export function featuresOf(mention: PreparedMention): MentionFeatures {
  const { evidence } = mention;
  return {
    evidence: evidence && ((place) => evidence[place] ?? NO_EVIDENCE),
    candidates: mention.candidates.map(([entity, prior]) => ({ entity, prior })),
    words: Int32Array.from(mention.context),
    window: wholeWindow(mention.window),
    left: Int32Array.from(mention.left),
    middle: Int32Array.from(mention.mention),
    right: Int32Array.from(mention.right),
  };
}

/** The features with the gold entity among the candidates that are looked at. */
function withGold(features: MentionFeatures, gold: number, considered: number): MentionFeatures {
  const list = features.candidates.slice(0, considered);
  if (gold < 0 || list.some(({ entity }) => entity === gold)) return features;
  const place = Math.min(list.length, considered - 1);
  const { evidence } = features;
  const prior = features.candidates.find(({ entity }) => entity === gold)?.prior ?? 0;
  list[place] = { entity: gold, prior };
  return {
    ...features,
    candidates: list,
    evidence: evidence && ((at) => (at === place ? NO_EVIDENCE : evidence(at))),
  };
}

export function toModelDocuments(
  documents: PreparedDocument[],
  tables: ModelTables,
  { selection, missingGold, longest }: ModelDocumentSettings,
): SelectedDocument[] {
  const chooser = new CandidateChooser(tables, selection);
  const bringIn = missingGold === "bring-in";
  return documents.flatMap((doc, source) => {
    let mentions = doc.mentions.map((mention, number): SelectedMention => {
      const features = featuresOf(mention);
      const listed = bringIn ? withGold(features, mention.gold, selection.considered) : features;
      return { ...chooser.choose(listed, mention.gold), source: number, goldEntity: mention.gold };
    });
    if (bringIn) mentions = mentions.filter((m) => m.gold >= 0);
    const pieces: SelectedDocument[] = [];
    for (let from = 0; from < mentions.length; from += longest) {
      pieces.push({ mentions: mentions.slice(from, from + longest), source });
    }
    return pieces;
  });
}
