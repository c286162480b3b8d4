// Pages as model documents. The knowledge base has counted these very links, so each page's own counts are taken out of the
// priors it is read with: the model must not learn to trust a prior that knows the answer.
import { clampPrior } from "../../dist/candidates/selection.js";
import { mixPriors } from "../../dist/kb/priors.js";
import { lookupName } from "../../dist/mentions/known-names.js";
import { analyseText } from "../../dist/text/analysed-text.js";

/** Longer pages are cut: their first part is what a news story is like. */
const LONGEST_TEXT = 30_000;

/** How often the page itself links each surface to each entity. */
function ownCounts(kb, page) {
  const counts = new Map();
  const add = (surface, target) => {
    const row = kb.rowOfTitle(target);
    if (row >= 0) counts.set(`${surface}\t${row}`, (counts.get(`${surface}\t${row}`) ?? 0) + 1);
  };
  for (const link of page.links) add(page.text.slice(link.start, link.end), link.target);
  for (const link of page.looseLinks) add(link.surface, link.target);
  return counts;
}

/** The surface's candidates as a knowledge base built without this page would give them. */
function candidatesWithout(kb, surface, own, considered) {
  const info = lookupName(kb, surface);
  if (!info) return [];
  const left = info.candidates
    .map((c) => ({ ...c, count: Math.max(0, c.count - (own.get(`${surface}\t${c.entity}`) ?? 0)) }))
    .filter((c) => c.count > 0 || (c.sources & ~1) !== 0);
  const priors = mixPriors(left.map((c) => ({ ...c, popularity: kb.popularity(c.entity) })));
  return left
    .map((c, i) => ({ entity: c.entity, prior: clampPrior(priors[i]) }))
    .sort((a, b) => b.prior - a.prior || a.entity - b.entity)
    .slice(0, considered);
}

/**
 * The page's model document; mentions whose entity is not in the knowledge base stay, without gold, for the company they give.
 * `goldRow` is −1 there; `gold` is −1 also where the entity is not among the candidates.
 */
export function pageDocument(reader, kb, page, considered) {
  const text = page.text.slice(0, LONGEST_TEXT);
  const readable = reader.open(analyseText(text));
  const own = ownCounts(kb, page);
  const mentions = page.links
    .filter((link) => link.end <= text.length)
    .map((link) => {
      const list = candidatesWithout(kb, text.slice(link.start, link.end), own, considered);
      const input = reader.read(readable, link, list);
      const goldRow = kb.rowOfTitle(link.target);
      return { ...input, goldRow, gold: goldRow < 0 ? -1 : input.candidates.indexOf(goldRow) };
    });
  return { title: page.title, mentions };
}
