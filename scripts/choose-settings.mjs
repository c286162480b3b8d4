// What settings of a linker are chosen by. Needs `npm run build`.
//   node scripts/choose-settings.mjs found-threshold [--model FOLDER] [--data FOLDER]   links of raw text by the least confidence: names of GUM that have titles
//   node scripts/choose-settings.mjs given-threshold [--model FOLDER] [--data FOLDER]   given names by the least confidence: those of GUM's training part that have titles, over all
//   node scripts/choose-settings.mjs prior-weight --model LINKER [--data FOLDER]        given names by what log p̂ counts: every fourth document of ncbi-disease-train,
//                                                                                       LINKER made by `mulrel make LINKER --catalogue medic-2012.csv.gz`
//   node scripts/choose-settings.mjs concepts [--model FOLDER] [--data FOLDER]          common nouns by how often they are linked: links of pages that the model never read
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readWikiExtractor } from "../dist/corpus/wiki-extractor.js";
import { readLines } from "../dist/files/lines.js";
import { goldRows } from "../dist/formats/annotated/gold-rows.js";
import { english } from "../dist/languages/english.js";
import { conceptNumbers, conceptSpans, findConcepts, freeStretches } from "../dist/mentions/concepts.js";
import { KnownNames } from "../dist/mentions/known-names.js";
import { Lattice } from "../dist/mentions/lattice.js";
import { loadLinker } from "../dist/node.js";
import { analyseText } from "../dist/text/analysed-text.js";
import { loadDataset } from "../dist/train.js";
import { readCorpora } from "./names/corpora.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" },
    model: { type: "string" },
  },
});
const measures = {
  "found-threshold": foundThreshold,
  "given-threshold": givenThreshold,
  "prior-weight": priorWeight,
  concepts,
};
const measure = measures[positionals[0]];
if (!measure) {
  console.error(`Say what is to be measured: ${Object.keys(measures).join(" or ")}.`);
  process.exit(2);
}
/** Pages that concepts are chosen on, and how much of each is read, in UTF-16 units. */
const PAGES = 300;
const OPENING = 3000;
const linker = await loadLinker(values.model);
await measure();

/**
 * Weights of concepts are learned from the small-letter links at the beginning of every other page, the least chance is chosen on the rest: the share of these
 * links that is found, bounds and all, and of what is found the share that is such a link. A page links what it speaks of once, so the same words again count for nothing.
 */
async function concepts() {
  const known = new KnownNames(linker.kb, english);
  const pages = [];
  const path = file("corpora/pages-2014.jsonl.gz");
  for await (const { page } of readWikiExtractor(readLines(path), { name: path })) {
    if (page.kind !== "article" || page.links.length < 10) continue;
    const text = page.text.slice(0, OPENING);
    const links = page.links.filter((l) => l.end <= OPENING);
    const isSmall = (l) => /^\p{Ll}/u.test(text.slice(l.start, l.end));
    const gold = links.filter(isSmall);
    pages.push({
      text,
      lattice: new Lattice(analyseText(text), known),
      names: links.filter((l) => !isSmall(l)),
      gold: new Set(gold.map((l) => `${l.start} ${l.end}`)),
      surfaces: new Set(gold.map((l) => text.slice(l.start, l.end))),
    });
    if (pages.length === PAGES) break;
  }
  const weights = fitLogistic(pages.filter((_, i) => i % 2 === 0).flatMap(conceptExamples));
  console.log(`weights ${weights.map((w) => w.toFixed(2)).join(", ")}`);
  for (const least of [0.02, 0.05, 0.08, 0.1, 0.12, 0.15, 0.2, 0.3]) {
    const counts = { gold: 0, linked: 0, right: 0 };
    for (const { text, lattice, names, gold, surfaces } of pages.filter((_, i) => i % 2 === 1)) {
      for (const { start, end } of findConcepts(lattice, names, { weights, least })) {
        const isRight = gold.has(`${start} ${end}`);
        const surface = text.slice(start, end);
        counts.right += Number(isRight);
        counts.linked += Number(isRight || (/^\p{Ll}/u.test(surface) && !surfaces.has(surface)));
      }
      counts.gold += gold.size;
    }
    const [precision, recall] = [counts.right / counts.linked, counts.right / counts.gold];
    const f1 = (2 * precision * recall) / (precision + recall);
    console.log(
      `least ${least}: precision ${percent(precision)}, recall ${percent(recall)}, F1 ${percent(f1)}, ${counts.linked} found, ${counts.gold} links`,
    );
  }
}

function conceptExamples({ text, lattice, names, gold, surfaces }) {
  const { starts, ends } = lattice.document.tokens;
  return freeStretches(lattice, names).flatMap(({ from, to }) =>
    conceptSpans(lattice, from, to).flatMap(({ first, end, known }) => {
      const [start, stop] = [starts[first], ends[end - 1]];
      const isLink = gold.has(`${start} ${stop}`);
      const isAgain = !isLink && surfaces.has(text.slice(start, stop));
      if (!known || isAgain || !/^\p{Ll}/u.test(text.slice(start))) return [];
      return [{ numbers: conceptNumbers(known, end - first), label: Number(isLink) }];
    }),
  );
}

/** Plain logistic regression by gradient descent over all examples, the numbers brought to one size. */
function fitLogistic(examples) {
  const size = examples[0].numbers.length;
  const spread = Array.from({ length: size }, (_, i) =>
    Math.sqrt(examples.reduce((sum, e) => sum + e.numbers[i] ** 2, 0) / examples.length || 1),
  );
  const weights = new Array(size).fill(0);
  for (let round = 0; round < 600; round++) {
    const slope = new Array(size).fill(0);
    for (const { numbers, label } of examples) {
      const odds = numbers.reduce((sum, number, i) => sum + (weights[i] * number) / spread[i], 0);
      const off = label - 1 / (1 + Math.exp(-odds));
      for (let i = 0; i < size; i++) slope[i] += (off * numbers[i]) / spread[i];
    }
    for (let i = 0; i < size; i++) weights[i] += (4 * slope[i]) / examples.length;
  }
  return weights.map((weight, i) => weight / spread[i]);
}

/** A file of the data folder; ends with a sentence when it is not there. */
function file(name) {
  const path = join(values.data, name);
  if (existsSync(path)) return path;
  console.error(`There is no ${path}; name the data folder with --data or MULREL_DATA.`);
  process.exit(1);
}

function percent(x) {
  return (100 * x).toFixed(1);
}

/** Precision, recall and F1, strict bounds, gold entities in the knowledge base only. */
async function foundThreshold() {
  for (const part of ["train", "dev"]) {
    const documents = [];
    for await (const { text } of readLines(file(`ner/gum-${part}.jsonl.gz`)))
      documents.push(JSON.parse(text));
    const read = documents.map(({ text, mentions }) => ({
      links: linker.link(text, { nil: 0 }),
      gold: mentions
        .filter((m) => m.named && m.title && m.name)
        .map((m) => `${m.name.join(" ")} ${linker.kb.rowOfTitle(m.title)}`)
        .filter((key) => !key.endsWith(" -1")),
    }));
    for (const least of [0.02, 0.05, 0.08, 0.1, 0.15, 0.2, 0.3]) {
      const counts = { gold: 0, linked: 0, right: 0 };
      for (const { links, gold } of read) {
        const kept = links.filter((l) => l.entity && l.confidence >= least);
        counts.gold += gold.length;
        counts.linked += kept.length;
        counts.right += kept.filter((l) => gold.includes(`${l.start} ${l.end} ${l.entity?.row}`)).length;
      }
      const { gold, linked, right } = counts;
      const scores = [right / linked, right / gold, (2 * right) / (linked + gold)].map(percent);
      console.log(`GUM ${part}, from ${least}: ${scores.join(" / ")}`);
    }
  }
}

/** Over all names that have a page, of which the knowledge base has three quarters; and over those whose page it has. */
async function givenThreshold() {
  const links = [];
  for (const { text, flat } of readCorpora(values.data)["GUM train"]) {
    const mentions = flat.filter(({ title }) => typeof title === "string");
    const rows = mentions.map(({ title }) => linker.kb.rowOfTitle(title));
    linker.link(text, { mentions, nil: 0 }).forEach(({ entity, confidence }, i) => {
      links.push({ row: rows[i], linked: entity?.row ?? -1, confidence });
    });
  }
  for (const least of [0, 0.02, 0.05, 0.08, 0.1, 0.15, 0.2, 0.25, 0.3]) {
    const f1 = (some) => {
      const kept = some.filter((l) => l.linked >= 0 && l.confidence >= least);
      return percent((2 * kept.filter((l) => l.linked === l.row).length) / (kept.length + some.length));
    };
    console.log(
      `GUM train, from ${least}: ${f1(links)} over all, ${f1(links.filter((l) => l.row >= 0))} in the knowledge base`,
    );
  }
}

/** Share of given names that go to a right entry. */
async function priorWeight() {
  const documents = await loadDataset(file("domain/ncbi-disease-train.pubtator.gz"));
  const some = documents.filter((_, i) => i % 4 === 0);
  for (const weight of [0, 0.02, 0.05, 0.1, 0.2, 0.5, 1]) {
    linker.settings.priorWeight = weight;
    let names = 0;
    let right = 0;
    for (const { text, mentions } of some) {
      const links = linker.link(text, { mentions, nil: 0 });
      mentions.forEach((mention, i) => {
        names++;
        if (goldRows(linker.kb, mention).includes(links[i].entity?.row ?? -1)) right++;
      });
    }
    console.log(`weight ${weight}: ${percent(right / names)} of ${names}`);
  }
}
