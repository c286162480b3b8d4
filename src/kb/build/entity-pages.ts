/** What the log of pages says of every entity, read from disk when it is needed. */
import { subjectPhrase } from "../../corpus/subject-phrase.js";
import type { Language } from "../../languages/language.js";
import { type LogBlocks, type LoggedPage, PageKind } from "./log-blocks.js";
import type { Resolution } from "./resolve-titles.js";

/** A record is an identifier and a description of a few hundred bytes. */
const LARGEST_RECORD = 4096;

export class EntityPages {
  /** By entity number of the build. */
  readonly isPerson: Uint8Array;
  readonly #offsets: Float64Array;
  /** Of entities with several pages: where the first one is whose first sentence says what it is, −1 for none. */
  readonly #definitions: Map<number, number>;
  readonly #blocks: LogBlocks;
  readonly #language: Language;

  constructor(blocks: LogBlocks, resolution: Resolution, language: Language) {
    this.isPerson = new Uint8Array(resolution.size);
    this.#offsets = new Float64Array(resolution.size).fill(-1);
    this.#definitions = new Map();
    const own = new Uint8Array(resolution.size);
    for (const page of blocks.pages()) {
      const entity = resolution.entityOf[page.title];
      if (entity < 0 || page.kind !== PageKind.article) continue;
      if (page.isPerson) this.isPerson[entity] = 1;
      const isFirst = this.#offsets[entity] < 0;
      if (!isFirst) this.#definitions.set(entity, -1);
      // a page under the entity's own title goes before one that a redirect has joined to it
      const isOwn = page.title === resolution.titleOf[entity];
      if (!isFirst && (!isOwn || own[entity] === 1)) continue;
      this.#offsets[entity] = page.offset;
      own[entity] = isOwn ? 1 : 0;
    }
    this.#language = language;
    this.#blocks = blocks;
    if (this.#definitions.size > 0) this.#findDefinitions(resolution);
  }

  #findDefinitions({ entityOf }: Resolution): void {
    for (const page of this.#blocks.pages()) {
      const entity = entityOf[page.title];
      if (page.kind !== PageKind.article || this.#definitions.get(entity) !== -1) continue;
      if (subjectPhrase(page.description, this.#language)) this.#definitions.set(entity, page.offset);
    }
  }

  /** First sentence of the page; undefined for an entity without one. */
  descriptionOf(entity: number): string | undefined {
    const page = this.#readAt(this.#offsets[entity]);
    const definition = this.#definitions.get(entity) ?? -1;
    // of several corpora one may begin with a caption or a note where another says what it is
    if (!page || definition < 0 || definition === page.offset) return page?.description || undefined;
    const { description } = page;
    const isDefined = subjectPhrase(description, this.#language) !== undefined;
    return (isDefined ? description : this.#readAt(definition)?.description) || undefined;
  }

  #readAt(offset: number): LoggedPage | undefined {
    return offset < 0 ? undefined : this.#blocks.pageAt(offset, LARGEST_RECORD);
  }
}
