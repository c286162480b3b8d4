/** An own entity as callers give it, checked, and the names it goes by. */
import { isPersonText } from "../corpus/first-sentence.js";
import { LinkingError } from "../errors.js";
import { nameSources } from "../kb/name-sources.js";
import { namesByRule } from "../kb/names/name-rules.js";
import type { EntityInput } from "../kb/stores/create-knowledge-base.js";
import { isWikidataId } from "../kb/stores/entity-record.js";
import type { Language } from "../languages/language.js";
import { checkNames, readEntityType, show } from "../options.js";
import { entityTypes } from "../types.js";

/** An entity for a layer above a linker's knowledge base. */
export interface OwnEntity extends EntityInput {
  /** Title, identifier or item of Wikidata of the entity below that this is: its names and description join that one. */
  sameAs?: string;
}

const LONGEST_NAME = 1000;
const LONGEST_DESCRIPTION = 20_000;

const fields: Record<keyof OwnEntity, "string" | "number" | "boolean" | "list" | "record"> = {
  title: "string",
  id: "string",
  url: "string",
  description: "string",
  popularity: "number",
  isPerson: "boolean",
  type: "string",
  phrase: "string",
  wikidata: "string",
  aliases: "list",
  otherIds: "list",
  extra: "record",
  sameAs: "string",
};

/** A copy of what was given, or a sentence that says what is wrong with it. */
export function checkOwnEntity(given: unknown, number?: number): OwnEntity & { id: string } {
  const who = number === undefined ? "The entity" : `Entity ${number}`;
  const refuse = (sentence: string) => {
    throw new LinkingError("bad-input", `${who} ${sentence}`);
  };
  if (given === null || typeof given !== "object" || Array.isArray(given)) {
    refuse(`is ${show(given)}; wanted an object with a title.`);
  }
  const entity = given as Record<string, unknown>;
  checkNames(entity, Object.keys(fields));
  for (const [name, kind] of Object.entries(fields)) {
    const value = entity[name];
    if (value !== undefined && !isOfKind(value, kind))
      refuse(`has the ${name} ${show(value)}; wanted a ${kind}.`);
  }
  const own = { ...entity } as unknown as OwnEntity;
  if (!own.title?.trim()) refuse("has no title.");
  own.id ??= own.title;
  for (const name of [own.title, own.id, ...(own.aliases ?? [])]) {
    if (name === "" || name.length > LONGEST_NAME)
      refuse(`has a name of ${name.length} characters; wanted 1 to ${LONGEST_NAME}.`);
  }
  if ((own.description?.length ?? 0) > LONGEST_DESCRIPTION)
    refuse(`has a description of more than ${LONGEST_DESCRIPTION} characters.`);
  if (!(Number.isFinite(own.popularity ?? 0) && (own.popularity ?? 0) >= 0))
    refuse("has a popularity that is no number from 0.");
  if (own.type !== undefined && readEntityType(own.type) === undefined)
    refuse(`has the type ${show(own.type)}; wanted one of ${entityTypes.join(", ")}.`);
  if (own.wikidata !== undefined && !isWikidataId(own.wikidata))
    refuse(`has the item ${show(own.wikidata)}; wanted a Q and a number, like Q42.`);
  return own as OwnEntity & { id: string };
}

function isOfKind(value: unknown, kind: (typeof fields)[keyof OwnEntity]): boolean {
  if (kind === "list") return Array.isArray(value) && value.every((item) => typeof item === "string");
  if (kind !== "record") return typeof value === kind;
  if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
  return Object.values(value).every((item) => typeof item === "string");
}

export function isPersonEntity({ isPerson, type, description }: OwnEntity, language: Language): boolean {
  if (isPerson !== undefined) return isPerson;
  if (type !== undefined) return type === "person";
  return description !== undefined && isPersonText(description, language);
}

/** Every surface of the entity with where it comes from (bits of `nameSources`). */
export function namesOfEntity(entity: OwnEntity, language: Language): Map<string, number> {
  const names = new Map<string, number>();
  const add = (surface: string, source: number) => {
    const clean = surface.trim();
    if (clean !== "") names.set(clean, (names.get(clean) ?? 0) | source);
  };
  add(entity.title, nameSources.title);
  for (const alias of entity.aliases ?? []) add(alias, nameSources.alias);
  const isPerson = isPersonEntity(entity, language);
  for (const { surface, rule } of namesByRule(entity.title, { isPerson, language })) {
    add(surface, rule === "part" ? nameSources.part : nameSources.rule);
  }
  return names;
}
