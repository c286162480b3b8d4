/** Rows by identifier, made when somebody first asks: most users never do. */
import type { Entity } from "../../types.js";
import type { KnowledgeBase } from "../knowledge-base.js";
import { furtherIds } from "./entity-record.js";
import { hashString } from "./string-table.js";

const EMPTY = 0xffffffff;

/** Rows by the hash of each of their identifiers, as numbers: half a million entities take 8 MB. */
export class IdIndex {
  readonly #kb: Pick<KnowledgeBase, "size" | "entity">;
  /** Open addressing, a power of two long. */
  readonly #slots: Uint32Array;

  constructor(kb: Pick<KnowledgeBase, "size" | "entity">) {
    this.#kb = kb;
    const pairs: number[] = [];
    for (let row = 0; row < kb.size; row++) {
      for (const id of idsOf(kb.entity(row))) pairs.push(hashString(id), row);
    }
    let capacity = 4;
    while (capacity < pairs.length) capacity *= 2;
    this.#slots = new Uint32Array(capacity).fill(EMPTY);
    for (let i = 0; i < pairs.length; i += 2) {
      let slot = pairs[i] & (capacity - 1);
      while (this.#slots[slot] !== EMPTY) slot = (slot + 1) & (capacity - 1);
      this.#slots[slot] = pairs[i + 1];
    }
  }

  /** The row whose own identifier it is, else the first that has it among its others; −1 for none. */
  rowOf(id: string): number {
    const mask = this.#slots.length - 1;
    let other = -1;
    for (let slot = hashString(id) & mask; this.#slots[slot] !== EMPTY; slot = (slot + 1) & mask) {
      const entity = this.#kb.entity(this.#slots[slot]);
      if (entity.id === id) return entity.row;
      if (other < 0 && idsOf(entity).includes(id)) other = entity.row;
    }
    return other;
  }
}

function idsOf(entity: Entity): string[] {
  return [entity.id, ...furtherIds(entity)];
}
