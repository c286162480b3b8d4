/** Corpora and lists to the contents of a knowledge base: read, resolve, name, count, order, mix. */
import type { Entity } from "../../types.js";
import { shared } from "../../workers/shared-memory.js";
import type { KnowledgeBaseContents } from "../contents.js";
import type { EntityTextsInput } from "../entity-texts.js";
import { mixSurface, type SurfaceStatistics } from "../stores/create-knowledge-base.js";
import { urlOfTitle } from "../stores/entity-record.js";
import { type CollectedNames, type CollectOptions, collectNames, type EntityOrder } from "./collect-names.js";
import { collectTexts } from "./collect-texts.js";
import { type Describing, describeEntities } from "./describe-entities.js";
import type { EntityPages } from "./entity-pages.js";
import { certainMeaning } from "./found-names.js";
import { evidenceOf, readNameFile } from "./name-file.js";
import { BUILD_STAGES } from "./read-corpora.js";
import type { Resolution } from "./resolve-titles.js";
import type { TextStatistics } from "./surface-statistics.js";
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
  texts?: EntityTextsInput;
}

export async function buildFromCorpora(options: CorporaOptions): Promise<Omit<CorporaContents, "sources">> {
  const collected = await collectNames(options);
  const { titles, resolution, pages, namePath, statistics } = collected;
  const order = mostPopular(collected.order, options.entityCount);
  const urlPrefix = options.urlPrefix ?? collected.urlPrefix ?? DEFAULT_URL_PREFIX;
  const rowOf = (title: number) => {
    const entity = resolution.entityOf[title];
    return entity < 0 ? -1 : order.rowOf[entity];
  };
  const meaning = shared(Int32Array, collected.surfaces).fill(-1);
  const describing = await prepareDescribing(options, collected, order);
  options.onProgress?.({ stage: "writing", done: 0, step: [BUILD_STAGES, BUILD_STAGES] });
  return {
    entities: describeEntities(entityStream(titles, resolution, pages, order, urlPrefix), describing),
    surfaces: surfaceStream(namePath, order, statistics, meaning),
    redirects: redirectStream(titles, resolution, rowOf),
    settings: settingsOf(options, urlPrefix),
    texts: makeTexts(options, collected, order, meaning),
  };
}

/** The others have no row. */
function mostPopular({ rowOf, entityOf, popularity }: EntityOrder, count: number): EntityOrder {
  return {
    rowOf: rowOf.map((row) => (row < count ? row : -1)),
    entityOf: entityOf.slice(0, count),
    popularity: popularity.slice(0, count),
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

/** Fills `meaning` with what each surface surely means. */
function* surfaceStream(
  namePath: string,
  order: EntityOrder,
  statistics: TextStatistics | undefined,
  meaning: Int32Array,
) {
  let index = 0;
  for (const { surface, names } of readNameFile(namePath)) {
    const evidence = evidenceOf(names, order.rowOf);
    const counted = statistics && statisticsOf(statistics, index);
    if (evidence.length > 0) {
      const mixed = mixSurface(surface, evidence, (row) => order.popularity[row], counted);
      meaning[index] = certainMeaning(mixed);
      yield mixed;
    }
    index++;
  }
}

function statisticsOf(statistics: TextStatistics, index: number): SurfaceStatistics {
  const pages = statistics.pagesWith[index];
  return {
    textCount: statistics.textCount[index],
    linkProbability: pages > 0 ? Math.min(1, statistics.pagesLinked[index] / pages) : 0,
    lowercaseShare: statistics.lowercaseShare[index],
  };
}

function* redirectStream(titles: TitleFile, resolution: Resolution, rowOf: (title: number) => number) {
  for (let t = 0; t < titles.size; t++) {
    const e = resolution.entityOf[t];
    const row = rowOf(t);
    if (row >= 0 && resolution.titleOf[e] !== t) yield { title: titles.at(t), row };
  }
}

/** `meaning` is filled when the names have been written, which comes first. Undefined when texts were not asked for. */
function makeTexts(
  { folder, memory, workers, signal, onProgress }: CorporaOptions,
  { exact, titles, resolution, blocks, words: chosen }: CollectedNames,
  order: EntityOrder,
  meaning: Int32Array,
): EntityTextsInput | undefined {
  if (!exact || !chosen) return undefined;
  const { wordOf, ...words } = chosen;
  const rowOf = shared(Int32Array, titles.size);
  for (let t = 0; t < titles.size; t++) {
    const entity = resolution.entityOf[t];
    rowOf[t] = entity < 0 ? -1 : order.rowOf[entity];
  }
  const names = { exact, meaning };
  const weights = order.popularity;
  // keeps no more of what has been collected than it names
  async function* records() {
    const onPart = (done: number) =>
      onProgress?.({ stage: "writing texts", done, total: 1, step: [BUILD_STAGES, BUILD_STAGES] });
    yield* collectTexts({ folder, blocks, wordOf, rowOf, weights, memory, names, workers, signal, onPart });
    blocks.close();
  }
  return { ...words, records: records() };
}
