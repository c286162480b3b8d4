// What names mean where they stand: links of running text, each without what its own page says, and AIDA's mentions. For fit-priors.mjs.
import { join } from "node:path";
import { openInput } from "../../dist/corpus/input-format.js";
import { readMediaWikiXml } from "../../dist/corpus/mediawiki-xml.js";
import { readWikiExtractor } from "../../dist/corpus/wiki-extractor.js";
import { splitLines } from "../../dist/files/lines.js";
import { cleanSurface } from "../../dist/kb/build/clean-surface.js";
import { readNameFile } from "../../dist/kb/build/name-file.js";
import { nameSources } from "../../dist/kb/name-sources.js";
import { openVectorTable } from "../../dist/vectors/vector-file.js";
import { readAidaMentions } from "./aida-mentions.mjs";

/** Corpora whose links stand in sentences. */
const TEXTS = ["enwik7.xml.gz", "schools-2007.jsonl.gz", "pages-2014.jsonl.gz"];
/** Candidates beyond these have no chance. */
const MOST = 200;

/**
 * Sets of observations: { set, group, names: [{ count, tables, sources, popularity }], gold }. `collected` is what `collectNames` gave.
 */
export async function observations(collected, { data, words, language }) {
  const { titles, resolution, order } = collected;
  const entityOf = new Map();
  for (let t = 0; t < titles.size; t++)
    if (resolution.entityOf[t] >= 0) entityOf.set(titles.at(t), resolution.entityOf[t]);
  const seen = [];
  for (const corpus of TEXTS) {
    let group = 0;
    for await (const page of pagesOf(join(data, "corpora", corpus), language)) {
      if (page.kind === "article") seen.push(...linksOf(page, entityOf, { set: corpus, group: group++ }));
    }
  }
  const table = await openVectorTable(words);
  for (const { part, document, forms, title } of readAidaMentions(data, table)) {
    const surface = [...forms].find((form) => /\p{Ll}/u.test(form)) ?? [...forms][0];
    const entity = entityOf.get(title);
    if (entity !== undefined)
      seen.push({ set: `aida ${part}`, group: document, surface, entity, isListed: true });
  }
  const popularity = (entity) => order.popularity[order.rowOf[entity]];
  return [...withCandidates(seen, collected.names.path, popularity)];
}

async function* pagesOf(path, language) {
  const { format, chunks } = await openInput(path);
  if (format === "mediawiki-xml") yield* readMediaWikiXml(chunks, { name: path, language });
  else {
    const lines = splitLines(chunks, path);
    for await (const { page } of readWikiExtractor(lines, { name: path, language })) yield page;
  }
}

/** The links of a page's sentences, each name and meaning once, with all that the page says of the name. */
function linksOf(page, entityOf, where) {
  const own = new Map();
  const found = new Map();
  const all = [...page.links, ...page.looseLinks.map((link) => ({ ...link, inTable: true }))];
  for (const { surface: raw, target, inTable } of all) {
    const entity = entityOf.get(target);
    const surface = cleanSurface(raw);
    if (entity === undefined || surface === "") continue;
    if (!own.has(surface)) own.set(surface, new Map());
    const counts = own.get(surface).get(entity) ?? { count: 0, tables: 0 };
    if (inTable) counts.tables++;
    else counts.count++;
    own.get(surface).set(entity, counts);
    if (!inTable) found.set(`${surface}\t${entity}`, { ...where, surface, entity, own: own.get(surface) });
  }
  return found.values();
}

function* withCandidates(seen, namePath, popularity) {
  const wanted = new Map(seen.map(({ surface }) => [surface, undefined]));
  for (const { surface, names } of readNameFile(namePath))
    if (wanted.has(surface)) wanted.set(surface, names);
  for (const { surface, entity, own, isListed, ...where } of seen) {
    const names = (wanted.get(surface) ?? [])
      .map((name) => lessOwn(name, own?.get(name.entity), isListed))
      .filter(({ sources }) => sources !== 0)
      .slice(0, MOST);
    const gold = names.findIndex((name) => name.entity === entity);
    if (gold < 0 || names.length < 2) continue;
    yield { ...where, surface, gold, names: names.map((n) => ({ ...n, popularity: popularity(n.entity) })) };
  }
}

/** What is known of a name without the page it stands on; the list of AIDA's surfaces is no news about AIDA. */
function lessOwn({ entity, count, tables, sources }, own, isListed) {
  // a page may say more than was counted of it: names that were taken for something else
  const less = (all, ofPage = 0) => Math.max(0, all - ofPage);
  const left = { entity, count: less(count, own?.count), tables: less(tables, own?.tables), sources };
  if (left.count + left.tables <= 0) left.sources &= ~nameSources.link;
  if (isListed && left.sources & nameSources.list) {
    left.sources &= ~nameSources.list;
    if (left.sources === 0) left.sources = nameSources.alias;
  }
  return left;
}
