/** JSON schemas of changes of own entities. */
import { entityTypes } from "../types.js";
import { errorSchema } from "./schemas.js";

const names = {
  type: "array",
  maxItems: 1000,
  items: { type: "string", minLength: 1, maxLength: 1000 },
} as const;

const properties = {
  title: { type: "string", minLength: 1, maxLength: 1000 },
  aliases: { ...names, description: "Further names it goes by." },
  description: {
    type: "string",
    maxLength: 20_000,
    description: "What it is; its vector is composed from this and the title.",
  },
  url: { type: "string", maxLength: 2000 },
  popularity: { type: "number", minimum: 0, description: "How often it is meant." },
  isPerson: { type: "boolean" },
  type: { type: "string", enum: [...entityTypes] },
  phrase: { type: "string", maxLength: 1000 },
  wikidata: { type: "string", pattern: "^Q[1-9][0-9]{0,8}$" },
  otherIds: names,
  extra: { type: "object", maxProperties: 100, additionalProperties: { type: "string", maxLength: 20_000 } },
  sameAs: {
    type: "string",
    minLength: 1,
    maxLength: 1000,
    description:
      "Title or identifier of the entity of the model that this is: names and description join it.",
  },
} as const;

const id = { type: "string", minLength: 1, maxLength: 500 } as const;

export const idParams = { type: "object", properties: { id } } as const;

export const ownEntity = {
  type: "object",
  additionalProperties: false,
  required: ["title"],
  properties,
} as const;

export const batchOfEntities = {
  type: "object",
  additionalProperties: false,
  properties: {
    put: {
      type: "array",
      maxItems: 10_000,
      items: { ...ownEntity, properties: { ...properties, id } },
      description: "Entities to add, or to put in the place of those with their identifiers.",
    },
    remove: {
      type: "array",
      maxItems: 10_000,
      items: id,
      description: "Identifiers of own entities to take away.",
    },
  },
} as const;

const change = {
  type: "object",
  required: ["id", "etag"],
  properties: {
    id: { type: "string" },
    etag: { type: "string", description: "For If-Match of the next change." },
  },
} as const;

const errors = { "4xx": errorSchema, "5xx": errorSchema } as const;

export const changeResponses = { 200: change, ...errors } as const;

export const batchResponses = {
  200: { type: "object", properties: { changed: { type: "array", items: change } } },
  ...errors,
} as const;
