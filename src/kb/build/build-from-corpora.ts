/** Corpora and lists to the contents of a knowledge base: read, resolve, name, count, order, mix. */
import type { Entity } from "../../types.js";
import { shared } from "../../workers/shared-memory.js";
import type { KnowledgeBaseContents } from "../contents.js";
import { urlOfTitle } from "../stores/entity-record.js";
import type { WordList } from "./choose-words.js";
import { type CollectedNames, type CollectOptions, collectNames, type EntityOrder } from "./collect-names.js";
import { TextCollection } from "./collect-texts.js";
import { type Describing, describeEntities } from "./describe-entities.js";
import type { EntityPages } from "./entity-pages.js";
import { mixNames, type NameSource } from "./mix-names.js";
import { BUILD_STAGES } from "./read-corpora.js";
import type { Resolution } from "./resolve-titles.js";
import type { TitleFile } from "./title-file.js";
import { readWikidataItems } from "./wikidata-items.js";

export interface CorporaOptions extends CollectOptions {
  descriptions: boolean;
  /** Files that give items of Wikidata. */
  wikidata: string[];
  urlPrefix?: string;
  /** At most so many entities, the most popular. */
  entityCount: number;
}

/** Where the articles of a WikiExtractor corpus are, which does not say. */
const DEFAULT_URL_PREFIX = "https://en.wikipedia.org/wiki/";

export interface CorporaContents extends KnowledgeBaseContents {
  /** Undefined when texts were not asked for. */
  texts?: CorporaTexts;
}

/** Words with how often they occur, and the texts of entities, which may be begun with before the store is written. */
export interface CorporaTexts extends Omit<WordList, "wordOf"> {
  collection: TextCollection;
}

export async function buildFromCorpora(options: CorporaOptions): Promise<Omit<CorporaContents, "sources">> {
  const collected = await collectNames(options);
  const { titles, resolution, pages, names, statistics } = collected;
  const order = mostPopular(collected.order, options.entityCount);
  const urlPrefix = options.urlPrefix ?? collected.urlPrefix ?? DEFAULT_URL_PREFIX;
  const rowOf = (title: number) => {
    const entity = resolution.entityOf[title];
    return entity < 0 ? -1 : order.rowOf[entity];
  };
  const meaning = shared(Int32Array, names.surfaces).fill(-1);
  const { popularity } = order;
  const mixed: NameSource = { path: names.path, rowOf: order.rowOf, popularity, statistics };
  const describing = await prepareDescribing(options, collected, order);
  options.onProgress?.({ stage: "writing", done: 0, step: [BUILD_STAGES, BUILD_STAGES] });
  return {
    entities: describeEntities(entityStream(titles, resolution, pages, order, urlPrefix), describing),
    surfaces: mixNames(mixed, meaning),
    redirects: redirectStream(titles, resolution, rowOf),
    settings: settingsOf(options, urlPrefix),
    texts: makeTexts(options, collected, mixed, meaning),
  };
}

/** The others have no row. */
function mostPopular(order: EntityOrder, count: number): EntityOrder {
  const { rowOf, entityOf, popularity } = order;
  if (count >= entityOf.length) return order;
  return {
    rowOf: shared(
      Int32Array,
      rowOf.map((row) => (row < count ? row : -1)),
    ),
    entityOf: entityOf.slice(0, count),
    popularity: shared(Float64Array, popularity.subarray(0, count)),
  };
}

async function prepareDescribing(
  { wikidata, inputs, descriptions }: CorporaOptions,
  { resolution, find, blocks, kindOf }: CollectedNames,
  order: EntityOrder,
): Promise<Describing> {
  const items = await readWikidataItems(wikidata, {
    resolution,
    find,
    pages: () => blocks.pages(),
    corpora: inputs.length,
  });
  const itemOf = (row: number) => items[order.entityOf[row]];
  return {
    kindOf: ({ row, description }) => kindOf(order.entityOf[row], description),
    itemOf,
    descriptions,
  };
}

/** What the knowledge base remembers of how it was built; no language is English. */
function settingsOf({ rules, minLinks, texts, language }: CorporaOptions, urlPrefix: string) {
  return { urlPrefix, rules, minLinks, texts, ...(language.code !== "en" && { language: language.code }) };
}

function* entityStream(
  titles: TitleFile,
  resolution: Resolution,
  pages: EntityPages,
  order: EntityOrder,
  urlPrefix: string,
): IterableIterator<Entity> {
  for (let row = 0; row < order.entityOf.length; row++) {
    const e = order.entityOf[row];
    const title = titles.at(resolution.titleOf[e]);
    yield {
      row,
      // a wiki has a title once, and everybody can read it; its page numbers are other wikis' too
      id: title,
      title,
      url: urlOfTitle(urlPrefix, title),
      description: pages.descriptionOf(e),
      popularity: order.popularity[row],
      isPerson: pages.isPerson[e] === 1,
    };
  }
}

function* redirectStream(titles: TitleFile, resolution: Resolution, rowOf: (title: number) => number) {
  for (let t = 0; t < titles.size; t++) {
    const e = resolution.entityOf[t];
    const row = rowOf(t);
    if (row >= 0 && resolution.titleOf[e] !== t) yield { title: titles.at(t), row };
  }
}

/** Undefined when texts were not asked for. */
function makeTexts(
  { folder, memory, workers, signal, onProgress }: CorporaOptions,
  { exact, titles, resolution, blocks, names, words: chosen }: CollectedNames,
  mixed: NameSource,
  meaning: Int32Array,
): CorporaTexts | undefined {
  if (!exact || !chosen) return undefined;
  const { wordOf, ...words } = chosen;
  const rowOf = shared(Int32Array, titles.size);
  for (let t = 0; t < titles.size; t++) {
    const entity = resolution.entityOf[t];
    rowOf[t] = entity < 0 ? -1 : mixed.rowOf[entity];
  }
  const collection = new TextCollection({
    folder,
    blocks,
    wordOf,
    rowOf,
    names: { exact, meaning },
    mixing: { source: mixed, parts: names.parts },
    memory,
    workers,
    signal,
    onPart: (done) =>
      onProgress?.({ stage: "writing texts", done, total: 1, step: [BUILD_STAGES, BUILD_STAGES] }),
  });
  return { ...words, collection };
}
