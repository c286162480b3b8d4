/** Links as annotations, so that they can be written in the formats of data sets. */
import type { Link } from "../../linker/link.js";
import type { Entity } from "../../types.js";
import type { AnnotatedMention } from "../annotated/annotated-document.js";
import { titleOfAddress } from "../annotated/entity-names.js";
import { entityAddress, ownName } from "./own-address.js";

export interface AnnotateOptions {
  /** For formats whose entities are addresses: those outside Wikipedia go by their own, not by their title. */
  byAddress?: boolean;
}

export function annotateLinks(
  links: readonly Link[],
  { byAddress }: AnnotateOptions = {},
): AnnotatedMention[] {
  return links.map(({ start, end, mention, entity, confidence }) => {
    const entityId = entity ? (entity.wikidata ?? ownName(entity)) : undefined;
    const url = entity ? entityAddress(entity) : undefined;
    return {
      start,
      end,
      surface: mention,
      entity: entity && (byAddress ? addressedName(entity) : entity.title),
      confidence,
      ...(entityId !== undefined && { entityId }),
      ...(entity?.type !== undefined && { type: entity.type }),
      ...(url !== undefined && { source: { url } }),
    };
  });
}

/** Wikipedia's entities go by title, from which a writer makes its own form of the address. */
function addressedName(entity: Entity): string {
  const url = entityAddress(entity);
  return url !== undefined && titleOfAddress(url) === undefined ? url : entity.title;
}
