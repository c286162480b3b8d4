/** An identifier means one entity: every writer of a store refuses a second one. */
import { LinkingError } from "../../errors.js";
import type { Entity } from "../../types.js";

/** Remembers the entity's own identifier, unless another has it. */
export function refuseSecond(taken: Set<string>, { id }: Pick<Entity, "id">): void {
  if (taken.has(id)) refuseId(id);
  taken.add(id);
}

export function refuseId(id: string): never {
  throw new LinkingError("bad-input", `Two entities have the identifier "${id}"; give each its own.`);
}
