/** What kind of thing each entity of a build is, worked out beside other work: in threads of its own, or by the first one in between. */
import { subjectPhrase } from "../../corpus/subject-phrase.js";
import { english } from "../../languages/english.js";
import type { Language } from "../../languages/language.js";
import { languageOf } from "../../languages/languages.js";
import { entityTypes } from "../../types.js";
import { shared } from "../../workers/shared-memory.js";
import { createQueue, type SharedQueue, takeFrom } from "../../workers/shared-queue.js";
import { loadTypeClassifier } from "../types/load-classifier.js";
import { type EntityKind, kindOf } from "./describe-entities.js";
import { EntityPages, type PagePlaces } from "./entity-pages.js";
import { type BlockSource, LogBlocks } from "./log-blocks.js";
import type { Pauses } from "./pauses.js";
import type { Resolution } from "./resolve-titles.js";
import { TitleFile, type TitleSource } from "./title-file.js";

const PERSON = 0x80;
/** Entities that are taken at a time. */
const PART = 1024;

/** Its phrase is worked out again from the description, which takes less than remembering millions of them. */
export type KindOfEntity = (entity: number, description: string | undefined) => EntityKind;

/** What a thread needs to help; `kinds` is what comes of it: of every entity the number of its type, counted from 1, and whether it is a person. */
export interface KindsData {
  titles: TitleSource;
  titleOf: Int32Array;
  blocks: BlockSource;
  pages: PagePlaces;
  /** Code of the corpora's language. */
  language: string;
  kinds: Uint8Array;
  queue: SharedQueue;
}

export function kindsData(
  { titles, resolution, pages }: { titles: TitleFile; resolution: Resolution; pages: EntityPages },
  blocks: LogBlocks,
  language: Language,
): KindsData {
  return {
    titles: titles.source,
    titleOf: shared(Int32Array, resolution.titleOf),
    blocks: blocks.source,
    pages: pages.places,
    language: language.code,
    kinds: shared(Uint8Array, resolution.size),
    queue: createQueue(Math.ceil(resolution.size / PART)),
  };
}

/** Takes parts of the entities until there are none. */
export async function chooseKinds(data: KindsData, pauses: Pauses): Promise<void> {
  const classifier = await loadTypeClassifier();
  const language = languageOf(data.language);
  const titles = new TitleFile(data.titles);
  const blocks = new LogBlocks(data.blocks.folder, data.blocks.places);
  const pages = new EntityPages(blocks, data.pages, language);
  try {
    for (const part of takeFrom(data.queue)) {
      const to = Math.min(data.kinds.length, (part + 1) * PART);
      for (let e = part * PART; e < to; e++) {
        if (pauses.isDue) await pauses.take();
        const title = titles.at(data.titleOf[e]);
        const description = pages.descriptionOf(e);
        const { type, isPerson } = kindOf(
          { title, description, isPerson: pages.isPerson[e] === 1 },
          { classifier, language },
        );
        data.kinds[e] = (type === undefined ? 0 : entityTypes.indexOf(type) + 1) | (isPerson ? PERSON : 0);
      }
    }
  } finally {
    blocks.close();
  }
}

export function kindsFrom(kinds: Uint8Array, language: Language): KindOfEntity {
  return (entity, description) => {
    const type = entityTypes[(kinds[entity] & ~PERSON) - 1];
    const phrase = language === english && description ? subjectPhrase(description, language)?.phrase : "";
    const isPerson = (kinds[entity] & PERSON) !== 0;
    return { isPerson, ...(type && { type }), ...(phrase && { phrase }) };
  };
}
