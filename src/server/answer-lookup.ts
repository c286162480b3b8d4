/** Looks into the knowledge base for the API: one entity, or what a name can mean. */
import { LinkingError } from "../errors.js";
import { type EntityJson, entityJson } from "../formats/links/link-json.js";
import { foldSurface } from "../text/surfaces.js";
import type { LinkService } from "./link-service.js";

export interface EntityAnswer extends EntityJson {
  popularity: number;
  isPerson: boolean;
}

export interface CandidatesAnswer {
  name: string;
  candidates: { entity: EntityJson; prior: number }[];
}

export function answerEntity({ kb }: LinkService, id: string): EntityAnswer {
  const row = kb.rowOfId(id);
  if (row < 0) throw new LinkingError("not-found", `The knowledge base has no entity "${id}".`);
  const entity = kb.entity(row);
  return { ...entityJson(entity), popularity: entity.popularity, isPerson: entity.isPerson };
}

/** By identifier or title; −1 for none. */
export function rowOf({ kb }: LinkService, key: string): number {
  const row = kb.rowOfId(key);
  return row >= 0 ? row : (kb.rowOfTitle?.(key) ?? -1);
}

/** An unknown name is no error: it has no candidates. */
export function answerCandidates({ kb }: LinkService, name: string, limit?: number): CandidatesAnswer {
  const found = kb.lookup(name) ?? kb.lookupFolded(foldSurface(name));
  const candidates = (found?.candidates ?? []).slice(0, limit).map((c) => ({
    entity: entityJson(kb.entity(c.entity)),
    prior: c.prior,
  }));
  return { name, candidates };
}
