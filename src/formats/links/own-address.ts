/** How formats that know titles or addresses only tell an own entity: nobody may take it for the page of Wikipedia that is called like it. */
import { webAddress, wellFormed } from "../../text/safe-text.js";
import type { Entity } from "../../types.js";
import { titleOfAddress } from "../annotated/entity-names.js";

type Addressed = Pick<Entity, "url" | "layer" | "id">;

/** One that own entries were joined to (`same_as`) is still Wikipedia's. */
function isOwn({ layer, url }: Addressed): boolean {
  return layer !== undefined && (url === undefined || titleOfAddress(url) === undefined);
}

/** "products:C-310"; undefined for an entity of the linker's own knowledge base. A linker finds the entity by it. */
export function ownName(entity: Addressed): string | undefined {
  return isOwn(entity) ? `${entity.layer}:${entity.id}` : undefined;
}

/** The entity's address on the web, of an own entity without one a name that no page has: urn:mulrel:products:C-310. */
export function entityAddress(entity: Addressed): string | undefined {
  const address = webAddress(entity.url);
  if (address !== undefined || !isOwn(entity)) return address;
  return `urn:mulrel:${[entity.layer!, entity.id].map((part) => encodeURIComponent(wellFormed(part))).join(":")}`;
}
