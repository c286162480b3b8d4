/** Finds the names of a text: stretches that may be names, each judged by a learned scorer, cut so that the likeliest remain. */
import { isCatalogue } from "../kb/contents.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { english } from "../languages/english.js";
import type { Language } from "../languages/language.js";
import type { AnalysedText } from "../text/analysed-text.js";
import { isProperPart, placeOfPart } from "../text/surfaces.js";
import { findConcepts } from "./concepts.js";
import { bestCut, spanChances } from "./cut.js";
import { defaultScorer } from "./default-scorer.js";
import { KnownNames } from "./known-names.js";
import { Lattice, type LatticeSpan, type Run } from "./lattice.js";
import type { FindOptions, FoundName, MentionFinder } from "./mention-finder.js";
import { NameScorer } from "./name-scorer.js";
import { type NameScorerData, unpackScorer, type WordVectors } from "./scorer-weights.js";
import { Fact } from "./word-facts.js";

export interface MentionSettings {
  language: Language;
  /** Learned weights; left out, those that come with the package and look at no word vectors. */
  scorer?: NameScorerData;
  /** Vectors that the scorer was trained with. */
  words?: WordVectors;
  /** Stretches less likely to be names are none. */
  least: number;
}

export const defaultMentionSettings: MentionSettings = { language: english, least: 0.3 };

/**
 * Finds names as the linker does, with other settings.
 *
 * ```ts
 * import { createMentionFinder, type Linker } from "mulrel";
 *
 * declare const linker: Linker;
 * const sure = createMentionFinder(linker.kb, { least: 0.8 });
 * const links = linker.link("Angela Merkel met Zarkon Vexley.", { finder: sure }); // fewer names, and surer ones
 * ```
 */
export function createMentionFinder(
  kb: KnowledgeBase,
  settings: Partial<MentionSettings> = {},
): MentionFinder {
  const { language, least, scorer: data, words } = { ...defaultMentionSettings, ...settings };
  const scorer = new NameScorer(unpackScorer(data ?? defaultScorer), words);
  const known = new KnownNames(kb, language);
  const choosesAll = isCatalogue(kb);
  return (document: AnalysedText, options?: FindOptions): FoundName[] => {
    const lattice = new Lattice(document, known, options?.capitals);
    const open = scorer.open(lattice);
    const found = lattice.runs.flatMap((run) => {
      const { names, worths } = scorer.score(open, run);
      const { chances } = spanChances(run, favourKnown(run, names, choosesAll));
      return bestCut(run, chances, least).map((s) => {
        const span = lattice.inAnyForm(run.spans[s]);
        const worth = span === run.spans[s] ? worths[s] : scorer.score(open, run, [span]).worths[0];
        return { span, chance: chances[s], worth: 1 / (1 + Math.exp(-worth)) };
      });
    });
    const names = shareWorths(lattice, found);
    return options?.concepts ? inOrder([...names, ...findConcepts(lattice, names)]) : names;
  };
}

function inOrder(names: FoundName[]): FoundName[] {
  return names.sort((a, b) => a.start - b.start);
}

/** Log-odds that a known name of a catalogue gains: its owner chose few names, and nobody counted in texts how they are used. */
const CATALOGUE = 2;

/** `all`: is the knowledge base a catalogue, or are only the names of own entities above it? */
function favourKnown({ spans }: Run, scores: Float32Array, all: boolean): Float32Array {
  const isChosen = ({ known }: LatticeSpan) => (all ? known?.isUsed : known?.info.isOwn);
  return spans.some(isChosen)
    ? scores.map((score, s) => (isChosen(spans[s]) ? score + CATALOGUE : score))
    : scores;
}

interface Judged {
  span: LatticeSpan;
  chance: number;
  worth: number;
}

/** Longest names of persons that nobody knows, in words. */
const LONGEST_PERSON = 3;
/** Of those who are known by a word, the least share that have it as their given name where it is one. */
const LEAST_GIVEN = 0.05;

/** A part of a person's name, or the family name of a stranger, is worth what the whole names are: Merkel is she whom the text calls Angela Merkel, known or not. */
function shareWorths(lattice: Lattice, found: Judged[]): FoundName[] {
  const {
    names: { kb },
    document,
  } = lattice;
  const { starts, ends } = document.tokens;
  const byName = new Map<string, { name: string; worth: number; isKnown: boolean }>();
  for (const { span, worth } of found) {
    if (span.end - span.first < 2) continue;
    const best = span.known?.info.candidates[0];
    if (best && !kb.isPerson(best.entity)) continue;
    const name = lattice.text(span.first, span.end);
    byName.set(name, { name, worth, isKnown: best !== undefined });
  }
  const wholes = [...byName.values()];
  const shareOf = (name: string, span: LatticeSpan): number => {
    let sum = 0;
    let longer = 0;
    for (const whole of wholes) {
      if (!isProperPart(name, whole.name)) continue;
      const isShared =
        whole.isKnown || (isLastPart(name, whole.name) && isFamilyName(lattice, span, whole.name));
      if (!isShared) continue;
      sum += whole.worth;
      longer++;
    }
    return longer > 0 ? sum / longer : -1;
  };
  const shared = new Map<string, number>();
  return found.map(({ span, chance, worth }) => {
    const name = lattice.text(span.first, span.end);
    let share = shared.get(name);
    if (share === undefined) shared.set(name, (share = shareOf(name, span)));
    return {
      start: starts[span.first],
      end: ends[span.end - 1],
      chance,
      worth: share < 0 ? worth : share,
    };
  });
}

/** Does the whole end in a blank and the name? */
function isLastPart(name: string, whole: string): boolean {
  const end = whole.slice(-name.length - 1);
  return end.startsWith(" ") && placeOfPart(name, end) === 1;
}

/** Can the one word that ends a stranger's name be meant as a family name: nothing is known of it, persons go by it, or the whole name begins as persons' names do? */
function isFamilyName({ names }: Lattice, { first, end, known }: LatticeSpan, whole: string): boolean {
  if (end - first > 1) return false;
  const best = known?.info.candidates[0];
  if (!best || names.kb.isPerson(best.entity)) return true;
  const words = whole.split(" ");
  const facts = names.factsOf(words[0]);
  const isGiven = facts[Fact.given] > LEAST_GIVEN || facts[Fact.honorific] + facts[Fact.initial] > 0;
  return isGiven && words.length <= LONGEST_PERSON && words.every((word) => !/^\p{Ll}/u.test(word));
}
