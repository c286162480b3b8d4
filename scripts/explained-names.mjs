// How often the best by prior is right for names that a text explains: short forms ("System Under Test (SUT)") and places with the larger one behind them
// ("Paris, Texas"), on linked pages. A page that links the long form says what its short form means. The pages' own links are in the knowledge base's counts, which favours the name by itself.
// Then how many such places the model links right, all links of the page given; and what is meant by words that begin or end a person's name of the page and are a place's name first of all.
//   node scripts/explained-names.mjs [--data FOLDER] [--model FOLDER]. Needs `npm run build`.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { definedForms } from "../dist/candidates/defined-forms.js";
import { candidatesOfName } from "../dist/candidates/look-up-name.js";
import { placedNames } from "../dist/candidates/placed-names.js";
import { readWikiExtractor } from "../dist/corpus/wiki-extractor.js";
import { readLines } from "../dist/files/lines.js";
import { loadLinker } from "../dist/node.js";
import { longForms } from "../dist/text/abbreviations.js";

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
/** UTF-16 units of a page that are linked. */
const LONGEST = 20_000;
const linker = await loadLinker(values.model);
const { kb } = linker;
const counts = { "short forms": emptyCounts(), places: emptyCounts() };
const linked = { all: 0, right: 0 };
const personal = { begin: { all: 0, others: 0 }, end: { all: 0, others: 0 } };
for await (const { page } of readWikiExtractor(readLines(path), { name: path })) {
  if (page.kind !== "article") continue;
  countShortForms(page);
  countPlaces(page);
  countPersonal(page);
}
console.log("| names | counted | right by themselves | right as explained |");
console.log("|---|---|---|---|");
for (const [what, { all, alone, explained }] of Object.entries(counts))
  console.log(`| ${what} | ${all} | ${alone} | ${explained} |`);
console.log(`places linked: ${linked.right} of ${linked.all} right`);
for (const [where, { all, others }] of Object.entries(personal))
  console.log(`places' names that ${where} a person's name: ${others} of ${all} mean no person`);

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
  const golds = new Map();
  names.forEach(({ start, end, target }, i) => {
    const gold = kb.rowOfTitle(target);
    const own = candidatesOfName(kb, text.slice(start, end)).readAll();
    const list = placed(i, own);
    if (gold < 0 || list === own) return;
    count(counts.places, gold, own, list);
    if (end <= LONGEST) golds.set(start, gold);
  });
  if (golds.size > 0) countLinked(text.slice(0, LONGEST), names, golds);
}

function countLinked(text, names, golds) {
  const mentions = [];
  let last = 0;
  for (const { start, end } of names) {
    if (start < last || end > text.length) continue;
    mentions.push({ start, end });
    last = end;
  }
  for (const { start, entity } of linker.link(text, { mentions, nil: 0 })) {
    if (!golds.has(start)) continue;
    linked.all++;
    if (entity?.row === golds.get(start)) linked.right++;
  }
}

/** What links mean whose words begin or end the name of a person that the page links, and that are a place's name first of all. */
function countPersonal({ text, links }) {
  const known = links
    .map(({ start, end, target }) => ({ name: text.slice(start, end), row: kb.rowOfTitle(target) }))
    .filter(({ row }) => row >= 0);
  const persons = known.filter(({ name, row }) => name.includes(" ") && kb.isPerson(row));
  for (const { name, row } of known) {
    const ends = persons.some((person) => person.name.endsWith(` ${name}`));
    if (!ends && !persons.some((person) => person.name.startsWith(`${name} `))) continue;
    const own = candidatesOfName(kb, name);
    if (own.length === 0 || kb.entity(own.entity(0)).type !== "place") continue;
    const tally = personal[ends ? "end" : "begin"];
    tally.all++;
    if (!kb.isPerson(row)) tally.others++;
  }
}
