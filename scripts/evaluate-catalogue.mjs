// How well a catalogue's names lead to the right entry: given mentions by p̂ alone, and from raw text with the names found by the catalogue.
// node scripts/evaluate-catalogue.mjs [--catalogue CSV] [--annotated FILE] [--train FILE]   (defaults: domain/ of MULREL_DATA or ../shared/data; needs `npm run build`)
// With --train it also tells what these documents' names, and weights fitted on them, add.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { candidatesInDocument } from "../dist/candidates/document-candidates.js";
import { createCatalogueNameFinder, rejectedNames } from "../dist/mentions/catalogue-names.js";
import { analyseText } from "../dist/text/analysed-text.js";
import {
  dataFolder,
  knowledgeBaseOf,
  readCatalogueInput,
  readFlags,
  readNamedDocuments,
  trainedKnowledgeBase,
} from "./catalogue/read-catalogue.mjs";

const train = join(dataFolder, "domain/ncbi-disease-train.pubtator.gz");
const flags = readFlags({
  "--catalogue": join(dataFolder, "domain/medic-2012.csv.gz"),
  "--annotated": join(dataFolder, "domain/ncbi-disease-dev.pubtator.gz"),
  "--train": existsSync(train) ? train : undefined,
});
const CONSIDERED = 30;
const percent = (part, all) => `${((100 * part) / Math.max(1, all)).toFixed(1)} %`;
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

function evaluateGiven(kb, documents) {
  let mentions = 0;
  let right = 0;
  let listed = 0;
  for (const doc of documents) {
    const surfaces = doc.mentions.map((m) => m.surface);
    const lists = candidatesInDocument(kb, surfaces, { most: CONSIDERED, text: doc.text });
    for (const [i, { rows }] of doc.mentions.entries()) {
      mentions++;
      if (rows.includes(lists[i][0]?.entity)) right++;
      if (lists[i].some((c) => rows.includes(c.entity))) listed++;
    }
  }
  return `recall@${CONSIDERED} ${percent(listed, mentions)}, accuracy ${percent(right, mentions)} of ${mentions}`;
}

/** Strict: the same range, and a right entry. */
function evaluateRaw(kb, find, documents) {
  let gold = 0;
  let found = 0;
  let spans = 0;
  let right = 0;
  for (const doc of documents) {
    const document = analyseText(doc.text);
    const places = find(document);
    const surfaces = places.map(({ start, end }) => doc.text.slice(start, end));
    const lists = candidatesInDocument(kb, surfaces, { most: 1, text: doc.text });
    gold += doc.mentions.length;
    found += places.length;
    for (const [i, place] of places.entries()) {
      const meant = doc.mentions.find((m) => m.start === place.start && m.end === place.end);
      if (meant) spans++;
      if (meant?.rows.includes(lists[i][0]?.entity)) right++;
    }
  }
  const f1 = (hits) => percent(2 * hits, gold + found);
  return `F1 ${f1(right)} (precision ${percent(right, found)}, recall ${percent(right, gold)}), of the ranges alone ${f1(spans)}`;
}

function report(what, kb, find, documents) {
  const started = performance.now();
  console.log(`${what}, given mentions: ${evaluateGiven(kb, documents)} (${seconds(started)})`);
  const again = performance.now();
  console.log(`${what}, raw text: ${evaluateRaw(kb, find, documents)} (${seconds(again)})`);
}

const input = await readCatalogueInput(flags["--catalogue"]);
const bare = knowledgeBaseOf(input);
const documents = await readNamedDocuments(flags["--annotated"], bare);
const plain = knowledgeBaseOf({ ...input, settings: { ...input.settings, similar: false } });
console.log(`catalogue alone, not by spelling, given mentions: ${evaluateGiven(plain, documents)}`);
report("catalogue alone", bare, createCatalogueNameFinder(bare), documents);
if (flags["--train"]) {
  const started = performance.now();
  const taught = await readNamedDocuments(flags["--train"], bare);
  const kb = trainedKnowledgeBase(input, taught);
  console.log(`names and weights of ${taught.length} documents learned in ${seconds(started)}`);
  const examples = taught.map(({ text, mentions }) => ({ document: analyseText(text), mentions }));
  const rejected = rejectedNames(kb, createCatalogueNameFinder(kb), examples);
  report("with the names of --train", kb, createCatalogueNameFinder(kb, { rejected }), documents);
}
