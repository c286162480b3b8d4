// Names found in GUM, WNUT17 and wikigold, strict bounds, counted both ways. node scripts/evaluate-names.mjs [--data FOLDER] [--model FOLDER]
// [--ideal | --cross-validate 5 [--fold 0] [--taught-by-marks] [--plain] [--settings '{"teachers":0}'] [--links]]: the linker as it is; names as we understand them, found without an error; or scorers
// trained on four fifths and judged on the rest (or on one fifth only), also taught GUM's marks as they stand instead, also without word vectors, also with other settings of training; judged
// by links of pages that taught nobody too, and with --links end to end by the pages that GUM's names mean. Needs `npm run build`.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { english } from "../dist/languages/english.js";
import { createMentionFinder } from "../dist/mentions/find-mentions.js";
import { packScorer } from "../dist/mentions/scorer-weights.js";
import { loadLinker } from "../dist/node.js";
import { analyseText } from "../dist/text/analysed-text.js";
import { defaultNameTraining, trainNameScorer } from "../dist/training/train-name-scorer.js";
import { addCounts, countNames, emptyCounts, readCorpora, scoresOf, share } from "./names/corpora.mjs";
import { HeldOutPages } from "./names/held-out-pages.mjs";
import { openModelParts } from "./names/model-parts.mjs";
import { PAGES, readExamples, TAUGHT } from "./names/recipe.mjs";
import { linkedTexts } from "./names/texts.mjs";

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
  const scorerWithout = await scorersOf(folds);
  const judged = values.fold === undefined ? [...Array(folds).keys()] : [Number(values.fold)];
  const linker = values.links ? await loadLinker(values.model) : undefined;
  const linked = { gold: 0, found: 0, right: 0 };
  const pages = await heldOutPages();
  for (const fold of judged) {
    const finder = createMentionFinder(kb, { scorer: scorerWithout(fold), words: vectors });
    const find = ({ text }) => finder(analyseText(text));
    const held = (name) => corpora[name].filter((_, i) => foldOf(name, i, folds) === fold);
    for (const name of TAUGHT) judge(name, held(name), find);
    if (linker)
      for (const document of held("GUM train"))
        countLinks(linked, document, linker.link(document.text, { finder }));
    pages.judge(find);
    if (fold === judged[0]) for (const name of ["GUM dev", "WNUT17 dev"]) judge(name, corpora[name], find);
    console.error(`fold ${fold + 1} of ${folds} done`);
  }
  const { precision, recall, f1 } = scoresOf(linked);
  if (linker) console.log(`GUM train end to end: P ${share(precision)} R ${share(recall)} F1 ${share(f1)}`);
  pages.print();
}

function foldOf(name, i, folds) {
  return name === "GUM train" ? i % folds : Math.floor((i * folds) / corpora[name].length);
}

/** Trains, for a fold, a scorer that was not taught its texts. */
async function scorersOf(folds) {
  const asMarked = (documents) => documents.map((document) => ({ ...document, flat: document.marked }));
  const taughtCorpora = values["taught-by-marks"]
    ? Object.fromEntries(TAUGHT.map((name) => [name, asMarked(corpora[name])]))
    : corpora;
  const examples = await readExamples(taughtCorpora, { kb, language: english }, values.data, {
    anyKnowledge: values.plain,
  });
  const settings = { ...defaultNameTraining, ...JSON.parse(values.settings) };
  return (fold) => {
    const taught = TAUGHT.flatMap((name) =>
      examples.byCorpus[name].filter((_, i) => foldOf(name, i, folds) !== fold).flat(),
    );
    const lesson = { examples: [...examples.others, ...taught], words: examples.words, vectors };
    return packScorer(trainNameScorer(lesson, settings));
  };
}

/** Linked pages behind those that scorers are taught from. */
async function heldOutPages() {
  const path = join(values.data, "corpora/pages-2014.jsonl.gz");
  const linked = await linkedTexts(path, kb, { pages: PAGES + HELD_OUT, weight: 1 });
  return new HeldOutPages(linked.slice(PAGES), kb);
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
