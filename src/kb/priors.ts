/** p̂(e|m) out of link counts, name dictionaries and popularity (docs/model.md, section 2). */
import { nameSources } from "./name-sources.js";

/** What is known of one entity under one surface. */
export interface NameEvidence {
  entity: number;
  /** Links from this surface to this entity. */
  count: number;
  /** Bits of `nameSources`. */
  sources: number;
}

/** How far a source is to be believed that the surface is a name of the entity, before popularity. */
const trust: [bit: number, weight: number][] = [
  [nameSources.title, 1],
  [nameSources.redirect, 0.7],
  [nameSources.list, 0.5],
  [nameSources.alias, 0.5],
  [nameSources.disambiguation, 0.3],
  [nameSources.link, 0.3],
  [nameSources.rule, 0.05],
  [nameSources.part, 0.003],
];

/** So many links weigh as much as the dictionaries. */
const DICTIONARY_WORTH = 10;

/** By set of sources: the weight of the most trusted one. */
const trustOf = Float64Array.from({ length: 256 }, (_, sources) => {
  return trust.find(([bit]) => sources & bit)?.[1] ?? 0;
});

/**
 * p̂ = λ p1 + (1 − λ) p2. p1 is the share of the surface's links that go to the entity; p2 the entity's share among all
 * that have the surface as a name, each weighed by trust in the name and by popularity; λ grows with the links there
 * are. The paper's p2 is 1 / (number of entities with the name) and the two are added: right where a billion links
 * outvote the dictionary, but with few links or none it puts a village on a level with a capital.
 */
export function mixPriors(names: readonly NameEvidence[], popularity: (entity: number) => number): number[] {
  let links = 0;
  let named = 0;
  const weights = new Array<number>(names.length);
  for (let i = 0; i < names.length; i++) {
    const { entity, count, sources } = names[i];
    weights[i] = trustOf[sources] * (popularity(entity) + 1);
    links += count;
    named += weights[i];
  }
  const lambda = named > 0 ? links / (links + DICTIONARY_WORTH) : 1;
  for (let i = 0; i < names.length; i++) {
    const p1 = links > 0 ? names[i].count / links : 0;
    const p2 = named > 0 ? weights[i] / named : 0;
    weights[i] = lambda * p1 + (1 - lambda) * p2;
  }
  return weights;
}
