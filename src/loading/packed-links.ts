/** Links on their way from thread to thread: numbers in one array, each entity once. Objects one by one would take as long as linking a short text. */
import type { Link, LinkCandidate } from "../linker/link.js";
import type { Entity } from "../types.js";
import { ENTITY_NUMBERS, receiveEntity, SentStrings, sendEntity } from "./sent-entities.js";

export interface PackedLinks {
  /**
   * How many entities there are, then those of each; of each link start, end, confidence, chance of the name, 1 for an entity, number
   * of candidates; of each of these the place of its entity, prior, confidence.
   */
  numbers: Float64Array;
  /** The strings of the entities, a list in JSON: strings that are cut out of one would keep all of it. */
  strings: string;
}

const LINK = 6;
const CANDIDATE = 3;
/** Where nobody says how likely the name is one. */
const NO_CHANCE = -1;

export function packLinks(links: readonly Link[]): PackedLinks {
  const entities: Entity[] = [];
  const places = new Map<number, number>();
  let candidates = 0;
  for (const link of links) {
    candidates += link.candidates.length;
    for (const { entity } of link.candidates) {
      if (places.has(entity.row)) continue;
      places.set(entity.row, entities.length);
      entities.push(entity);
    }
  }
  const linksAt = 1 + ENTITY_NUMBERS * entities.length;
  const numbers = new Float64Array(linksAt + LINK * links.length + CANDIDATE * candidates);
  const strings: string[] = [];
  numbers[0] = entities.length;
  for (const [i, entity] of entities.entries()) sendEntity(entity, numbers, 1 + ENTITY_NUMBERS * i, strings);
  let at = linksAt;
  for (const link of links) at = writeLink(link, numbers, at, places);
  return { numbers, strings: JSON.stringify(strings) };
}

/** Returns where the next link begins. */
function writeLink(
  link: Link,
  numbers: Float64Array,
  at: number,
  places: ReadonlyMap<number, number>,
): number {
  numbers[at] = link.start;
  numbers[at + 1] = link.end;
  numbers[at + 2] = link.confidence;
  numbers[at + 3] = link.nameConfidence ?? NO_CHANCE;
  numbers[at + 4] = link.entity ? 1 : 0;
  numbers[at + 5] = link.candidates.length;
  at += LINK;
  for (const { entity, prior, confidence } of link.candidates) {
    numbers[at] = places.get(entity.row)!;
    numbers[at + 1] = prior;
    numbers[at + 2] = confidence;
    at += CANDIDATE;
  }
  return at;
}

/** `text` is what was linked. */
export function unpackLinks(text: string, { numbers, strings: json }: PackedLinks): Link[] {
  const strings = new SentStrings(JSON.parse(json));
  const entities: Entity[] = [];
  let at = 1;
  for (; entities.length < numbers[0]; at += ENTITY_NUMBERS) {
    entities.push(receiveEntity(numbers, at, strings));
  }
  const links: Link[] = [];
  while (at < numbers.length) {
    const link = readLink(text, numbers, at, entities);
    links.push(link);
    at += LINK + CANDIDATE * link.candidates.length;
  }
  return links;
}

function readLink(text: string, numbers: Float64Array, at: number, entities: readonly Entity[]): Link {
  const start = numbers[at];
  const end = numbers[at + 1];
  const chance = numbers[at + 3];
  const candidates: LinkCandidate[] = [];
  const from = at + LINK;
  for (let c = from; c < from + CANDIDATE * numbers[at + 5]; c += CANDIDATE) {
    candidates.push({
      entity: entities[numbers[c]],
      prior: numbers[c + 1],
      confidence: numbers[c + 2],
    });
  }
  const link: Link = {
    start,
    end,
    mention: text.slice(start, end),
    entity: numbers[at + 4] === 1 ? candidates[0].entity : null,
    confidence: numbers[at + 2],
    candidates,
  };
  if (chance !== NO_CHANCE) link.nameConfidence = chance;
  return link;
}
