/** Entities of a build with what is worked out of each: its type, what it is in a few words, its item in Wikidata. */
import { english } from "../../languages/english.js";
import type { Language } from "../../languages/language.js";
import type { Entity } from "../../types.js";
import { wikidataOfNumber } from "../stores/entity-record.js";
import type { TypeClassifier } from "../types/type-classifier.js";

/** A type less likely than this is not said: somebody who asks for persons wants persons. */
export const LEAST_CHANCE = 0.5;

export interface Describing {
  kindOf: (entity: Entity) => EntityKind;
  /** Number of an entity's item in Wikidata by row, 0 for none. */
  itemOf?: (row: number) => number;
  /** Keep descriptions. */
  descriptions: boolean;
}

export type EntityKind = Pick<Entity, "type" | "phrase" | "isPerson">;

export function* describeEntities(
  entities: Iterable<Entity>,
  { itemOf, descriptions, kindOf }: Describing,
): IterableIterator<Entity> {
  for (const entity of entities) {
    const item = itemOf?.(entity.row) ?? 0;
    yield {
      ...entity,
      ...kindOf(entity),
      ...(item > 0 && { wikidata: wikidataOfNumber(item) }),
      description: descriptions ? entity.description : undefined,
    };
  }
}

/** Type and phrase of an entity. The classifier reads English; of other languages' entities it is only known whether they are persons. */
export function kindOf(
  entity: Pick<Entity, "title" | "description" | "isPerson">,
  { classifier, language }: { classifier: TypeClassifier; language: Language },
): EntityKind {
  const { isPerson } = entity;
  if (language !== english) return isPerson ? { type: "person", isPerson } : { isPerson };
  const { type, chance, phrase } = classifier.classify(entity);
  if (chance < LEAST_CHANCE) return { isPerson, ...(phrase && { phrase }) };
  // title and sentence together know better than the sentence alone, and also know persons without a page
  return { type, isPerson: type === "person", ...(phrase && { phrase }) };
}
