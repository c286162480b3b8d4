// Training documents out of texts without links: a full name that can mean one thing only is read as if its short form stood there.
// "the England national football team lost" teaches what "England lost" means.

import { nameSources } from "../../dist/kb/name-sources.js";
import { hashString } from "../../dist/kb/string-table.js";
import { DocumentReader } from "../../dist/linking/document-reader.js";
import { Random } from "../../dist/math/random.js";
import { createMentionFinder } from "../../dist/mentions/find-mentions.js";
import { analyseText } from "../../dist/text/analysed-text.js";

/** p̂ from which on a name is taken to mean its entity. */
const CERTAIN = 0.9;
/** Short forms of one entity that are remembered. */
const MOST_FORMS = 4;
const LONGEST_TEXT = 4000;
const FEWEST_MENTIONS = 3;
const MOST_MENTIONS = 40;

/** Of every entity the ambiguous names that are the beginning or the end of its title. */
export function shortForms(kb) {
  const forms = new Map();
  for (const { surface, candidates } of kb.surfaces()) {
    if (candidates.length < 2 || !/^\p{Lu}/u.test(surface)) continue;
    for (const c of candidates) {
      if (c.prior >= CERTAIN || (c.sources & ~nameSources.part) === 0) continue;
      const { title } = kb.entity(c.entity);
      if (title.length <= surface.length + 2 || !isEdge(surface, title)) continue;
      const known = forms.get(c.entity);
      if (!known) forms.set(c.entity, [surface]);
      else if (known.length < MOST_FORMS) known.push(surface);
    }
  }
  return forms;
}

function isEdge(part, title) {
  const boundary = (character) => /[^\p{L}\p{N}]/u.test(character);
  return (
    (title.startsWith(part) && boundary(title[part.length])) ||
    (title.endsWith(part) && boundary(title[title.length - part.length - 1]))
  );
}

/** The page's document, or undefined when there is too little in it. Mentions of uncertain meaning have no gold. */
export function shortenedDocument(parts, forms, page, { seed, share }) {
  const text = page.text.slice(0, LONGEST_TEXT);
  const analysed = analyseText(text);
  const spans = parts.finder(analysed).slice(0, MOST_MENTIONS);
  if (spans.length < FEWEST_MENTIONS) return undefined;
  const reader = new DocumentReader(parts);
  const surfaces = spans.map((span) => text.slice(span.start, span.end));
  const random = Random.derive(seed, hashString(page.title));
  let shortened = 0;
  const readable = reader.open(analysed);
  const gold = reader.candidateLists(readable, spans, surfaces).map((list, i) => {
    if (list.length === 0 || list[0].prior < CERTAIN) return -1;
    const { entity } = list[0];
    const short = forms.get(entity)?.filter((form) => form.length < surfaces[i].length);
    if (short?.length > 0 && random.uniform() < share) {
      surfaces[i] = short[random.below(short.length)];
      shortened++;
    }
    return entity;
  });
  if (shortened === 0) return undefined;
  const lists = reader.candidateLists(readable, spans, surfaces);
  const mentions = spans.map((span, i) => {
    const input = reader.read(readable, span, lists[i]);
    return { ...input, goldRow: gold[i], gold: gold[i] < 0 ? -1 : input.candidates.indexOf(gold[i]) };
  });
  return { title: page.title, mentions };
}

export function withFinder(parts) {
  return { ...parts, finder: createMentionFinder(parts.kb, { unknown: false }) };
}
