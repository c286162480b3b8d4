/** Our types of entities as DBpedia's ontology and schema.org call them, for the formats that speak their names. */
import type { EntityType } from "../../types.js";

/** "other" is nothing in particular, and DBpedia has no class of products. */
export const dbpediaClasses: Partial<Record<EntityType, string>> = {
  person: "Person",
  organisation: "Organisation",
  place: "Place",
  event: "Event",
  work: "Work",
  "living-thing": "Species",
};

export const schemaClasses: Partial<Record<EntityType, string>> = {
  person: "Person",
  organisation: "Organization",
  place: "Place",
  event: "Event",
  work: "CreativeWork",
  product: "Product",
};
