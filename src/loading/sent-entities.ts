/** Entities on their way from thread to thread: what they have in numbers among other numbers, what they have in words in one list of strings. */
import type { Entity, EntityType } from "../types.js";

/** Numbers of an entity: row, popularity, flags. */
export const ENTITY_NUMBERS = 3;

/** Bits of the flags: what is true of it, and which strings follow its title. */
const PERSON = 1;
const OWN_ID = 2;
const URL = 4;
const TYPE = 8;
const PHRASE = 16;
const WIKIDATA = 32;
/** What few entities have, as JSON. */
const FURTHER = 64;

/** Writes an entity's numbers from numbers[at] on, and appends its strings. */
export function sendEntity(entity: Entity, numbers: Float64Array, at: number, strings: string[]): void {
  const { row, title, id, popularity, isPerson, url, type, phrase, wikidata } = entity;
  let flags = isPerson ? PERSON : 0;
  const add = (flag: number, string: string | undefined) => {
    if (string === undefined) return;
    flags |= flag;
    strings.push(string);
  };
  strings.push(title);
  add(OWN_ID, id === title ? undefined : id);
  add(URL, url);
  add(TYPE, type);
  add(PHRASE, phrase);
  add(WIKIDATA, wikidata);
  add(FURTHER, furtherOf(entity));
  numbers[at] = row;
  numbers[at + 1] = popularity;
  numbers[at + 2] = flags;
}

function furtherOf({ description, otherIds, extra, layer }: Entity): string | undefined {
  const isPlain =
    description === undefined && otherIds === undefined && extra === undefined && layer === undefined;
  return isPlain ? undefined : JSON.stringify({ description, otherIds, extra, layer });
}

/** The strings of entities one after the other. */
export class SentStrings {
  readonly #strings: readonly string[];
  #at = 0;

  constructor(strings: readonly string[]) {
    this.#strings = strings;
  }

  next(): string {
    return this.#strings[this.#at++];
  }
}

/** The entity whose numbers begin at numbers[at], with the next strings. */
export function receiveEntity(numbers: Float64Array, at: number, strings: SentStrings): Entity {
  const flags = numbers[at + 2];
  const title = strings.next();
  const entity: Entity = {
    row: numbers[at],
    title,
    id: flags & OWN_ID ? strings.next() : title,
    popularity: numbers[at + 1],
    isPerson: (flags & PERSON) !== 0,
  };
  if (flags & URL) entity.url = strings.next();
  if (flags & TYPE) entity.type = strings.next() as EntityType;
  if (flags & PHRASE) entity.phrase = strings.next();
  if (flags & WIKIDATA) entity.wikidata = strings.next();
  if (flags & FURTHER) Object.assign(entity, JSON.parse(strings.next()));
  return entity;
}
