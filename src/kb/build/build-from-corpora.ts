/** Corpora and lists to the contents of a knowledge base: read, resolve, name, count, order, mix. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { normaliseTitle } from "../../corpus/titles.js";
import { throwIfAborted } from "../../errors.js";
import { foldSurface, isAllCapitals } from "../../text/surfaces.js";
import type { Entity } from "../../types.js";
import type { KnowledgeBaseContents } from "../contents.js";
import type { EntityTextsInput } from "../entity-texts.js";
import { nameSources } from "../name-sources.js";
import { namesByRule } from "../names/name-rules.js";
import { mixSurface, type SurfaceStatistics } from "../stores/create-knowledge-base.js";
import { urlOfTitle } from "../stores/file-writer.js";
import { chooseWords, collectTexts } from "./collect-texts.js";
import { type CorpusLog, readLoggedPages } from "./corpus-log.js";
import { EntityPages } from "./entity-pages.js";
import { createNameFinder, type NameFinderInput } from "./found-names.js";
import { AnchorCounts } from "./join-anchors.js";
import { type NameGroup, readNameFile, writeNameFile } from "./name-file.js";
import { type ListFiles, type NameLists, readNameLists } from "./name-lists.js";
import { estimatePopularity } from "./popularity.js";
import { BUILD_STAGES, type ReadOptions, readCorpora } from "./read-corpora.js";
import { type Resolution, resolveTitles, type TitleEvidence } from "./resolve-titles.js";
import { countSurfaces, type TextStatistics } from "./surface-statistics.js";
import { TitleFile } from "./title-file.js";

export interface CorporaOptions extends ReadOptions {
  lists: ListFiles;
  rules: boolean;
  descriptions: boolean;
  /** Links that a title without a page needs to be an entity. */
  minLinks: number;
  urlPrefix?: string;
}

/** Where the articles of a WikiExtractor corpus are, which does not say. */
const DEFAULT_URL_PREFIX = "https://en.wikipedia.org/wiki/";

export interface CorporaContents extends KnowledgeBaseContents {
  /** Undefined when texts were not asked for. */
  texts?: EntityTextsInput;
}

export async function buildFromCorpora(options: CorporaOptions): Promise<Omit<CorporaContents, "sources">> {
  const { log, urlPrefix: found } = await readCorpora(options);
  let stages = 1;
  const report = (stage: string) => {
    throwIfAborted(options.signal);
    options.onProgress?.({ stage, done: 0, step: [++stages, BUILD_STAGES] });
  };
  report("resolving titles");
  const lists = await readNameLists(options.lists, log.titles, (surface, title) =>
    log.addName(surface, title, 0, nameSources.list),
  );
  log.checkpoint();
  const titles = new TitleFile(join(options.folder, "titles"), log.titles.size);
  const { links, ...named } = countLinks(log, titles);
  const resolution = resolveTitles({
    titleAt: (title) => titles.at(title),
    ...named,
    titles: titles.size,
    find: (title) => log.titles.find(title),
    pages: () => readLoggedPages(options.folder),
    redirects: lists.redirects,
    known: lists.known,
    popularity: lists.popularity,
    links,
    minLinks: options.minLinks,
  });
  report("collecting names");
  const entities = new EntityPages(options.folder, resolution);
  addTitleNames(log, titles, resolution, entities, options.rules);
  const namePath = join(options.folder, "names");
  const strength = strengthOf(resolution, links, lists);
  const surfaces = writeNameFile(namePath, resolvedNames(log, resolution, strength));
  report("counting names in texts");
  const statistics = options.texts
    ? countSurfaces(options.folder, namePath, surfaces, titles.size)
    : undefined;
  const order = orderEntities({ titles, resolution, links, lists, statistics, namePath });
  const urlPrefix = options.urlPrefix ?? found ?? DEFAULT_URL_PREFIX;
  const rowOf = (title: number) => {
    const entity = resolution.entityOf[title];
    return entity < 0 ? -1 : order.rowOf[entity];
  };
  log.close();
  report("writing");
  return {
    entities: entityStream(titles, resolution, entities, order, urlPrefix, options.descriptions),
    surfaces: surfaceStream(namePath, order, statistics),
    redirects: redirectStream(titles, resolution, rowOf),
    settings: settingsOf(options, urlPrefix),
    texts:
      statistics &&
      makeTexts(options, statistics, rowOf, {
        folder: options.folder,
        namePath,
        surfaces,
        lowercaseShare: statistics.lowercaseShare,
        ...order,
      }),
  };
}

/** What the knowledge base remembers of how it was built; no language is English. */
function settingsOf({ rules, minLinks, texts, language }: CorporaOptions, urlPrefix: string) {
  return { urlPrefix, rules, minLinks, texts, ...(language.code !== "en" && { language: language.code }) };
}

/** Links to every title, added up over the runs; and what names that are titles themselves say of other titles. */
function countLinks(
  log: CorpusLog,
  titles: TitleFile,
): Pick<TitleEvidence, "links" | "aliases" | "aliasPairs" | "anchors"> {
  const links = new Float64Array(titles.size);
  const aliases = new Map<number, number>();
  const aliasPairs: number[] = [];
  const anchors = new AnchorCounts();
  for (const { surface, pairs } of log.pairs.merged()) {
    for (const p of pairs) links[p.title] += p.count;
    if (surface.length < 4) continue;
    const title = log.titles.find(normaliseTitle(surface));
    if (title < 0) continue;
    anchors.add(title, pairs);
    const pages = pairs.filter((p) => p.sources & nameSources.alias && p.title !== title);
    for (const page of pages) aliasPairs.push(title, page.title);
    if (pages.length === 1 && !isAllCapitals(surface)) aliases.set(title, pages[0].title);
  }
  for (const [title, page] of aliases) {
    if (isShortFor(titles.at(title), titles.at(page))) aliases.delete(title);
  }
  return { links, aliases, aliasPairs: Int32Array.from(aliasPairs), anchors };
}

/** "Arab" for Arab, Alabama is what the page calls it, not another title of it; "Old Kingdom" for Old Kingdom of Egypt is. */
function isShortFor(name: string, title: string): boolean {
  const rest = foldSurface(title).replace(foldSurface(name), "").trim();
  if (rest.length === foldSurface(title).trim().length || /^(?:an|al|el)$/.test(rest)) return false;
  return !(/\s/.test(name) && /^of /.test(rest));
}

/** Titles, redirects and what the rules make of them, as names. */
function addTitleNames(
  log: CorpusLog,
  titles: TitleFile,
  resolution: Resolution,
  pages: EntityPages,
  rules: boolean,
): void {
  /** Of "London, England", which leads to London, England is no name. */
  const isOtherTitle = (part: string, entity: number) => {
    const title = log.titles.find(normaliseTitle(part));
    return title >= 0 && resolution.entityOf[title] >= 0 && resolution.entityOf[title] !== entity;
  };
  for (let t = 0; t < titles.size; t++) {
    const entity = resolution.entityOf[t];
    if (entity < 0) continue;
    const own = resolution.titleOf[entity] === t;
    const title = titles.at(t);
    log.addName(title, t, 0, own ? nameSources.title : nameSources.redirect);
    if (rules) {
      const isPerson = pages.isPerson[entity] === 1;
      for (const { surface, rule } of namesByRule(title, { isPerson })) {
        if (rule === "part") {
          if (own || !isOtherTitle(surface, entity)) log.addName(surface, t, 0, nameSources.part);
        } else if (own || rule === "bracket") log.addName(surface, t, 0, nameSources.rule);
      }
    }
    if (log.pairs.isFull) log.pairs.spill();
  }
  log.pairs.spill();
}

/** Links counted or given: what is known of popularity before names are counted in texts. */
function strengthOf(resolution: Resolution, links: Float64Array, lists: NameLists): Float64Array {
  const strength = new Float64Array(resolution.size);
  for (let t = 0; t < links.length; t++) {
    const e = resolution.entityOf[t];
    if (e >= 0) strength[e] = Math.max(strength[e], links[t], lists.popularity.get(t) ?? 0);
  }
  return strength;
}

/** A part of a longer name that is otherwise no name is kept only for entities that are linked this often. */
const PART_NEEDS = 5;

/** Every surface with the entities its titles lead to. */
function* resolvedNames(
  log: CorpusLog,
  resolution: Resolution,
  strength: Float64Array,
): IterableIterator<NameGroup> {
  for (const { surface, pairs } of log.pairs.merged()) {
    const byEntity = new Map<number, NameGroup["names"][number]>();
    for (const pair of pairs) {
      const entity = resolution.entityOf[pair.title];
      if (entity < 0) continue;
      const known = byEntity.get(entity);
      if (known) {
        known.count += pair.count;
        known.sources |= pair.sources;
      } else byEntity.set(entity, { entity, count: pair.count, sources: pair.sources });
    }
    let names = [...byEntity.values()];
    if (names.every((n) => n.sources === nameSources.part)) {
      names = names.filter((n) => strength[n.entity] >= PART_NEEDS);
    }
    if (names.length > 0) yield { surface, names };
  }
}

interface EntityOrder {
  /** Entity number of the build → row. */
  rowOf: Int32Array;
  /** Row → entity number. */
  entityOf: Int32Array;
  /** By row. */
  popularity: Float64Array;
}

/** The most popular first; ties by first appearance. */
function orderEntities(from: {
  titles: TitleFile;
  resolution: Resolution;
  links: Float64Array;
  lists: NameLists;
  statistics: TextStatistics | undefined;
  namePath: string;
}): EntityOrder {
  const { titles, resolution, statistics } = from;
  const { size, entityOf, titleOf } = resolution;
  const evidence = {
    size,
    given: new Float64Array(size).fill(Number.NaN),
    links: new Float64Array(size),
    mentions: new Float64Array(size),
    tokens: new Float64Array(size),
    qualified: new Uint8Array(size),
  };
  for (let t = 0; t < titles.size; t++) {
    const e = entityOf[t];
    if (e < 0) continue;
    evidence.links[e] += from.links[t];
    if (statistics) evidence.tokens[e] += statistics.pageTokens[t];
    const given = from.lists.popularity.get(t);
    if (given !== undefined) evidence.given[e] = Math.max(given, evidence.given[e] || 0);
  }
  for (let e = 0; e < size; e++) evidence.qualified[e] = /, |\)$/.test(titles.at(titleOf[e])) ? 1 : 0;
  if (statistics) {
    let surface = 0;
    for (const { names } of readNameFile(from.namePath)) {
      for (const n of names) {
        if (n.sources & nameSources.title) evidence.mentions[n.entity] += statistics.textCount[surface];
      }
      surface++;
    }
  }
  const popularity = estimatePopularity(evidence);
  const order = Int32Array.from({ length: size }, (_, e) => e);
  order.sort((a, b) => popularity[b] - popularity[a] || a - b);
  const rowOf = new Int32Array(size);
  for (let row = 0; row < size; row++) rowOf[order[row]] = row;
  return { rowOf, entityOf: order, popularity: Float64Array.from(order, (e) => popularity[e]) };
}

function* entityStream(
  titles: TitleFile,
  resolution: Resolution,
  pages: EntityPages,
  order: EntityOrder,
  urlPrefix: string,
  descriptions: boolean,
): IterableIterator<Entity> {
  const taken = new Set<string>();
  for (let row = 0; row < resolution.size; row++) {
    const e = order.entityOf[row];
    const title = titles.at(resolution.titleOf[e]);
    const page = pages.read(e);
    // corpora of different wikis number their pages independently: the first to use a number keeps it
    const id = page && page.id !== "" && !taken.has(page.id) ? page.id : title;
    taken.add(id);
    yield {
      row,
      id,
      title,
      url: urlOfTitle(urlPrefix, title),
      description: descriptions && page?.description ? page.description : undefined,
      popularity: order.popularity[row],
      isPerson: pages.isPerson[e] === 1,
    };
  }
}

function* surfaceStream(namePath: string, order: EntityOrder, statistics: TextStatistics | undefined) {
  let index = 0;
  for (const { surface, names } of readNameFile(namePath)) {
    for (const n of names) n.entity = order.rowOf[n.entity];
    yield mixSurface(
      surface,
      names,
      (row) => order.popularity[row],
      statistics && statisticsOf(statistics, index),
    );
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
    if (e >= 0 && resolution.titleOf[e] !== t) yield { title: titles.at(t), row: rowOf(t) };
  }
}

function makeTexts(
  { folder, memory }: CorporaOptions,
  statistics: TextStatistics,
  rowOf: (title: number) => number,
  names: NameFinderInput,
): EntityTextsInput {
  const words = chooseWords(folder, statistics.tokenCounts);
  const logged = statSync(join(folder, "tokens")).size;
  const findNames = createNameFinder(names);
  const rows = names.rowOf.length;
  return { ...words, entities: collectTexts({ folder, words, rowOf, rows, logged, memory, findNames }) };
}
