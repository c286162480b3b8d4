// Names found in GUM, WNUT17 and wikigold, strict bounds, counted both ways. node scripts/evaluate-names.mjs [--data FOLDER] [--model FOLDER]
// [--ideal | --cross-validate 5 [--fold 0] [--taught-by-marks] [--plain] [--settings '{"teachers":0}'] [--links]]: the linker as it is; names as we understand them, found without an error; or scorers
// trained on four fifths and judged on the rest (or on one fifth only), also taught GUM's marks as they stand instead, also without word vectors, also with other settings of training; judged
// by links of pages that taught nobody too, and with --links end to end by the pages that GUM's names mean. Needs `npm run build`.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { english } from "../dist/languages/english.js";
import { Random } from "../dist/math/random.js";
import { createMentionFinder } from "../dist/mentions/find-mentions.js";
import { packScorer } from "../dist/mentions/scorer-weights.js";
import { loadLinker } from "../dist/node.js";
import { analyseText } from "../dist/text/analysed-text.js";
import { defaultNameTraining, trainNameScorer } from "../dist/training/train-name-scorer.js";
import { addCounts, countNames, emptyCounts, readCorpora, scoresOf } from "./names/corpora.mjs";
import { openModelParts } from "./names/model-parts.mjs";
import { PAGES, readExamples, TAUGHT } from "./names/recipe.mjs";
import { asNewspapers, disguised, linkedTexts, opened, shortStates, wordlikeNames } from "./names/texts.mjs";

/** Sentences that are made of each held-out page, of every kind. */
const OFTEN = 10;

const { values } = parseArgs({
  options: {
    data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" },
    model: { type: "string" },
    "cross-validate": { type: "string" },
    ideal: { type: "boolean" },
    fold: { type: "string" },
    "taught-by-marks": { type: "boolean" },
    plain: { type: "boolean" },
    settings: { type: "string", default: "{}" },
    links: { type: "boolean" },
  },
});
const HELD_OUT = 100;
const corpora = readCorpora(values.data);
const { kb, words } = await openModelParts(values.model ?? "models/default");
const vectors = values.plain ? undefined : words;
const counts = Object.fromEntries(Object.keys(corpora).map((name) => [name, emptyCounts()]));

if (values["cross-validate"]) await crossValidate(Number(values["cross-validate"]));
else {
  const linker = values.ideal ? undefined : await loadLinker(values.model);
  for (const [name, documents] of Object.entries(corpora))
    judge(name, documents, ({ text, flat }) => linker?.link(text) ?? flat);
}
printTable();

function judge(name, documents, find) {
  addCounts(counts[name], countNames(documents, find, kb));
}

/** Documents in turns for GUM, in blocks for sentences, whose neighbours are of one page or one day. */
async function crossValidate(folds) {
  const asMarked = (documents) => documents.map((document) => ({ ...document, flat: document.marked }));
  const taughtCorpora = values["taught-by-marks"]
    ? Object.fromEntries(TAUGHT.map((name) => [name, asMarked(corpora[name])]))
    : corpora;
  const examples = await readExamples(taughtCorpora, { kb, language: english }, values.data, {
    anyKnowledge: values.plain,
  });
  const foldOf = (name, i) =>
    name === "GUM train" ? i % folds : Math.floor((i * folds) / corpora[name].length);
  const judged = values.fold === undefined ? [...Array(folds).keys()] : [Number(values.fold)];
  const settings = { ...defaultNameTraining, ...JSON.parse(values.settings) };
  const linker = values.links ? await loadLinker(values.model) : undefined;
  const pages = await heldOutPages();
  const linked = { gold: 0, found: 0, right: 0 };
  const random = new Random(1);
  const stories = pages.map((page) => asNewspapers(page, kb, random)).filter((page) => page !== undefined);
  const often = (sentencesOf) =>
    pages.flatMap((page) => Array.from({ length: OFTEN }, () => sentencesOf(page)).flat());
  const judging = wordlikeNames(kb, true);
  const disguises = often((page) => disguised(page, judging, { kb, random, weight: 1 }));
  const cutBeforeWords = often((page) => opened(page, random, 1).slice(1));
  const links = { all: 0, exact: 0, crossed: 0 };
  const wordlike = { all: 0, exact: 0, crossed: 0 };
  let strays = 0;
  const states = { all: 0, exact: 0, crossed: 0 };
  for (const fold of judged) {
    const taught = TAUGHT.flatMap((name) =>
      examples.byCorpus[name].filter((_, i) => foldOf(name, i) !== fold).flat(),
    );
    const lesson = { examples: [...examples.others, ...taught], words: examples.words, vectors };
    const scorer = packScorer(trainNameScorer(lesson, settings));
    const finder = createMentionFinder(kb, { scorer, words: vectors });
    const find = ({ text }) => finder(analyseText(text));
    for (const name of TAUGHT)
      judge(
        name,
        corpora[name].filter((_, i) => foldOf(name, i) === fold),
        find,
      );
    const held = corpora["GUM train"].filter((_, i) => foldOf("GUM train", i) === fold);
    if (linker)
      for (const document of held) countLinks(linked, document, linker.link(document.text, { finder }));
    for (const page of pages) countPlaces(links, page.names, find(page));
    for (const page of stories) countPlaces(states, page.names.filter(isShortState(page)), find(page));
    for (const text of disguises) countPlaces(wordlike, [text.own], find(text));
    strays += cutBeforeWords.filter((text) => find(text).some(({ start }) => start === 0)).length;
    if (fold === judged[0]) for (const name of ["GUM dev", "WNUT17 dev"]) judge(name, corpora[name], find);
    console.error(`fold ${fold + 1} of ${folds} done`);
  }
  const { precision, recall, f1 } = scoresOf(linked);
  if (linker) console.log(`GUM train end to end: P ${share(precision)} R ${share(recall)} F1 ${share(f1)}`);
  printPlaces(`links of ${pages.length} held-out pages`, links);
  printPlaces(`states that ${stories.length} of them shorten, written as by newspapers`, states);
  printPlaces(
    `words that are names, put in the place of other names in ${disguises.length} sentences`,
    wordlike,
  );
  const all = judged.length * cutBeforeWords.length;
  console.log(
    `${cutBeforeWords.length} sentences cut before a small word: ${share(strays / all)} begin with a name`,
  );
}

function printPlaces(what, { all, exact, crossed }) {
  console.log(`${what}: ${share(exact / all)} found, ${share(crossed / all)} cut elsewhere`);
}

/** Calif., N.D. */
function isShortState({ text }) {
  return ({ start, end }) => shortStates.has(text.slice(start, end));
}

/** Linked pages behind those that scorers are taught from. */
async function heldOutPages() {
  const path = join(values.data, "corpora/pages-2014.jsonl.gz");
  return (await linkedTexts(path, kb, { pages: PAGES + HELD_OUT, weight: 1 })).slice(PAGES);
}

/** Strong match with the pages that a document's names mean, as far as the knowledge base has them. */
function countLinks(counts, { flat }, links) {
  const wanted = new Map();
  for (const { start, end, title } of flat) {
    const row = title ? kb.rowOfTitle(title.replaceAll("_", " ")) : -1;
    if (row >= 0) wanted.set(`${start} ${end}`, row);
  }
  counts.gold += wanted.size;
  for (const { start, end, entity } of links) {
    if (!entity) continue;
    counts.found++;
    if (wanted.get(`${start} ${end}`) === entity.row) counts.right++;
  }
}

/** Which links are found as they stand, and which only with other bounds. */
function countPlaces(counts, names, found) {
  for (const { start, end } of names) {
    const touching = found.filter((f) => f.start < end && start < f.end);
    counts.all++;
    if (touching.some((f) => f.start === start && f.end === end)) counts.exact++;
    else if (touching.length > 0) counts.crossed++;
  }
}

function share(x) {
  return (100 * x).toFixed(1);
}

function printTable() {
  console.log("| corpus | marks | P | R | F1 | our names | P | R | F1 |");
  console.log("|---|---|---|---|---|---|---|---|---|");
  for (const [name, c] of Object.entries(counts)) {
    const cells = [c.marks, c.ours].flatMap((way) => {
      const { precision, recall, f1 } = scoresOf(way);
      return [way.gold, share(precision), share(recall), share(f1)];
    });
    console.log(`| ${[name, ...cells].join(" | ")} |`);
  }
}
