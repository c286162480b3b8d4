/** The first half of a build from corpora: which entities there are, which names each has and how well known it is. */
import { join } from "node:path";
import { normaliseTitle } from "../../corpus/titles.js";
import { throwIfAborted } from "../../errors.js";
import { foldSurface, isAllCapitals } from "../../text/surfaces.js";
import { shared } from "../../workers/shared-memory.js";
import { nameSources } from "../name-sources.js";
import { sharesNothing } from "../names/name-likeness.js";
import { namesByRule } from "../names/name-rules.js";
import { priorWeights } from "../prior-weights.js";
import type { WordList } from "./choose-words.js";
import type { CorpusLog } from "./corpus-log.js";
import type { KindOfEntity } from "./entity-kinds.js";
import { type EntityPages, findPages } from "./entity-pages.js";
import { AnchorCounts } from "./join-anchors.js";
import { LogBlocks } from "./log-blocks.js";
import { mergeBlocks } from "./merge-blocks.js";
import type { NameSource } from "./mix-names.js";
import { type NameFile, type NameGroup, readNameFile, writeNameFile } from "./name-file.js";
import { type ExactNames, indexNames } from "./name-index.js";
import { type ListFiles, type NameLists, readNameLists } from "./name-lists.js";
import { NameRuns } from "./name-runs.js";
import { Pauses } from "./pauses.js";
import { estimatePopularity } from "./popularity.js";
import { BUILD_STAGES, type CorporaRead, type ReadOptions, readCorpora } from "./read-corpora.js";
import { type Resolution, resolveTitles, type TitleEvidence } from "./resolve-titles.js";
import { SideWork } from "./side-work.js";
import { countSurfaces, type TextStatistics } from "./surface-statistics.js";
import { readTitles, type TitleFile } from "./title-file.js";

export interface CollectOptions extends ReadOptions {
  lists: ListFiles;
  rules: boolean;
  /** Links that a title without a page needs to be an entity. */
  minLinks: number;
}

/** What the corpora and lists say, before any prior is mixed. */
export interface CollectedNames {
  titles: TitleFile;
  /** Number of a title, −1 when there is none. */
  find: (title: string) => number;
  resolution: Resolution;
  pages: EntityPages;
  /** The names of all entities, a surface after the other. */
  names: NameFile;
  blocks: LogBlocks;
  /** How names occur in texts, and where they are looked up there; undefined when texts were not asked for. */
  statistics: NameSource["statistics"];
  exact: ExactNames | undefined;
  /** The words of the texts that are kept; undefined when texts were not asked for. */
  words: WordList | undefined;
  kindOf: KindOfEntity;
  order: EntityOrder;
  urlPrefix: string | undefined;
}

/** Of the memory there is, what names that are added may take. The rest is for what is being written, and for the runtime. */
const COUNTING_SHARE = 0.4;

export async function collectNames(options: CollectOptions): Promise<CollectedNames> {
  const read = await readCorpora(options);
  const blocks = new LogBlocks(options.folder);
  const side = new SideWork({ ...options, blocks });
  try {
    return await collectFrom(read, blocks, side, options);
  } finally {
    side.stop();
  }
}

async function collectFrom(
  { log, urlPrefix }: CorporaRead,
  blocks: LogBlocks,
  side: SideWork,
  options: CollectOptions,
): Promise<CollectedNames> {
  const { folder, workers, signal } = options;
  let stages = 1;
  const report = (stage: string) => {
    throwIfAborted(signal);
    options.onProgress?.({ stage, done: 0, step: [++stages, BUILD_STAGES] });
  };
  report("resolving titles");
  if (options.texts) side.beginWords(log.words.size);
  const names = new NameRuns(
    folder,
    await mergeBlocks(blocks, { folder, workers, signal }),
    options.memory * COUNTING_SHARE,
  );
  const lists = await readNameLists(options.lists, log.titles, (surface, title) =>
    names.add(surface, title, nameSources.list),
  );
  log.checkpoint();
  const titles = readTitles(join(folder, "titles"), log.titles.size);
  const { resolution, links, tableLinks } = resolve({ log, names, titles, blocks, lists }, options.minLinks);
  report("collecting names");
  const pages = findPages(blocks, resolution, options.language);
  side.beginKinds({ titles, resolution, pages });
  const pauses = new Pauses(signal);
  await addTitleNames({ log, names, titles, resolution, pages, pauses }, options);
  const strength = strengthOf(resolution, links, lists);
  const nameFile = writeNameFile(
    join(folder, "names"),
    resolvedNames(names, resolution, strength, (entity) => titles.at(resolution.titleOf[entity])),
  );
  report("counting names in texts");
  const allWords = log.words.size;
  const index = options.texts
    ? indexNames(log, nameFile, await side.forms(allWords), pages.isPerson)
    : undefined;
  log.forgetWords();
  const sizes = { surfaces: nameFile.surfaces, titles: titles.size, entities: resolution.size };
  const [counted, words, kindOf] = await Promise.all([
    index && countSurfaces(index, { blocks, ...sizes, workers, signal }),
    index && side.words(allWords, pauses),
    side.kinds(pauses),
  ]);
  const evidence = { titles, resolution, links, tableLinks, lists };
  const order = orderEntities({ ...evidence, statistics: counted, namePath: nameFile.path });
  log.close();
  const find = (title: string) => log.titles.find(title);
  const statistics = counted && withoutPages(counted);
  const named = { names: nameFile, statistics, exact: index?.exact, words, kindOf, order };
  return { titles, find, resolution, pages, blocks, urlPrefix, ...named };
}

/** Lets go what only the order of entities needs. */
function withoutPages({ pageTokens, ...statistics }: TextStatistics): NameSource["statistics"] {
  return statistics;
}

interface Resolving {
  log: CorpusLog;
  names: NameRuns;
  titles: TitleFile;
  blocks: LogBlocks;
  lists: NameLists;
}

/** Which titles are entities, and the links to each; what was needed to tell is given back to memory with the end of this. */
function resolve({ log, names, titles, blocks, lists }: Resolving, minLinks: number) {
  const { links, tableLinks, ...evidence } = countLinks(log, names, titles);
  const resolution = resolveTitles({
    titleAt: (title) => titles.at(title),
    ...evidence,
    titles: titles.size,
    find: (title) => log.titles.find(title),
    pages: () => blocks.pages(),
    redirects: lists.redirects,
    known: lists.known,
    current: lists.current,
    popularity: lists.popularity,
    links,
    minLinks,
  });
  return { resolution, links, tableLinks };
}

/** Links to every title, added up over the runs; and what names that are titles themselves say of other titles. */
function countLinks(
  log: CorpusLog,
  names: NameRuns,
  titles: TitleFile,
): Pick<TitleEvidence, "links" | "aliases" | "aliasPairs" | "anchors"> & { tableLinks: Float64Array } {
  const links = new Float64Array(titles.size);
  const tableLinks = new Float64Array(titles.size);
  const aliases = new Map<number, number>();
  const aliasPairs: number[] = [];
  const anchors = new AnchorCounts(titles.size);
  for (const { surface, pairs } of names.merged()) {
    for (const p of pairs) {
      links[p.title] += p.count + p.tables;
      tableLinks[p.title] += p.tables;
    }
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
  return { links, tableLinks, aliases, aliasPairs: Int32Array.from(aliasPairs), anchors };
}

/** "Arab" for Arab, Alabama is what the page calls it, not another title of it; "Old Kingdom" for Old Kingdom of Egypt is. */
function isShortFor(name: string, title: string): boolean {
  const rest = foldSurface(title).replace(foldSurface(name), "").trim();
  if (rest.length === foldSurface(title).trim().length || /^(?:an|al|el)$/.test(rest)) return false;
  return !(/\s/.test(name) && /^of /.test(rest));
}

interface TitleNaming {
  log: CorpusLog;
  names: NameRuns;
  titles: TitleFile;
  resolution: Resolution;
  pages: EntityPages;
  pauses: Pauses;
}

/** Titles, redirects and what the rules make of them, as names. */
async function addTitleNames(
  { log, names, titles, resolution, pages, pauses }: TitleNaming,
  { rules, language }: CollectOptions,
): Promise<void> {
  /** Of "London, England", which leads to London, England is no name. */
  const isOtherTitle = (part: string, entity: number) => {
    const title = log.titles.find(normaliseTitle(part));
    return title >= 0 && resolution.entityOf[title] >= 0 && resolution.entityOf[title] !== entity;
  };
  for (let t = 0; t < titles.size; t++) {
    const entity = resolution.entityOf[t];
    if (entity < 0) continue;
    if (pauses.isDue) await pauses.take();
    const own = resolution.titleOf[entity] === t;
    const title = titles.at(t);
    names.add(title, t, own ? nameSources.title : nameSources.redirect);
    if (rules) {
      const isPerson = pages.isPerson[entity] === 1;
      for (const { surface, rule } of namesByRule(title, { isPerson, language })) {
        if (rule === "part") {
          if (own || !isOtherTitle(surface, entity)) names.add(surface, t, nameSources.part);
        } else if (own || rule === "bracket") names.add(surface, t, nameSources.rule);
      }
    }
  }
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
  runs: NameRuns,
  resolution: Resolution,
  strength: Float64Array,
  titleOf: (entity: number) => string,
): IterableIterator<NameGroup> {
  for (const { surface, pairs } of runs.merged()) {
    const byEntity = new Map<number, NameGroup["names"][number]>();
    for (const pair of pairs) {
      const entity = resolution.entityOf[pair.title];
      if (entity < 0) continue;
      const known = byEntity.get(entity);
      if (known) {
        known.count += pair.count;
        known.tables += pair.tables;
        known.sources |= pair.sources;
      } else byEntity.set(entity, { entity, count: pair.count, tables: pair.tables, sources: pair.sources });
    }
    let names = withoutMistakes(surface, [...byEntity.values()], titleOf);
    if (names.every((n) => n.sources === nameSources.part)) {
      names = names.filter((n) => strength[n.entity] >= PART_NEEDS);
    }
    if (names.length > 0) yield { surface, names };
  }
}

/** What is worth no more than a single link, with a name that shares nothing with the title, is no name of it: tables link chapters, ranks and years to what stands beside them. A list that has such a name is a guess. */
function withoutMistakes(
  surface: string,
  names: NameGroup["names"],
  titleOf: (entity: number) => string,
): NameGroup["names"] {
  return names.filter((name) => {
    const isOneLink = name.sources === nameSources.link && name.count + priorWeights.table * name.tables <= 1;
    if (!isOneLink && name.sources !== nameSources.list) return true;
    if (!sharesNothing(surface, titleOf(name.entity))) return true;
    name.sources = nameSources.part;
    return !isOneLink;
  });
}

/** Rows and popularity are where all threads see them. */
export interface EntityOrder {
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
  /** All links to every title, and those in tables among them. */
  links: Float64Array;
  tableLinks: Float64Array;
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
    tableLinks: new Float64Array(size),
    mentions: new Float64Array(size),
    tokens: new Float64Array(size),
    current: new Uint8Array(size),
    qualified: new Uint8Array(size),
  };
  for (let t = 0; t < titles.size; t++) {
    const e = entityOf[t];
    if (e < 0) continue;
    evidence.links[e] += from.links[t] - from.tableLinks[t];
    evidence.tableLinks[e] += from.tableLinks[t];
    if (from.lists.current.has(t)) evidence.current[e] = 1;
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
  const rowOf = shared(Int32Array, size);
  const byRow = shared(Float64Array, size);
  for (let row = 0; row < size; row++) {
    rowOf[order[row]] = row;
    byRow[row] = popularity[order[row]];
  }
  return { rowOf, entityOf: order, popularity: byRow };
}
