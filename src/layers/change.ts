/** What can happen to own entities, and to the entities below them. */
import type { OwnEntity } from "./own-entity.js";

/** An entity below that is not to be linked to; with a name, not under that name. By title, identifier or item of Wikidata. */
export interface HiddenEntity {
  entity: string;
  name?: string;
}

export type Change =
  | { kind: "put"; entity: OwnEntity & { id: string } }
  | { kind: "remove"; id: string }
  | { kind: "hide"; hidden: HiddenEntity }
  | { kind: "show"; hidden: HiddenEntity };
