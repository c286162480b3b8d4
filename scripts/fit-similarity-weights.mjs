// Fits the weights of candidates by similar spelling on annotated documents, and tells by cross-validation over documents what they are worth.
// node scripts/fit-similarity-weights.mjs [--catalogue CSV] [--annotated FILE]   (defaults: domain/ of MULREL_DATA or ../shared/data; needs `npm run build`)
import { join } from "node:path";
import { fitSimilarityWeights } from "../dist/spelling/fit-similarity.js";
import { bestByEntity, weightVector } from "../dist/spelling/similar-candidates.js";
import { createSimilarIndex } from "../dist/spelling/similar-index.js";
import { spellingExamples } from "../dist/spelling/train-spelling.js";
import {
  dataFolder,
  knowledgeBaseOf,
  readCatalogueInput,
  readFlags,
  readNamedDocuments,
} from "./catalogue/read-catalogue.mjs";

const FOLDS = 4;
const flags = readFlags({
  "--catalogue": join(dataFolder, "domain/medic-2012.csv.gz"),
  "--annotated": join(dataFolder, "domain/ncbi-disease-train.pubtator.gz"),
});
const input = await readCatalogueInput(flags["--catalogue"]);
const bare = knowledgeBaseOf(input);
const documents = await readNamedDocuments(flags["--annotated"], bare);

/** Every mention of every document with what is found for it; with names, those of the document itself are left out. */
function examplesOf(kb, withNames) {
  const context = { index: createSimilarIndex(kb), popularity: (row) => kb.popularity(row) };
  return documents.flatMap((doc, n) =>
    [...spellingExamples(context, [doc], withNames)].map((example) => ({ ...example, fold: n % FOLDS })),
  );
}

function score(examples, weights) {
  const vector = weightVector(weights);
  let right = 0;
  let listed = 0;
  for (const { bearers, gold } of examples) {
    const ranked = [...bestByEntity(bearers, vector)].sort((a, b) => b[1].score - a[1].score || a[0] - b[0]);
    if (ranked.length > 0 && gold.includes(ranked[0][0])) right++;
    if (ranked.slice(0, 30).some(([entity]) => gold.includes(entity))) listed++;
  }
  return { right, listed, mentions: examples.length };
}

function crossValidate(examples) {
  const sum = { right: 0, listed: 0, mentions: 0 };
  for (let fold = 0; fold < FOLDS; fold++) {
    const weights = fitSimilarityWeights(examples.filter((e) => e.fold !== fold));
    const part = score(
      examples.filter((e) => e.fold === fold),
      weights,
    );
    for (const key of Object.keys(sum)) sum[key] += part[key];
  }
  return sum;
}

const percent = ({ right, listed, mentions }) =>
  `accuracy ${((100 * right) / mentions).toFixed(2)} %, recall@30 ${((100 * listed) / mentions).toFixed(2)} %, ${mentions} mentions`;
const started = performance.now();
const alone = examplesOf(bare, false);
const named = examplesOf(knowledgeBaseOf(input, documents), true);
console.error(`features ${((performance.now() - started) / 1000).toFixed(1)} s`);
console.log(`catalogue alone, ${FOLDS} folds: ${percent(crossValidate(alone))}`);
console.log(`with the other documents' names, ${FOLDS} folds: ${percent(crossValidate(named))}`);
const both = [...alone, ...named];
const joint = fitSimilarityWeights(both);
console.log(
  `one set of weights for both, fitted on all: ${percent(score(alone, joint))}; ${percent(score(named, joint))}`,
);
// whoever has annotated documents fits weights of their own: the defaults are for a catalogue alone, with what uses of names are worth from both
const defaults = fitSimilarityWeights(alone, { start: joint });
console.log("defaults, for a catalogue alone:");
for (const [feature, weight] of Object.entries(defaults)) console.log(`  ${feature}: ${weight.toFixed(2)},`);
