// Names found in GUM, WNUT17 and wikigold, strict bounds, counted both ways. node scripts/evaluate-names.mjs [--data FOLDER] [--model FOLDER]
// [--ideal | --cross-validate 5 [--fold 0] [--taught-by-marks] [--plain]]: the linker as it is; names as we understand them, found without an error; or scorers
// trained on four fifths and judged on the rest (or on one fifth only), also taught GUM's marks as they stand instead, also without word vectors. Needs `npm run build`.
import { parseArgs } from "node:util";
import { english } from "../dist/languages/english.js";
import { createMentionFinder } from "../dist/mentions/find-mentions.js";
import { packScorer } from "../dist/mentions/scorer-weights.js";
import { loadLinker } from "../dist/node.js";
import { analyseText } from "../dist/text/analysed-text.js";
import { defaultNameTraining, trainNameScorer } from "../dist/training/train-name-scorer.js";
import { addCounts, countNames, emptyCounts, readCorpora, scoresOf } from "./names/corpora.mjs";
import { openModelParts } from "./names/model-parts.mjs";
import { readExamples, TAUGHT } from "./names/recipe.mjs";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" },
    model: { type: "string" },
    "cross-validate": { type: "string" },
    ideal: { type: "boolean" },
    fold: { type: "string" },
    "taught-by-marks": { type: "boolean" },
    plain: { type: "boolean" },
  },
});
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
  for (const fold of judged) {
    const taught = TAUGHT.flatMap((name) =>
      examples.byCorpus[name].filter((_, i) => foldOf(name, i) !== fold).flat(),
    );
    const lesson = { examples: [...examples.others, ...taught], words: examples.words, vectors };
    const scorer = packScorer(trainNameScorer(lesson, defaultNameTraining));
    const finder = createMentionFinder(kb, { scorer, words: vectors });
    const find = ({ text }) => finder(analyseText(text));
    for (const name of TAUGHT)
      judge(
        name,
        corpora[name].filter((_, i) => foldOf(name, i) === fold),
        find,
      );
    if (fold === judged[0]) for (const name of ["GUM dev", "WNUT17 dev"]) judge(name, corpora[name], find);
    console.error(`fold ${fold + 1} of ${folds} done`);
  }
}

function printTable() {
  const share = (x) => (100 * x).toFixed(1);
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
