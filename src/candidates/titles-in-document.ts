/** Candidates whose title has more words than the name, and these stand in the document: "Hastings" in a text that speaks of Michigan. */

import type { NearWords } from "../evidence/text-words.js";
import { titleEvidence, wordsTold } from "../evidence/title-evidence.js";
import { titleWordsOf } from "../evidence/title-words.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { smallDoubles } from "../math/small-arrays.js";
import type { Candidate } from "../types.js";
import { asObjects, type CandidateView, type OwnCandidates, viewOf } from "./kept-candidates.js";

/**
 * How many times likelier the first such word makes a candidate, and each further one, by whether its title has the name in it
 * (Hastings, Michigan) or not (Michigan for "the state"): `node scripts/fit-title-weights.mjs`, docs/results/links.md.
 */
const WITH_NAME = { first: 7, further: 3.2 };
const WITHOUT_NAME = { first: 2.6, further: 2.4 };

/** What is read of entities: titles, and what a catalogue says of own ones, of which nobody wrote more. */
type Titles = Pick<KnowledgeBase, "title" | "isPerson"> & Partial<Pick<KnowledgeBase, "isOwn" | "entity">>;

/** The `most` best of the candidates with their priors weighed so, best first; the sum of all priors stays what it is. */
export function weighByTitle(
  kb: Titles,
  surface: string,
  candidates: OwnCandidates,
  near: NearWords,
  most: number,
): Candidate[] {
  if (candidates.length < 2) return asObjects(candidates);
  const titles = titleWordsOf(kb);
  const name = titles.name(surface);
  const list = viewOf(candidates);
  const weights = smallDoubles(list.length);
  let before = 0;
  let after = 0;
  for (let i = 0; i < weights.length; i++) {
    const entity = list.entity(i);
    const prior = list.prior(i);
    const { found, isInTitle } = titleEvidence(titles, name, entity, near);
    const { first, further } = isInTitle ? WITH_NAME : WITHOUT_NAME;
    weights[i] = found > 0 ? prior * (first * further ** (found - 1)) : prior;
    const told = kb.isOwn?.(entity) ? wordsTold(titles, name, entity, near) : 0;
    // words of a description weigh like those of a title that does not have the name
    if (told > 0) weights[i] *= WITHOUT_NAME.first * WITHOUT_NAME.further ** (told - 1);
    before += prior;
    after += weights[i];
  }
  if (after === before) return list.readAll(most);
  const scale = before / after;
  for (let i = 0; i < weights.length; i++) weights[i] *= scale;
  return bestOf(list, weights, most).map((i) => list.read(i, weights[i]));
}

/** Numbers of the `most` best by their new priors, of equals the lower row: put in one by one, since the list is nearly in order. */
function bestOf(list: CandidateView, priors: Float64Array, most: number): number[] {
  const order: number[] = [];
  const isBefore = (other: number, i: number) =>
    priors[other] > priors[i] || (priors[other] === priors[i] && list.entity(other) < list.entity(i));
  for (let i = 0; i < priors.length; i++) {
    let at = order.length;
    // most of a long list is far below the last that is kept
    if (at === most && isBefore(order[at - 1], i)) continue;
    order[at] = i;
    for (; at > 0 && !isBefore(order[at - 1], i); at--) order[at] = order[at - 1];
    order[at] = i;
    if (order.length > most) order.pop();
  }
  return order;
}
