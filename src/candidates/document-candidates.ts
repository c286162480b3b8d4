/** Candidate lists for all names of a document, persons' names shared between them (docs/model.md, section 2). */
import type { NearWords } from "../evidence/text-words.js";
import { languageOfKb } from "../kb/kb-language.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { listsBySpelling, spellingOf } from "../spelling/similar-lists.js";
import { placeOfPart } from "../text/surfaces.js";
import type { Candidate, Span } from "../types.js";
import { definedForms } from "./defined-forms.js";
import { asObjects, bestEntity, type OwnCandidates } from "./kept-candidates.js";
import { candidatesOfName } from "./look-up-name.js";
import { mixLists } from "./mix-lists.js";
import { placedNames } from "./placed-names.js";
import { weighByTitle } from "./titles-in-document.js";

export interface CandidateOptions {
  /** Longest list; 30 when left out. */
  most?: number;
  /** The words near the `index`-th name: candidates count more whose title is spelled out there. */
  nearName?: (index: number) => NearWords;
  /** The text: what it explains of its short forms is taken over. */
  text?: string;
  /** Where the names stand in it: places are told apart by the larger ones behind them. */
  spans?: readonly Span[];
  /** In a catalogue that is listed by spelling, entries are at least so much alike (a cosine). */
  leastLike?: number;
}

/**
 * One list a surface, best first. A name that is a proper part, at word boundaries, of longer names of the document whose best candidate is a person
 * takes the average of their lists instead of its own; one that they begin with and that is a place, both. A catalogue whose setting is `similar` lists by spelling instead.
 */
export function candidatesInDocument(
  kb: KnowledgeBase,
  surfaces: string[],
  { most = 30, nearName, text, spans, leastLike = 0 }: CandidateOptions = {},
): Candidate[][] {
  const spelling = spellingOf(kb);
  const distinct: Map<string, OwnCandidates> = spelling
    ? listsBySpelling(spelling, surfaces, text, leastLike)
    : listsByName(kb, surfaces, text);
  const persons = [...distinct].filter(([, list]) => list.length > 0 && kb.isPerson(bestEntity(list)));
  const { stopWords } = languageOfKb(kb);
  const shared = new Map<string, OwnCandidates>();
  for (const [surface, own] of distinct) {
    const list = shareWithPersons(surface, own, persons, stopWords);
    shared.set(surface, list === own ? own : orPlace(kb, [surface, own], list, persons));
  }
  const placed = spelling || text === undefined || !spans ? undefined : placedNames(kb, text, spans);
  return surfaces.map((surface, i) => {
    const own = shared.get(surface)!;
    const list = placed ? placed(i, own) : own;
    return nearName && !spelling
      ? weighByTitle(kb, surface, list, nearName(i), most)
      : asObjects(list).slice(0, most);
  });
}

function listsByName(kb: KnowledgeBase, surfaces: string[], text = ""): Map<string, OwnCandidates> {
  const defined = definedForms(kb, text);
  return new Map(
    [...new Set(surfaces)].map((surface) => [surface, defined(surface, candidatesOfName(kb, surface))]),
  );
}

/** A name and what it can mean. */
export type NamedList = [name: string, list: OwnCandidates];

/** What a place that is somebody's given name is worth beside the person. */
const ITSELF = 0.5;

/** Such a place may be meant itself: Paris, where Paris Hilton is spoken of. Nobody's family name, though. */
function orPlace(
  kb: KnowledgeBase,
  [surface, own]: NamedList,
  shared: OwnCandidates,
  persons: readonly NamedList[],
): OwnCandidates {
  const isPlace = own.length > 0 && kb.entity(bestEntity(own)).type === "place";
  if (!isPlace || persons.some(([name]) => name.endsWith(` ${surface}`))) return shared;
  return mixLists(asObjects(own), asObjects(shared), ITSELF);
}

/** The average of the lists of the persons whose names the surface is a part of, not behind a stop word, or its own where there are none. */
export function shareWithPersons<Own extends OwnCandidates>(
  surface: string,
  own: Own,
  persons: readonly NamedList[],
  stopWords: ReadonlySet<string>,
): Own | Candidate[] {
  const longer = persons
    .filter(([name]) => isPersonsPart(surface, name, stopWords))
    .map(([, list]) => asObjects(list));
  return longer.length > 0 ? averageLists(longer) : own;
}

/** Is it a part of the name by which a person may go: no Russia of the Emperor of Russia? */
function isPersonsPart(part: string, name: string, stopWords: ReadonlySet<string>): boolean {
  const at = placeOfPart(part, name);
  if (at < 0) return false;
  const before = /(\S+)\s+$/.exec(name.slice(0, at))?.[1];
  return before === undefined || !stopWords.has(before);
}

function averageLists(lists: Candidate[][]): Candidate[] {
  const sums = new Map<number, Candidate>();
  for (const list of lists) {
    for (const c of list) {
      const known = sums.get(c.entity);
      if (!known) sums.set(c.entity, { ...c });
      else {
        known.prior += c.prior;
        known.count = (known.count ?? 0) + (c.count ?? 0);
        known.sources = (known.sources ?? 0) | (c.sources ?? 0);
      }
    }
  }
  return [...sums.values()]
    .map((c) => ({ ...c, prior: c.prior / lists.length, isShared: true }))
    .sort((a, b) => b.prior - a.prior || a.entity - b.entity);
}
