// Pages as model documents. The knowledge base has counted these very links, so each page is read with a knowledge base that has
// not: the model must not learn to trust a prior that knows the answer.

import { DocumentReader } from "../../dist/features/document-reader.js";
import { nameSources } from "../../dist/kb/name-sources.js";
import { mixPriors } from "../../dist/kb/priors.js";
import { analyseText } from "../../dist/text/analysed-text.js";
import { foldSurface } from "../../dist/text/surfaces.js";
import { withLookUps } from "./knowledge-base-view.mjs";

/** Longer pages are cut: their first part is what a news story is like. */
const LONGEST_TEXT = 20_000;

/** How often the page itself links each surface, as written and folded, to each entity. */
function ownCounts(kb, page) {
  const counts = { written: new Map(), folded: new Map() };
  const addTo = (map, surface, row) => {
    if (!map.has(surface)) map.set(surface, new Map());
    map.get(surface).set(row, (map.get(surface).get(row) ?? 0) + 1);
  };
  const add = (surface, target) => {
    const row = kb.rowOfTitle(target);
    if (row < 0) return;
    addTo(counts.written, surface, row);
    addTo(counts.folded, foldSurface(surface), row);
  };
  for (const link of page.links) add(page.text.slice(link.start, link.end), link.target);
  for (const link of page.looseLinks) add(link.surface, link.target);
  return counts;
}

/** What is known of a surface without these links: an entity that nothing else names so is no candidate. */
function without(kb, info, own) {
  if (!info || !own) return info;
  const left = info.candidates
    .map((c) => ({ ...c, count: Math.max(0, c.count - (own.get(c.entity) ?? 0)) }))
    .filter((c) => c.count > 0 || (c.sources & ~nameSources.link) !== 0);
  if (left.length === 0) return undefined;
  const priors = mixPriors(left, (row) => kb.popularity(row));
  const candidates = left
    .map((c, i) => ({ ...c, prior: priors[i] }))
    .sort((a, b) => b.prior - a.prior || a.entity - b.entity);
  return { ...info, candidates, linkCount: left.reduce((sum, c) => sum + c.count, 0) };
}

/** The knowledge base as if this page had not been read. */
export function knowledgeBaseWithout(kb, page) {
  const own = ownCounts(kb, page);
  return withLookUps(kb, {
    lookup: (surface) => without(kb, kb.lookup(surface), own.written.get(surface)),
    lookupFolded: (folded) => without(kb, kb.lookupFolded(folded), own.folded.get(folded)),
  });
}

/** The text that is read, and the links in it. */
export function readablePart(page) {
  const text = page.text.slice(0, LONGEST_TEXT);
  return { text, links: page.links.filter((link) => link.end <= text.length) };
}

/**
 * The page's model document. Mentions whose entity is not in the knowledge base stay, without gold, for the company they give:
 * `goldRow` is −1 there; `gold` is −1 also where the entity is not among the candidates.
 */
export function pageDocument(parts, page) {
  const { kb } = parts;
  const reader = new DocumentReader({ ...parts, kb: knowledgeBaseWithout(kb, page) });
  const { text, links } = readablePart(page);
  const readable = reader.open(analyseText(text));
  const lists = reader.candidateLists(readable, links);
  const mentions = links.map((link, i) => {
    const input = reader.read(readable, link, lists[i]);
    const goldRow = kb.rowOfTitle(link.target);
    return { ...input, goldRow, gold: goldRow < 0 ? -1 : input.candidates.indexOf(goldRow) };
  });
  return { title: page.title, mentions };
}
