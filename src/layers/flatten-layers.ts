/** Layers above a knowledge base as one that can be written: nothing hidden, replaced or removed, rows without gaps. */
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { withoutRows } from "../kb/knowledge-base-views.js";
import type { LayeredKnowledgeBase } from "./layered-knowledge-base.js";

/** An own entity whose identifier one below has, too, goes by its layer and identifier. */
export function flattenLayers(kb: LayeredKnowledgeBase): KnowledgeBase {
  const flat = withoutRows(kb, (row) => !kb.isShown(row));
  let firstOwn = 0;
  for (let row = 0; row < kb.size && !kb.isOwn(row); row++) if (kb.isShown(row)) firstOwn++;
  return {
    ...flat,
    entity(row) {
      const entity = flat.entity(row);
      const isTwice = row >= firstOwn && kb.hasBelow(entity.id);
      return isTwice ? { ...entity, id: `${entity.layer}:${entity.id}` } : entity;
    },
  };
}
