/** p̂(e|m) for a name as it stands in a text: what is known of the surface itself and of the forms it may be another spelling of. */
import { sortCandidates } from "../kb/contents.js";
import type { KnowledgeBase, NameCandidate, SurfaceInfo } from "../kb/knowledge-base.js";
import { isGuess, nameSources } from "../kb/name-sources.js";
import { lookUpYearName } from "../kb/names/year-names.js";
import { RecentMap } from "../text/recent-map.js";
import { foldSurface, isAllCapitals, titleCase } from "../text/surfaces.js";
import { KeptCandidates } from "./kept-candidates.js";
import {
  derivedForms,
  type Form,
  formsOfName,
  givenNameForms,
  type NameForm,
  partsOfName,
} from "./name-forms.js";

export interface FoundName {
  /** Best first; counts are those of the nearest form, sources those of all forms together. */
  candidates: NameCandidate[];
  /** The nearest form that is known. */
  info: SurfaceInfo;
  form: NameForm;
}

/** What forms further off are worth beside the nearest one that is known. */
const FURTHER = 0.05;
/** What the case-blind form is worth beside the name as it is written, and the other way round where that is only a guess. */
const FOLDED = 0.1;
/** Links under a common noun that are worth as much as an article of that title. */
const TITLE_WORTH = 5;
/** A list this long needs no words of the same family. */
const ENOUGH = 25;
/** Parts of an unknown phrase that are looked up. */
const MOST_PARTS = 4;

/** A name with fewer candidates is also looked up by its parts. */
const FEW = 3;

/**
 * Undefined when no form of the name is known. The nearest known form makes the list; the others add what they know
 * at a small weight, because texts and titles differ in number, case and signs more often than a list is complete. A
 * `whole` name that is not known in any form is not looked up by its parts or by words of the same family.
 *
 * ```ts
 * import { lookUpName, openKnowledgeBase } from "mulrel/kb";
 *
 * const kb = await openKnowledgeBase("products.kb");
 * for (const { entity, prior } of lookUpName(kb, "Falcon")?.candidates ?? []) console.log(kb.title(entity), prior);
 * ```
 */
export function lookUpName(kb: KnowledgeBase, surface: string, whole = false): FoundName | undefined {
  const names = namesOf(kb);
  let known = names.get(surface);
  if (!known?.whole) {
    known = { whole: { found: lookUpWhole(kb, surface) }, sound: known?.sound };
    names.set(surface, known);
  }
  if (known.whole!.found || whole) return known.whole!.found;
  if (!known.parts) {
    known = { ...known, parts: { found: finish(kb, surface, new CandidateList()) } };
    names.set(surface, known);
  }
  return known.parts!.found;
}

/** What a name can mean, best first. Where somebody is known to have used it, a guess needs a word of it in its title: Berlin is not the 1936 Summer Olympics. */
export function soundCandidates(kb: KnowledgeBase, surface: string): KeptCandidates {
  const names = namesOf(kb);
  const known = names.get(surface)?.sound;
  if (known) return known;
  const candidates = lookUpName(kb, surface)?.candidates ?? [];
  const sound = new KeptCandidates(withoutWildGuesses(kb, surface, candidates));
  // texts that have the name again ask for these; all of it would be twice as much to remember
  names.set(surface, { sound });
  return sound;
}

function withoutWildGuesses(
  kb: KnowledgeBase,
  surface: string,
  candidates: NameCandidate[],
): NameCandidate[] {
  if (isAllCapitals(surface) || candidates.every((c) => isGuess(c.sources))) return candidates;
  const words = foldSurface(surface).match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return candidates.filter((c) => {
    if (!isGuess(c.sources)) return true;
    const title = foldSurface(kb.title(c.entity));
    return words.some((word) => title.includes(word));
  });
}

function namesOf(kb: KnowledgeBase): RecentMap<Remembered> {
  let names = remembered.get(kb);
  if (!names) remembered.set(kb, (names = new RecentMap(MOST_REMEMBERED, weightOf)));
  return names;
}

/** What is known of a name. Never changed but replaced, so that it is weighed for what it holds. */
interface Remembered {
  readonly whole?: { found: FoundName | undefined };
  /** What its parts gave, where it is not known as a whole and somebody asked. */
  readonly parts?: { found: FoundName | undefined };
  /** Those of its candidates that are no wild guesses. */
  readonly sound?: KeptCandidates | undefined;
}

/** Names come again, in a text and in the next; so many are remembered, with their candidates. */
const MOST_REMEMBERED = 160_000;
const remembered = new WeakMap<KnowledgeBase, RecentMap<Remembered>>();

const weightOf = ({ whole, parts, sound }: Remembered) =>
  1 + (whole?.found?.candidates.length ?? 0) + (parts?.found?.candidates.length ?? 0) + (sound?.length ?? 0);

/** By the name itself in all its forms; undefined when none is known. */
function lookUpWhole(kb: KnowledgeBase, surface: string): FoundName | undefined {
  const list = new CandidateList();
  for (const form of formsOfName(surface)) addForm(kb, form, list);
  if (list.size === 0) addGivenNames(kb, surface, list);
  if (list.size === 0) {
    const info = lookUpYearName(kb, surface);
    if (!info) return undefined;
    list.nearest = { candidates: [], info, form: "year" };
    list.add(info, 1);
  }
  return finish(kb, surface, list);
}

/** Persons under other forms of the given name: none of the forms is nearer than another. */
function addGivenNames(kb: KnowledgeBase, surface: string, list: CandidateList): void {
  for (const { surface: other, form } of givenNameForms(surface)) {
    const known = lookUpWritten(kb, other);
    const candidates = known?.candidates.filter((c) => kb.isPerson(c.entity)) ?? [];
    if (!known || candidates.length === 0) continue;
    const info = { ...known, candidates };
    list.nearest ??= { candidates: [], info, form };
    list.add(info, 1);
  }
}

function addForm(kb: KnowledgeBase, { surface, form }: Form, list: CandidateList): void {
  const written = lookUpWritten(kb, surface);
  const folded = kb.lookupFolded(foldSurface(surface));
  const info = written ?? folded;
  if (!info) return;
  const weight = list.nearest ? FURTHER : 1;
  list.nearest ??= { candidates: [], info, form };
  const titled = titledShare(kb, surface, written);
  if (titled) list.addTitled(titled.entity, weight * titled.share);
  const rest = weight * (1 - (titled?.share ?? 0));
  const isNearest = list.nearest.form === form;
  if (written && folded) {
    const blind = isGuessed(written) ? 1 - FOLDED : FOLDED;
    list.add(written, rest * (1 - blind), isNearest);
    list.add(folded, rest * blind, false);
  } else list.add(info, rest, isNearest);
}

/** A short list takes words of the same family and parts of the name. */
function finish(kb: KnowledgeBase, surface: string, list: CandidateList): FoundName | undefined {
  if (list.size < ENOUGH) addDerived(kb, surface, list, FURTHER);
  if (list.size < FEW) addParts(kb, surface, list);
  return list.finish();
}

/** What is known of parts of a phrase, where little is known of the whole: it may be a longer way to say the same. */
function addParts(kb: KnowledgeBase, surface: string, list: CandidateList): void {
  const known = list.size > 0 ? FURTHER : 1;
  let found = 0;
  for (const part of partsOfName(surface)) {
    if (found === MOST_PARTS) return;
    const before = list.size;
    addPart(kb, part, list, known * 0.5 ** (found + 1));
    addDerived(kb, part, list, FURTHER * known);
    if (list.size > before) found++;
  }
}

/** The nearest form of the part that is known. */
function addPart(kb: KnowledgeBase, part: string, list: CandidateList, weight: number): void {
  for (const { surface: form } of formsOfName(part)) {
    const info = lookUpWritten(kb, form) ?? kb.lookupFolded(foldSurface(form));
    if (!info) continue;
    const titled = titledShare(kb, form, info);
    list.nearest ??= { candidates: [], info, form: "part" };
    if (titled) list.addTitled(titled.entity, weight * titled.share, nameSources.part);
    list.addPart(kb, info, weight * (1 - (titled?.share ?? 0)));
    return;
  }
}

/** Candidates of several surfaces, weighed and added up. */
class CandidateList {
  nearest: FoundName | undefined;
  readonly #candidates = new Map<number, NameCandidate>();

  get size(): number {
    return this.#candidates.size;
  }

  /** `counts`: are the links under this surface links under the name? */
  add(info: SurfaceInfo, weight: number, counts = false): void {
    for (const c of info.candidates) {
      this.#addOne(c.entity, c.prior * weight, counts ? c.count : 0, c.sources);
    }
  }

  addTitled(entity: number, prior: number, sources: number = nameSources.title): void {
    this.#addOne(entity, prior, 0, sources);
  }

  /** Candidates of a part of the name: guesses, however well known the part is. */
  addPart(kb: KnowledgeBase, info: SurfaceInfo, weight: number): void {
    for (const c of info.candidates) {
      // nobody says more than an own entity's name to mean it
      if (!kb.isOwn?.(c.entity)) this.#addOne(c.entity, c.prior * weight, 0, nameSources.part);
    }
  }

  #addOne(entity: number, prior: number, count: number, sources: number): void {
    const known = this.#candidates.get(entity);
    if (known) {
      known.prior += prior;
      known.count += count;
      known.sources |= sources;
    } else this.#candidates.set(entity, { entity, prior, count, sources });
  }

  finish(): FoundName | undefined {
    if (!this.nearest) return undefined;
    let sum = 0;
    for (const { prior } of this.#candidates.values()) sum += prior;
    const scale = 1 / Math.max(1, sum);
    for (const candidate of this.#candidates.values()) candidate.prior *= scale;
    this.nearest.candidates = sortCandidates([...this.#candidates.values()]);
    return this.nearest;
  }
}

/** As written or, for a phrase in capitals, in title case, whichever is linked more often (docs/model.md, section 2). */
function lookUpWritten(kb: KnowledgeBase, form: string): SurfaceInfo | undefined {
  const exact = kb.lookup(form);
  if (!isAllCapitals(form)) return exact;
  const titled = kb.lookup(titleCase(form));
  return titled && titled.linkCount > (exact?.linkCount ?? -1) ? titled : exact;
}

/** Is the surface known by rule only? */
function isGuessed(info: SurfaceInfo): boolean {
  return info.candidates.every((c) => isGuess(c.sources));
}

/** An article titled like the common noun but for its first letter, which titles have in capitals ("oil field"). */
function titledShare(
  kb: KnowledgeBase,
  form: string,
  written: SurfaceInfo | undefined,
): { entity: number; share: number } | undefined {
  if (!/^\p{Ll}/u.test(form)) return undefined;
  const capital = kb.lookup(form[0].toUpperCase() + form.slice(1));
  const titled = capital?.candidates.find((c) => c.sources & nameSources.title);
  if (!titled) return undefined;
  return { entity: titled.entity, share: TITLE_WORTH / ((written?.linkCount ?? 0) + TITLE_WORTH) };
}

/** Articles titled with a word of the same family. */
function addDerived(kb: KnowledgeBase, surface: string, list: CandidateList, weight: number): void {
  const found: SurfaceInfo[] = [];
  for (const form of derivedForms(surface)) {
    const info = kb.lookup(form[0].toUpperCase() + form.slice(1));
    if (info?.candidates.some((c) => c.sources & nameSources.title)) found.push(info);
  }
  for (const info of found) {
    const titled = info.candidates.find((c) => c.sources & nameSources.title)!;
    if (!list.nearest) {
      const only = { ...info, candidates: [titled] };
      list.nearest = { candidates: [], info: only, form: "derived" };
    }
    list.addTitled(titled.entity, weight / found.length, nameSources.part);
  }
}
