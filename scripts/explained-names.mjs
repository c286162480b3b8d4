// How often the best by prior is right for names that a text explains: short forms ("System Under Test (SUT)") and places with the larger one behind them
// ("Paris, Texas"), on linked pages. A page that links the long form says what its short form means. The pages' own links are in the knowledge base's counts, which favours the name by itself.
//   node scripts/explained-names.mjs [--data FOLDER] [--model FOLDER]. Needs `npm run build`.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { definedForms } from "../dist/candidates/defined-forms.js";
import { candidatesOfName } from "../dist/candidates/look-up-name.js";
import { placedNames } from "../dist/candidates/placed-names.js";
import { readWikiExtractor } from "../dist/corpus/wiki-extractor.js";
import { readLines } from "../dist/files/lines.js";
import { longForms } from "../dist/text/abbreviations.js";
import { openModelParts } from "./names/model-parts.mjs";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" },
    model: { type: "string", default: "models/default" },
  },
});
const path = join(values.data, "corpora/pages-2014.jsonl.gz");
if (!existsSync(path)) {
  console.error(`There is no ${path}; name the data folder with --data or MULREL_DATA.`);
  process.exit(1);
}
const { kb } = await openModelParts(values.model);
const counts = { "short forms": emptyCounts(), places: emptyCounts() };
for await (const { page } of readWikiExtractor(readLines(path), { name: path })) {
  if (page.kind !== "article") continue;
  countShortForms(page);
  countPlaces(page);
}
console.log("| names | counted | right by themselves | right as explained |");
console.log("|---|---|---|---|");
for (const [what, { all, alone, explained }] of Object.entries(counts))
  console.log(`| ${what} | ${all} | ${alone} | ${explained} |`);

function emptyCounts() {
  return { all: 0, alone: 0, explained: 0 };
}

function count(tally, gold, own, explained) {
  tally.all++;
  if (own[0]?.entity === gold) tally.alone++;
  if (explained[0]?.entity === gold) tally.explained++;
}

function countShortForms({ text, links }) {
  const means = new Map();
  for (const { start, end, target } of links) {
    const surface = text.slice(start, end);
    if (!means.has(surface)) means.set(surface, kb.rowOfTitle(target));
  }
  const defined = definedForms(kb, text);
  for (const [short, long] of longForms(text)) {
    const gold = means.get(short) ?? means.get(long) ?? -1;
    if (gold < 0 || !/^\p{Lu}.*\p{Lu}/u.test(short)) continue;
    const own = candidatesOfName(kb, short).readAll();
    count(counts["short forms"], gold, own, defined(short, own));
  }
}

function countPlaces({ text, links }) {
  const names = links.filter(({ start, end }) => /^\p{Lu}/u.test(text.slice(start, end)));
  const placed = placedNames(kb, text, names);
  names.forEach(({ start, end, target }, i) => {
    const gold = kb.rowOfTitle(target);
    const own = candidatesOfName(kb, text.slice(start, end)).readAll();
    const list = placed(i, own);
    if (gold >= 0 && list !== own) count(counts.places, gold, own, list);
  });
}
