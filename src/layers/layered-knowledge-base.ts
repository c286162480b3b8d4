/** A linker's knowledge base with layers of own entities above it, seen as one: names of all layers meet, rows of the layers follow those below. */
import { LinkingError } from "../errors.js";
import { keepCandidates, sortCandidates } from "../kb/contents.js";
import type { KnowledgeBase, NameCandidate, SurfaceInfo } from "../kb/knowledge-base.js";
import { isGuess, nameSources } from "../kb/name-sources.js";
import { foldSurface } from "../text/surfaces.js";
import type { Entity } from "../types.js";
import { kindOfName, type OwnNameKind, ownOdds } from "./own-share.js";

/** Entities of one layer, all in a row. */
export interface LayerPart {
  kb: KnowledgeBase;
  /** Row of the part's row 0 in the whole. */
  first: number;
  /** How many entities its layer has. */
  count: number;
  /** The layer's name, where the entities do not tell it themselves. */
  layer?: string;
  /** Rows of the part that were taken away or replaced above. */
  gone: ReadonlySet<number>;
  /** Rows of the part that are an entity of the knowledge base below → its row there. */
  joined: ReadonlyMap<number, number>;
}

export interface LayerState {
  base: KnowledgeBase;
  /** From the lowest to the uppermost. */
  parts: readonly LayerPart[];
  ownShare: number;
  /** Rows below that nobody shall be linked to, and names (folded) that shall not lead to some. */
  hidden: ReadonlySet<number>;
  hiddenNames: ReadonlyMap<string, ReadonlySet<number>>;
}

/** Links and readers that an own entity counts as having where nobody counted any: the model has learned to distrust names without. */
const AS_IF_LINKS = 20;
const AS_IF_POPULARITY = 100;
const AS_IF_LINKED = 0.5;

/** Initials of two letters stand for something else nearly always. */
const SHORTEST_RULE = 3;

interface OwnCandidate {
  entity: number;
  odds: number;
  sources: number;
  kind: OwnNameKind;
}

/** A view of the layers as they are; made anew after each change, so that whatever was remembered of it is forgotten. */
export class LayeredKnowledgeBase implements KnowledgeBase {
  readonly #state: LayerState;
  readonly #base: KnowledgeBase;
  readonly #parts: readonly LayerPart[];
  readonly #below: number;
  readonly #hides: boolean;
  /** Row below → the own entries that are it. */
  readonly #joins = new Map<number, { part: LayerPart; row: number }[]>();

  constructor(state: LayerState) {
    this.#state = state;
    this.#base = state.base;
    this.#parts = state.parts.filter(({ kb }) => kb.size > 0);
    this.#below = state.base.size;
    this.#hides = state.hidden.size > 0 || state.hiddenNames.size > 0;
    for (const part of this.#parts) {
      for (const [row, below] of part.joined) {
        if (part.gone.has(row)) continue;
        this.#joins.set(below, [...(this.#joins.get(below) ?? []), { part, row }]);
      }
    }
  }

  get info() {
    return this.#base.info;
  }

  get size(): number {
    const last = this.#parts.at(-1);
    return last ? last.first + last.kb.size : this.#below;
  }

  isOwn(row: number): boolean {
    return row >= this.#below;
  }

  /** Has the knowledge base below an entity with this identifier as its own? */
  hasBelow(id: string): boolean {
    const row = this.#base.rowOfId(id);
    return row >= 0 && this.#base.entity(row).id === id;
  }

  /** Can it be linked to? Hidden, replaced and removed entities cannot, nor entries that are an entity below. */
  isShown(row: number): boolean {
    if (row < this.#below) return !this.#state.hidden.has(row);
    const part = this.#partOf(row);
    const own = row - part.first;
    return !part.gone.has(own) && !part.joined.has(own);
  }

  #partOf(row: number): LayerPart {
    for (let i = this.#parts.length - 1; i >= 0; i--) if (row >= this.#parts[i].first) return this.#parts[i];
    throw new LinkingError(
      "bad-input",
      `There is no entity in row ${row}; there are rows 0 to ${this.size - 1}.`,
    );
  }

  entity(row: number): Entity {
    if (row < this.#below) {
      const joins = this.#joins.get(row);
      return joins ? joinEntities(this.#base.entity(row), joins) : this.#base.entity(row);
    }
    const part = this.#partOf(row);
    const entity = part.kb.entity(row - part.first);
    return { ...entity, row, layer: entity.layer ?? part.layer };
  }

  title(row: number): string {
    if (row < this.#below) return this.#base.title(row);
    const part = this.#partOf(row);
    return part.kb.title(row - part.first);
  }

  popularity(row: number): number {
    if (row < this.#below) return this.#base.popularity(row);
    const part = this.#partOf(row);
    return part.kb.popularity(row - part.first) || AS_IF_POPULARITY;
  }

  isPerson(row: number): boolean {
    if (row < this.#below) return this.#base.isPerson(row);
    const part = this.#partOf(row);
    return part.kb.isPerson(row - part.first);
  }

  rowOfTitle(title: string): number {
    return this.#rowAbove((kb) => kb.rowOfTitle(title)) ?? this.#visible(this.#base.rowOfTitle(title));
  }

  /** An identifier may have its layer and a colon in front. */
  rowOfId(id: string): number {
    const row = this.#rowAbove((kb) => kb.rowOfId(id)) ?? this.#visible(this.#base.rowOfId(id));
    if (row >= 0 || !id.includes(":")) return row;
    const colon = id.indexOf(":");
    const inLayer = this.#rowAbove((kb) => kb.rowOfId(id.slice(colon + 1)));
    return inLayer !== undefined && this.entity(inLayer).layer === id.slice(0, colon) ? inLayer : -1;
  }

  /** The row that the uppermost part gives; undefined when none has one. */
  #rowAbove(find: (kb: KnowledgeBase) => number): number | undefined {
    for (let i = this.#parts.length - 1; i >= 0; i--) {
      const part = this.#parts[i];
      const row = find(part.kb);
      if (row >= 0 && !part.gone.has(row)) return part.joined.get(row) ?? part.first + row;
    }
    return undefined;
  }

  #visible(row: number): number {
    return this.#state.hidden.has(row) ? -1 : row;
  }

  lookup(surface: string): SurfaceInfo | undefined {
    const own = this.#above(surface, (kb) => kb.lookup(surface));
    const below = this.#shown(this.#base.lookup(surface));
    return own ? this.#merge(surface, below, own) : below;
  }

  lookupFolded(folded: string): SurfaceInfo | undefined {
    // initials and parts are names only as they are written: Sc is not SC
    const own = this.#above(folded, (kb) => kb.lookupFolded(folded))?.filter((c) => c.kind === "whole");
    const below = this.#shown(this.#base.lookupFolded(folded));
    return own?.length ? this.#merge(below?.surface ?? folded, below, own) : below;
  }

  /** What the layers have under a name; undefined when none has it. */
  #above(surface: string, find: (kb: KnowledgeBase) => SurfaceInfo | undefined): OwnCandidate[] | undefined {
    let own: OwnCandidate[] | undefined;
    for (const part of this.#parts) {
      const info = find(part.kb);
      if (info) (own ??= []).push(...this.#candidatesIn(part, surface, info));
    }
    return own;
  }

  #candidatesIn(part: LayerPart, surface: string, { candidates }: SurfaceInfo): OwnCandidate[] {
    const kept: (NameCandidate & { kind: OwnNameKind })[] = [];
    let sum = 0;
    for (const c of candidates) {
      if (part.gone.has(c.entity)) continue;
      const title = part.kb.title(c.entity);
      const kind = kindOfName(c.sources, surface, title);
      if (kind === "rule" && surface.replace(/[^\p{L}\p{N}]/gu, "").length < SHORTEST_RULE) continue;
      // of the words in the middle of a title nobody makes a name
      if (kind === "part" && !foldSurface(title).startsWith(`${foldSurface(surface)} `)) continue;
      kept.push({ ...c, kind });
      sum += c.prior;
    }
    return kept.map(({ entity, prior, sources, kind }) => ({
      entity: part.joined.get(entity) ?? part.first + entity,
      odds: (ownOdds(kind, this.#state.ownShare, part.count) * prior) / sum,
      // a title without its bracket is no guess: who made the catalogue calls it so
      sources: kind === "whole" && isGuess(sources) ? nameSources.title : sources,
      kind,
    }));
  }

  /** p̂ of the own candidates by their odds, of the others what is left. Own ones count as linked as often as that says. */
  #merge(surface: string, below: SurfaceInfo | undefined, own: OwnCandidate[]): SurfaceInfo | undefined {
    // a part that is somebody's name already is nobody's short form, and who is known by the name needs no more
    const added = own.filter(
      (c) => !below || (c.kind !== "part" && !below.candidates.some((b) => b.entity === c.entity)),
    );
    if (added.length === 0) return below;
    const sum = added.reduce((odds, c) => odds + c.odds, below ? 1 : 0);
    const links = below ? Math.max(below.linkCount, AS_IF_LINKS) : AS_IF_LINKS;
    const candidates: NameCandidate[] = (below?.candidates ?? []).map((c) => ({
      ...c,
      prior: c.prior / sum,
    }));
    for (const { entity, odds, sources } of added) {
      const count = Math.max(1, Math.round(below ? links * odds : (links * odds) / sum));
      candidates.push({ entity, prior: odds / sum, count, sources });
    }
    const statistics = below ?? {
      linkCount: AS_IF_LINKS,
      textCount: AS_IF_LINKS / AS_IF_LINKED,
      linkProbability: AS_IF_LINKED,
      lowercaseShare: 0,
    };
    const isOwn = added.some((c) => c.kind === "whole");
    return { ...statistics, surface, candidates: sortCandidates(candidates), ...(isOwn && { isOwn }) };
  }

  /** Without what is hidden; the others share what it had. */
  #shown(info: SurfaceInfo | undefined): SurfaceInfo | undefined {
    if (!info || !this.#hides) return info;
    const rows = this.#state.hiddenNames.get(foldSurface(info.surface));
    return keepCandidates(info, (c) => !this.#state.hidden.has(c.entity) && !rows?.has(c.entity));
  }

  *surfaces(): IterableIterator<SurfaceInfo> {
    const above = new Set<string>();
    for (const { kb } of this.#parts) for (const { surface } of kb.surfaces()) above.add(surface);
    for (const info of this.#base.surfaces()) {
      const seen = above.delete(info.surface) ? this.lookup(info.surface) : this.#shown(info);
      if (seen) yield seen;
    }
    for (const surface of [...above].sort()) {
      const seen = this.lookup(surface);
      if (seen) yield seen;
    }
  }

  *redirects(): IterableIterator<{ title: string; row: number }> {
    for (const redirect of this.#base.redirects()) if (!this.#state.hidden.has(redirect.row)) yield redirect;
  }

  close(): void {
    for (const { kb } of this.#state.parts) kb.close();
    this.#base.close();
  }
}

/** The entity below with what its own entries say; an own description goes before one from below. */
function joinEntities(below: Entity, joins: { part: LayerPart; row: number }[]): Entity {
  const entity = { ...below };
  for (const { part, row } of joins) {
    const own = part.kb.entity(row);
    entity.layer = own.layer ?? part.layer;
    entity.description = own.description ?? entity.description;
    entity.type = own.type ?? entity.type;
    entity.phrase = own.phrase ?? entity.phrase;
    const ids = [...(entity.otherIds ?? []), own.id, ...(own.otherIds ?? [])];
    entity.otherIds = [...new Set(ids)].filter((id) => id !== entity.id);
    if (own.extra) entity.extra = { ...entity.extra, ...own.extra };
  }
  return entity;
}
