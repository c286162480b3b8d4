/** Links as annotations, so that they can be written in the formats of data sets. */
import type { Link } from "../../linker/link.js";
import { webAddress } from "../../text/safe-text.js";
import type { Entity } from "../../types.js";
import type { AnnotatedMention } from "../annotated/annotated-document.js";
import { titleOfAddress } from "../annotated/entity-names.js";

export interface AnnotateOptions {
  /** For formats whose entities are addresses: those outside Wikipedia go by their own, not by their title. */
  byAddress?: boolean;
}

export function annotateLinks(
  links: readonly Link[],
  { byAddress }: AnnotateOptions = {},
): AnnotatedMention[] {
  return links.map(({ start, end, mention, entity, confidence }) => ({
    start,
    end,
    surface: mention,
    entity: entity && (byAddress ? addressedName(entity) : entity.title),
    confidence,
    ...(entity?.wikidata !== undefined && { entityId: entity.wikidata }),
    ...(entity?.type !== undefined && { type: entity.type }),
    ...(webAddress(entity?.url) !== undefined && { source: { url: entity!.url! } }),
  }));
}

/** Wikipedia's entities go by title, from which a writer makes its own form of the address. */
function addressedName({ title, url: given }: Entity): string {
  const url = webAddress(given);
  return url !== undefined && titleOfAddress(url) === undefined ? url : title;
}
