/** p̂(e|m) for a name as it stands in a text: what is known of the surface itself and of the forms it may be another spelling of. */
import { sortCandidates } from "../kb/contents.js";
import { languageOfKb } from "../kb/kb-language.js";
import type { KnowledgeBase, NameCandidate, SurfaceInfo } from "../kb/knowledge-base.js";
import { isGuess, nameSources } from "../kb/name-sources.js";
import { lookUpYearName } from "../kb/names/year-names.js";
import type { Language } from "../languages/language.js";
import { RecentMap } from "../text/recent-map.js";
import { foldSurface, isAllCapitals, titleCase } from "../text/surfaces.js";
import { KeptCandidates } from "./kept-candidates.js";
import { derivedForms, type Form, formsOfName, givenNameForms, type NameForm } from "./name-forms.js";

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

/**
 * Undefined when no form of the name is known. The nearest known form makes the list; the others add what they know
 * at a small weight, because texts and titles differ in number, case and signs more often than a list is complete.
 *
 * ```ts
 * import { lookUpName, openKnowledgeBase } from "mulrel/kb";
 *
 * const kb = await openKnowledgeBase("products.kb");
 * for (const { entity, prior } of lookUpName(kb, "Falcon")?.candidates ?? []) console.log(kb.title(entity), prior);
 * ```
 */
export function lookUpName(kb: KnowledgeBase, surface: string): FoundName | undefined {
  const { names, language } = memoryOf(kb);
  const known = names.get(surface);
  if (known?.whole) return known.whole.found;
  const found = lookUpForms(kb, surface, language);
  names.set(surface, { ...known, whole: { found } });
  return found;
}

/** What a name can mean, best first. */
export function candidatesOfName(kb: KnowledgeBase, surface: string): KeptCandidates {
  const { names } = memoryOf(kb);
  const known = names.get(surface)?.candidates;
  if (known) return known;
  const candidates = new KeptCandidates(lookUpName(kb, surface)?.candidates ?? []);
  // texts that have the name again ask for these; all of it would be twice as much to remember
  names.set(surface, { candidates });
  return candidates;
}

/** What is known of a name. Never changed but replaced, so that it is weighed for what it holds. */
interface Remembered {
  readonly whole?: { found: FoundName | undefined };
  readonly candidates?: KeptCandidates;
}

/** Of a knowledge base: its language, and the names that were looked up lately. */
interface NameMemory {
  language: Language;
  names: RecentMap<Remembered>;
}

/** Names come again, in a text and in the next; so many are remembered, with their candidates. */
const MOST_REMEMBERED = 160_000;
const memories = new WeakMap<KnowledgeBase, NameMemory>();

const weightOf = ({ whole, candidates }: Remembered) =>
  1 + (whole?.found?.candidates.length ?? 0) + (candidates?.length ?? 0);

function memoryOf(kb: KnowledgeBase): NameMemory {
  let memory = memories.get(kb);
  if (!memory) {
    memories.set(
      kb,
      (memory = { language: languageOfKb(kb), names: new RecentMap(MOST_REMEMBERED, weightOf) }),
    );
  }
  return memory;
}

/** By the name itself in all its forms; undefined when none is known. */
function lookUpForms(kb: KnowledgeBase, surface: string, language: Language): FoundName | undefined {
  const list = new CandidateList();
  for (const form of formsOfName(surface, language)) addForm(kb, form, list);
  if (list.size === 0) addGivenNames(kb, givenNameForms(surface, language), list);
  if (list.size === 0) {
    const info = lookUpYearName(kb, surface);
    if (info) {
      list.nearest = { candidates: [], info, form: "year" };
      list.add(info, 1);
    }
  }
  if (list.size < ENOUGH) addDerived(kb, derivedForms(surface, language), list);
  return list.finish();
}

/** Persons under other forms of the given name: none of the forms is nearer than another. */
function addGivenNames(kb: KnowledgeBase, forms: Iterable<Form>, list: CandidateList): void {
  for (const { surface, form } of forms) {
    const known = lookUpWritten(kb, surface);
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
function addDerived(kb: KnowledgeBase, family: readonly string[], list: CandidateList): void {
  const found: SurfaceInfo[] = [];
  for (const form of family) {
    const info = kb.lookup(form[0].toUpperCase() + form.slice(1));
    if (info?.candidates.some((c) => c.sources & nameSources.title)) found.push(info);
  }
  for (const info of found) {
    const titled = info.candidates.find((c) => c.sources & nameSources.title)!;
    list.nearest ??= { candidates: [], info: { ...info, candidates: [titled] }, form: "derived" };
    list.addTitled(titled.entity, FURTHER / found.length, nameSources.part);
  }
}
