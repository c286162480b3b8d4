/** Names with a year that no list has: "2004 Olympics" means the one of what "Olympics" can mean whose title has the year, the 2004 Summer Olympics. */
import { sortCandidates } from "../contents.js";
import type { KnowledgeBase, NameCandidate, SurfaceInfo } from "../knowledge-base.js";

const yearFirst = /^(1[4-9]\d\d|20\d\d)\s+(\S.*)$/;
const yearLast = /^(.*\S)\s+(1[4-9]\d\d|20\d\d)$/;
/** Meanings of the name without its year for which a title with it is looked up. */
const MOST_TITLES = 5;

/** What the name without the year is known as, with only those candidates that the year belongs to; undefined when there are none. */
export function lookUpYearName(kb: KnowledgeBase, surface: string): SurfaceInfo | undefined {
  const first = yearFirst.exec(surface);
  const last = first ? null : yearLast.exec(surface);
  if (!first && !last) return undefined;
  const year = first ? first[1] : last![2];
  const info = kb.lookup(first ? first[2] : last![1]);
  if (!info) return undefined;
  const found = new Map<number, NameCandidate>();
  let sum = 0;
  info.candidates.forEach((candidate, place) => {
    const title = kb.title(candidate.entity);
    const has = title.split(/[^\p{L}\p{N}]+/u).includes(year);
    const entity = has ? candidate.entity : place < MOST_TITLES ? rowOfYear(kb, title, year) : -1;
    if (entity < 0 || found.has(entity)) return;
    // how often the name means the event of that year was never counted; how well known the event is was
    const prior = kb.popularity(entity) + 1;
    sum += prior;
    found.set(entity, { ...candidate, entity, prior });
  });
  if (found.size === 0) return undefined;
  const candidates = [...found.values()].map((c) => ({ ...c, prior: c.prior / sum }));
  return { ...info, surface, candidates: sortCandidates(candidates) };
}

function rowOfYear(kb: KnowledgeBase, title: string, year: string): number {
  const bare = title.replace(/\s*\([^()]*\)$/, "");
  const before = kb.rowOfTitle(`${year} ${bare}`);
  return before >= 0 ? before : kb.rowOfTitle(`${bare} ${year}`);
}
