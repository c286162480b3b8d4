/** What the log of pages says of every entity, read from disk when it is needed. */
import { subjectPhrase } from "../../corpus/subject-phrase.js";
import type { Language } from "../../languages/language.js";
import { shared } from "../../workers/shared-memory.js";
import { type LogBlocks, type LoggedPage, PageKind } from "./log-blocks.js";
import type { Resolution } from "./resolve-titles.js";

/** A record is an identifier and a description of a few hundred bytes. */
const LARGEST_RECORD = 4096;

/** Where the pages of entities are, where all threads see it; by entity number of the build. */
export interface PagePlaces {
  isPerson: Uint8Array;
  /** Of the page, −1 for none. */
  offsets: Float64Array;
  /** Of entities with several pages: where the first one is whose first sentence says what it is, −1 for none. */
  definitions: Map<number, number>;
}

export class EntityPages {
  constructor(
    private readonly blocks: LogBlocks,
    readonly places: PagePlaces,
    private readonly language: Language,
  ) {}

  get isPerson(): Uint8Array {
    return this.places.isPerson;
  }

  /** First sentence of the page; undefined for an entity without one. */
  descriptionOf(entity: number): string | undefined {
    const page = this.#readAt(this.places.offsets[entity]);
    const definition = this.places.definitions.get(entity) ?? -1;
    // of several corpora one may begin with a caption or a note where another says what it is
    if (!page || definition < 0 || definition === page.offset) return page?.description || undefined;
    const { description } = page;
    const isDefined = subjectPhrase(description, this.language) !== undefined;
    return (isDefined ? description : this.#readAt(definition)?.description) || undefined;
  }

  #readAt(offset: number): LoggedPage | undefined {
    return offset < 0 ? undefined : this.blocks.pageAt(offset, LARGEST_RECORD);
  }
}

export function findPages(blocks: LogBlocks, resolution: Resolution, language: Language): EntityPages {
  const isPerson = shared(Uint8Array, resolution.size);
  const offsets = shared(Float64Array, resolution.size).fill(-1);
  const definitions = new Map<number, number>();
  const own = new Uint8Array(resolution.size);
  for (const page of blocks.pages()) {
    const entity = resolution.entityOf[page.title];
    if (entity < 0 || page.kind !== PageKind.article) continue;
    if (page.isPerson) isPerson[entity] = 1;
    const isFirst = offsets[entity] < 0;
    if (!isFirst) definitions.set(entity, -1);
    // a page under the entity's own title goes before one that a redirect has joined to it
    const isOwn = page.title === resolution.titleOf[entity];
    if (!isFirst && (!isOwn || own[entity] === 1)) continue;
    offsets[entity] = page.offset;
    own[entity] = isOwn ? 1 : 0;
  }
  if (definitions.size > 0) findDefinitions(definitions, blocks, resolution, language);
  return new EntityPages(blocks, { isPerson, offsets, definitions }, language);
}

function findDefinitions(
  definitions: Map<number, number>,
  blocks: LogBlocks,
  { entityOf }: Resolution,
  language: Language,
): void {
  for (const page of blocks.pages()) {
    const entity = entityOf[page.title];
    if (page.kind !== PageKind.article || definitions.get(entity) !== -1) continue;
    if (subjectPhrase(page.description, language)) definitions.set(entity, page.offset);
  }
}
