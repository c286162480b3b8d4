/** The layers of own entities above a linker's knowledge base, and how they change. */
import { LinkingError } from "../errors.js";
import { languageOfKb } from "../kb/kb-language.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { checkNumber, show } from "../options.js";
import { foldSurface } from "../text/surfaces.js";
import type { Entity } from "../types.js";
import type { Composer } from "../vectors/compose.js";
import type { RememberedRows } from "../vectors/remembered-rows.js";
import type { VectorTable } from "../vectors/vector-table.js";
import type { Change, HiddenEntity } from "./change.js";
import { EXAMPLE_ENTITIES, type ExampleText, exampleTexts } from "./example-texts.js";
import { LayeredKnowledgeBase, type LayerPart } from "./layered-knowledge-base.js";
import { LayeredVectors } from "./layered-vectors.js";
import { LiveEntities } from "./live-entities.js";
import { checkOwnEntity, type OwnEntity } from "./own-entity.js";
import { DEFAULT_OWN_SHARE } from "./own-share.js";

/** A knowledge base of own entities to put above a linker's. */
export interface Layer {
  /** What results call it. */
  name: string;
  kb: KnowledgeBase;
  /** Trained vectors of its entities; left out, they are composed from titles and descriptions. */
  vectors?: VectorTable;
  /** Words that the linker has no vectors for, in the space of those it has. */
  words?: VectorTable;
}

export interface LayerOptions {
  /** Layers above the linker's knowledge base, from the lowest to the uppermost. */
  add?: readonly Layer[];
  /** Share of a name that own entities have where the linker's knowledge base knows it too, 0 to 1; default 0.85, less for large layers and parts of names. */
  ownShare?: number;
  hide?: readonly HiddenEntity[];
}

/** What the vectors of own entities are made of: those of the entities below, and who composes from words. */
export interface VectorSources {
  base: RememberedRows;
  createComposer: () => Composer;
}

export const layerOptionRanges = { ownShare: { above: 0, below: 1 } } as const;

/** Entities looked at for the best known. */
const LOOKED_AT = 2000;

/** The best known of the first entities of a knowledge base. */
export function bestKnown(
  kb: Pick<KnowledgeBase, "size" | "popularity" | "entity">,
  count: number,
): Entity[] {
  const rows = Array.from({ length: Math.min(kb.size, LOOKED_AT) }, (_, row) => row);
  rows.sort((a, b) => kb.popularity(b) - kb.popularity(a) || a - b);
  return rows.slice(0, count).map((row) => kb.entity(row));
}

/** Name of the layer of entities that are added while a linker runs, unless another is given. */
export const OWN_LAYER = "own";

interface StaticPart extends LayerPart {
  gone: Set<number>;
  joined: Map<number, number>;
}

export class Layers {
  readonly #base: KnowledgeBase;
  readonly #ownShare: number;
  readonly #parts: StaticPart[] = [];
  readonly #live: LiveEntities;
  readonly #livePart: StaticPart;
  readonly #hidden = new Set<number>();
  readonly #hiddenNames = new Map<string, Set<number>>();
  readonly #vectors: LayeredVectors | undefined;
  #view: KnowledgeBase | undefined;
  /** Entries that were said to be the same as one below which is not there. */
  readonly unmatched: string[] = [];

  /** Without vectors it is good for looking at names and entities, not for linking. */
  constructor(base: KnowledgeBase, options: LayerOptions = {}, vectors?: VectorSources) {
    checkNumber("ownShare", options.ownShare, layerOptionRanges.ownShare);
    this.#base = base;
    this.#ownShare = options.ownShare ?? DEFAULT_OWN_SHARE;
    let first = base.size;
    const given: { first: number; table: VectorTable }[] = [];
    for (const { name, kb, vectors } of options.add ?? []) {
      this.#parts.push({
        kb,
        first,
        count: kb.size,
        layer: name,
        gone: new Set(),
        joined: this.#joinsOf(kb),
      });
      if (vectors) given.push({ first, table: vectors });
      first += kb.size;
    }
    this.#hideBelow();
    this.#live = new LiveEntities(languageOfKb(base));
    this.#livePart = { kb: this.#live, first, count: 0, gone: new Set(), joined: new Map() };
    this.#vectors = vectors && new LayeredVectors({ ...vectors, kb: () => this.kb, given });
    for (const hidden of options.hide ?? []) this.hide(hidden);
  }

  /** All layers as one; another object after each change. */
  get kb(): KnowledgeBase {
    this.#view ??= this.#isEmpty ? this.#base : this.#stack();
    return this.#view;
  }

  get vectors(): LayeredVectors {
    if (this.#vectors) return this.#vectors;
    throw new LinkingError("unsupported", "These layers were put together without vectors.");
  }

  get #isEmpty(): boolean {
    return (
      this.#parts.length === 0 && this.#live.size === 0 && this.#hidden.size + this.#hiddenNames.size === 0
    );
  }

  #stack(): KnowledgeBase {
    this.#livePart.count = this.#live.count;
    return new LayeredKnowledgeBase({
      base: this.#base,
      parts: [...this.#parts, this.#livePart],
      ownShare: this.#ownShare,
      hidden: this.#hidden,
      hiddenNames: this.#hiddenNames,
    });
  }

  /** Entries of a layer that say which entity below they are (`same_as`). */
  #joinsOf(kb: KnowledgeBase): Map<number, number> {
    const joined = new Map<number, number>();
    if (kb.info.settings.sameAs !== true) return joined;
    for (let row = 0; row < kb.size; row++) {
      const sameAs = kb.entity(row).extra?.same_as;
      const below = sameAs === undefined ? -1 : this.#rowBelow(sameAs);
      if (below >= 0) joined.set(row, below);
      else if (sameAs !== undefined) this.unmatched.push(sameAs);
    }
    return joined;
  }

  /** An entry of an upper layer takes the place of one with its identifier in a lower layer. */
  #hideBelow(): void {
    for (let upper = 1; upper < this.#parts.length; upper++) {
      const { kb } = this.#parts[upper];
      for (let row = 0; row < kb.size; row++) this.#takeAway(kb.entity(row).id, this.#parts.slice(0, upper));
    }
  }

  #takeAway(id: string, parts: readonly StaticPart[]): boolean {
    let found = false;
    for (const part of parts) {
      const row = part.kb.rowOfId(id);
      if (row < 0 || part.gone.has(row) || part.kb.entity(row).id !== id) continue;
      part.gone.add(row);
      found = true;
    }
    return found;
  }

  #rowBelow(key: string): number {
    const row = this.#base.rowOfId(key);
    return row >= 0 ? row : this.#base.rowOfTitle(key);
  }

  /** Is there an own entity with this identifier? */
  has(id: string): boolean {
    if (this.#live.rowOfId(id) >= 0 && this.#live.entity(this.#live.rowOfId(id)).id === id) return true;
    return this.#parts.some(({ kb, gone }) => {
      const row = kb.rowOfId(id);
      return row >= 0 && !gone.has(row) && kb.entity(row).id === id;
    });
  }

  /** New entities; all or, when one is refused, none. */
  add(entities: readonly OwnEntity[], layer = OWN_LAYER): void {
    const checked = checkAll(entities);
    const seen = new Set<string>();
    for (const { id } of checked) {
      if (seen.has(id) || this.has(id)) {
        const where = seen.has(id) ? "is given twice" : "is there already; replace it instead of adding it";
        throw new LinkingError("bad-input", `The own entity "${id}" ${where}.`);
      }
      seen.add(id);
    }
    this.#put(checked, layer);
  }

  /** Entities in the place of those with their identifiers, or new where there are none. */
  replace(entities: readonly OwnEntity[], layer = OWN_LAYER): void {
    this.#put(checkAll(entities), layer);
  }

  #put(entities: readonly (OwnEntity & { id: string })[], layer: string): void {
    const joins = entities.map(({ id, sameAs }) => {
      const below = sameAs === undefined ? -1 : this.#rowBelow(sameAs);
      if (sameAs === undefined || below >= 0) return below;
      const sentence = `The own entity "${id}" is said to be the same as "${sameAs}", which the knowledge base below does not have.`;
      throw new LinkingError("bad-input", sentence);
    });
    for (const [i, entity] of entities.entries()) {
      this.#takeAway(entity.id, this.#parts);
      const row = this.#live.put(entity, layer);
      if (joins[i] >= 0) this.#livePart.joined.set(row, joins[i]);
      else this.#livePart.joined.delete(row);
      this.#vectors?.forget(this.#livePart.first + row);
    }
    this.#view = undefined;
  }

  /** Takes own entities away; returns how many of them were there. */
  remove(ids: readonly string[]): number {
    if (!Array.isArray(ids))
      throw new LinkingError("bad-input", `The identifiers are ${show(ids)}; wanted a list.`);
    let removed = 0;
    for (const id of ids) {
      const row = this.#live.remove(id);
      if (row >= 0) {
        this.#livePart.joined.delete(row);
        this.#vectors?.forget(this.#livePart.first + row);
      }
      if (this.#takeAway(id, this.#parts) || row >= 0) removed++;
    }
    this.#view = undefined;
    return removed;
  }

  /** Nobody is linked to the entity below any more, or not under the name. */
  hide({ entity, name }: HiddenEntity): void {
    const row = this.#rowBelow(entity);
    if (row < 0) {
      const sentence = `"${entity}" cannot be hidden: the knowledge base has no entity of that title or identifier.`;
      throw new LinkingError("bad-input", sentence);
    }
    if (name === undefined) this.#hidden.add(row);
    else {
      const folded = foldSurface(name);
      this.#hiddenNames.set(folded, new Set([...(this.#hiddenNames.get(folded) ?? []), row]));
    }
    this.#view = undefined;
  }

  /** Takes back what `hide` did. */
  show({ entity, name }: HiddenEntity): void {
    const row = this.#rowBelow(entity);
    if (name === undefined) this.#hidden.delete(row);
    else {
      const rows = this.#hiddenNames.get(foldSurface(name));
      rows?.delete(row);
      if (rows?.size === 0) this.#hiddenNames.delete(foldSurface(name));
    }
    this.#view = undefined;
  }

  /** Changes that were made elsewhere; what does not fit the knowledge base here is left out or stands for itself. */
  apply(changes: readonly Change[], layer = OWN_LAYER): void {
    for (const change of changes) {
      if (change.kind === "remove") this.remove([change.id]);
      else if (change.kind === "put") {
        const { sameAs, ...rest } = change.entity;
        const isThere = sameAs === undefined || this.#rowBelow(sameAs) >= 0;
        if (!isThere) this.unmatched.push(sameAs);
        this.#put([isThere ? change.entity : rest], layer);
      } else if (this.#rowBelow(change.hidden.entity) >= 0) this[change.kind](change.hidden);
    }
  }

  /** Texts to try, made of own entities: the last added first. */
  examples(): ExampleText[] {
    const live = this.#live.all().slice(-EXAMPLE_ENTITIES).reverse();
    const given = this.#parts.flatMap(({ kb }) => bestKnown(kb, EXAMPLE_ENTITIES));
    return exampleTexts([...live, ...given]);
  }

  /** The layers by name with how many entities each has, for whoever describes the linker. */
  counts(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { layer, kb, gone } of this.#parts)
      counts[layer!] = (counts[layer!] ?? 0) + kb.size - gone.size;
    for (let row = 0; row < this.#live.size; row++) {
      const layer = this.#live.layerOf(row);
      if (layer !== undefined) counts[layer] = (counts[layer] ?? 0) + 1;
    }
    return counts;
  }
}

function checkAll(entities: readonly OwnEntity[]): (OwnEntity & { id: string })[] {
  if (Array.isArray(entities)) return entities.map((entity, i) => checkOwnEntity(entity, i));
  throw new LinkingError("bad-input", `The own entities are ${show(entities)}; wanted a list.`);
}
