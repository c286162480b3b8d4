/** DBpedia Spotlight's `/rest/annotate` in JSON: every value a string, offsets in UTF-16 as its JVM counts. */
import { dbpediaClasses, schemaClasses } from "../formats/annotated/dbpedia-classes.js";
import { entityAddress, ownName } from "../formats/links/own-address.js";
import { readEntityType } from "../options.js";
import { type Entity, type EntityType, entityTypes } from "../types.js";
import { HttpError } from "./http-errors.js";
import type { LinkService } from "./link-service.js";

export interface SpotlightRequest {
  text: string;
  confidence: number;
  support: number;
  /** Types that the answer is held to, or that it leaves out; all when left out. */
  types?: { names: EntityType[]; areLeftOut: boolean };
}

export interface SpotlightResource {
  "@URI": string;
  "@support": string;
  "@types": string;
  "@surfaceForm": string;
  "@offset": string;
  "@similarityScore": string;
  "@percentageOfSecondRank": string;
  /** Not in Spotlight: the entity's item in Wikidata, where the knowledge base has it. */
  "@wikidata"?: string;
  /** Not in Spotlight: the layer that an own entity is in; its address is its own, not DBpedia's. */
  "@layer"?: string;
}

export interface SpotlightAnswer {
  "@text": string;
  "@confidence": string;
  "@support": string;
  "@types": string;
  "@sparql": string;
  "@policy": string;
  /** Left out when nothing was found, as Spotlight does. */
  Resources?: SpotlightResource[];
}

/** "Schema:Person,DBpedia:Person"; empty for what neither has a name for. */
function typesOf({ type }: Entity): string {
  if (type === undefined) return "";
  const [schema, dbpedia] = [schemaClasses[type], dbpediaClasses[type]];
  return [schema && `Schema:${schema}`, dbpedia && `DBpedia:${dbpedia}`].filter(Boolean).join(",");
}

function typeName(type: EntityType): string {
  return dbpediaClasses[type] ? `DBpedia:${dbpediaClasses[type]}` : type;
}

/** Spotlight's `types`, "DBpedia:Person,Schema:Place", and `policy`; our own names of types are taken, too. */
export function readTypes(types: string | undefined, policy: string | undefined): SpotlightRequest["types"] {
  const names = (types ?? "").split(",").map((name) => name.trim());
  if (names.every((name) => name === "")) return undefined;
  const read = names.filter((name) => name !== "").map(readTypeName);
  return { names: read, areLeftOut: policy === "blacklist" };
}

function readTypeName(name: string): EntityType {
  const bare = name.replace(/^.*[:/#]/, "").toLowerCase();
  const isCalled = (type: EntityType) =>
    dbpediaClasses[type]?.toLowerCase() === bare || schemaClasses[type]?.toLowerCase() === bare;
  const type = entityTypes.find(isCalled) ?? readEntityType(bare);
  if (type !== undefined) return type;
  const known = entityTypes.map(typeName).join(", ");
  throw new HttpError(400, "bad-input", `There is no type "${name}"; those there are: ${known}.`);
}

function isLeftOut({ type }: Entity, types: SpotlightRequest["types"]): boolean {
  return types?.areLeftOut === true && type !== undefined && types.names.includes(type);
}

export function dbpediaAddress(title: string): string {
  const name = title.replace(/ /g, "_");
  return `http://dbpedia.org/resource/${encodeURI(name).replace(/[?#]/g, encodeURIComponent)}`;
}

function resourceAddress(entity: Entity): string {
  const own = ownName(entity) === undefined ? undefined : entityAddress(entity);
  return own ?? dbpediaAddress(entity.title);
}

export function answerSpotlight(
  service: LinkService,
  { text, confidence, support, types }: SpotlightRequest,
): { annotation: SpotlightAnswer; mentions: number } {
  const wanted = types && !types.areLeftOut ? types.names : undefined;
  const links = service.link(text, { nil: confidence, types: wanted });
  const resources = links.flatMap((link): SpotlightResource[] => {
    if (!link.entity || link.entity.popularity < support || isLeftOut(link.entity, types)) return [];
    const second = link.candidates[1]?.confidence ?? 0;
    return [
      {
        "@URI": resourceAddress(link.entity),
        "@support": String(Math.round(link.entity.popularity)),
        "@types": typesOf(link.entity),
        "@surfaceForm": link.mention,
        "@offset": String(link.start),
        "@similarityScore": String(link.confidence),
        "@percentageOfSecondRank": String(link.confidence > 0 ? second / link.confidence : 0),
        ...(link.entity.wikidata !== undefined && { "@wikidata": link.entity.wikidata }),
        ...(link.entity.layer !== undefined && { "@layer": link.entity.layer }),
      },
    ];
  });
  const annotation: SpotlightAnswer = {
    "@text": text,
    "@confidence": String(confidence),
    "@support": String(support),
    "@types": types?.names.map((type) => typeName(type)).join(",") ?? "",
    "@sparql": "",
    "@policy": types?.areLeftOut ? "blacklist" : "whitelist",
  };
  if (resources.length > 0) annotation.Resources = resources;
  return { annotation, mentions: links.length };
}
