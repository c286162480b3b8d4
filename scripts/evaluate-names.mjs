// Names found in GUM, WNUT17 and wikigold, strict bounds, counted both ways. node scripts/evaluate-names.mjs [--data FOLDER] [--model FOLDER]
// [--cross-validate 5]: without the last the linker as it is, with it scorers trained on four fifths and judged on the rest. Needs `npm run build`.
import { parseArgs } from "node:util";
import { english } from "../dist/languages/english.js";
import { createMentionFinder } from "../dist/mentions/find-mentions.js";
import { packScorer } from "../dist/mentions/scorer-weights.js";
import { loadLinker } from "../dist/node.js";
import { analyseText } from "../dist/text/analysed-text.js";
import { defaultNameTraining, trainNameScorer } from "../dist/training/train-name-scorer.js";
import { addCounts, countNames, emptyCounts, readCorpora, scoresOf } from "./names/corpora.mjs";
import { readExamples, TAUGHT } from "./names/recipe.mjs";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" },
    model: { type: "string" },
    "cross-validate": { type: "string" },
    plain: { type: "boolean" },
  },
});
const corpora = readCorpora(values.data);
const linker = await loadLinker(values.model);
const { kb } = linker;
const words = values.plain ? undefined : linker.words;
const counts = Object.fromEntries(Object.keys(corpora).map((name) => [name, emptyCounts()]));

if (values["cross-validate"]) await crossValidate(Number(values["cross-validate"]));
else {
  for (const [name, documents] of Object.entries(corpora))
    judge(name, documents, ({ text }) => linker.link(text));
}
printTable();

function judge(name, documents, find) {
  addCounts(counts[name], countNames(documents, find, kb));
}

/** Documents in turns for GUM, in blocks for sentences, whose neighbours are of one page or one day. */
async function crossValidate(folds) {
  const examples = await readExamples(corpora, { kb, language: english, words }, values.data, {
    anyKnowledge: values.plain,
  });
  const foldOf = (name, i) =>
    name === "GUM train" ? i % folds : Math.floor((i * folds) / corpora[name].length);
  for (let fold = 0; fold < folds; fold++) {
    const taught = TAUGHT.flatMap((name) =>
      examples.byCorpus[name].filter((_, i) => foldOf(name, i) !== fold).flat(),
    );
    const scorer = packScorer(trainNameScorer([...examples.others, ...taught], words, defaultNameTraining));
    const finder = createMentionFinder(kb, { scorer, words });
    const find = ({ text }) => finder(analyseText(text));
    for (const name of TAUGHT)
      judge(
        name,
        corpora[name].filter((_, i) => foldOf(name, i) === fold),
        find,
      );
    if (fold === 0) for (const name of ["GUM dev", "WNUT17 dev"]) judge(name, corpora[name], find);
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
