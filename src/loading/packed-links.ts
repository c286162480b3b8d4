/** Links on their way from thread to thread: numbers in one array, each entity once, as JSON. Objects one by one would take as long as linking a short text. */
import type { Link } from "../linker/link.js";
import type { Entity } from "../types.js";

export interface PackedLinks {
  /** Of each link start, end, confidence, chance of the name, 1 for an entity, number of candidates; of each of these its entity, prior, confidence. */
  numbers: Float64Array;
  /** The distinct entities, a list in JSON. */
  entities: string;
}

const LINK = 6;
const CANDIDATE = 3;
/** Where nobody says how likely the name is one. */
const NO_CHANCE = -1;

export function packLinks(links: readonly Link[]): PackedLinks {
  const size = links.reduce((sum, { candidates }) => sum + LINK + CANDIDATE * candidates.length, 0);
  const numbers = new Float64Array(size);
  const places = new Map<Entity, number>();
  let at = 0;
  for (const { start, end, confidence, nameConfidence = NO_CHANCE, entity, candidates } of links) {
    for (const number of [start, end, confidence, nameConfidence, entity ? 1 : 0, candidates.length]) {
      numbers[at++] = number;
    }
    for (const candidate of candidates) {
      let place = places.get(candidate.entity);
      if (place === undefined) places.set(candidate.entity, (place = places.size));
      numbers[at++] = place;
      numbers[at++] = candidate.prior;
      numbers[at++] = candidate.confidence;
    }
  }
  return { numbers, entities: JSON.stringify([...places.keys()]) };
}

/** `text` is what was linked. */
export function unpackLinks(text: string, { numbers, entities: json }: PackedLinks): Link[] {
  const entities = JSON.parse(json) as Entity[];
  const links: Link[] = [];
  for (let at = 0; at < numbers.length; ) {
    const [start, end, confidence, chance, isLinked, count] = numbers.subarray(at, at + LINK);
    at += LINK;
    const candidates: Link["candidates"] = [];
    for (let c = 0; c < count; c++, at += CANDIDATE) {
      const entity = entities[numbers[at]];
      candidates.push({ entity, prior: numbers[at + 1], confidence: numbers[at + 2] });
    }
    links.push({
      start,
      end,
      mention: text.slice(start, end),
      entity: isLinked === 1 ? candidates[0].entity : null,
      confidence,
      candidates,
      ...(chance === NO_CHANCE ? {} : { nameConfidence: chance }),
    });
  }
  return links;
}
