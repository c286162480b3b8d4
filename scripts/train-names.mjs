// Trains the scorers of names: the package's own, which looks at no word vectors (src/mentions/default-scorer.ts), and the shipped model's, which does
// (models/default-name-scorer.json, which `npm run model` puts into its linker.json). node scripts/train-names.mjs [--data FOLDER] [--model FOLDER] [--only default|model]. Needs `npm run build`.
import { parseArgs } from "node:util";
import { writeFileAtomically } from "../dist/files/atomic-file.js";
import { english } from "../dist/languages/english.js";
import { packScorer } from "../dist/mentions/scorer-weights.js";
import { loadLinker } from "../dist/node.js";
import { defaultNameTraining, trainNameScorer } from "../dist/training/train-name-scorer.js";
import { readCorpora } from "./names/corpora.mjs";
import { readExamples } from "./names/recipe.mjs";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" },
    model: { type: "string", default: "models/default" },
    only: { type: "string" },
  },
});
const corpora = readCorpora(values.data);
const { kb, words } = await loadLinker(values.model);

if (values.only !== "model") {
  const data = await train({ kb, language: english }, true);
  await writeFileAtomically("src/mentions/default-scorer.ts", moduleOf(data));
}
if (values.only !== "default") {
  const scorer = await train({ kb, language: english, words }, false);
  await writeFileAtomically("models/default-name-scorer.json", `${JSON.stringify(scorer)}\n`);
}

async function train(parts, anyKnowledge) {
  const { byCorpus, others } = await readExamples(corpora, parts, values.data, { anyKnowledge });
  const examples = [...others, ...Object.values(byCorpus).flat(2)];
  const what = parts.words ? "model" : "default";
  const onEpoch = (epoch, loss) => console.log(`${what}: epoch ${epoch + 1}, loss ${loss.toFixed(4)} a run`);
  return packScorer(trainNameScorer(examples, parts.words, { ...defaultNameTraining, onEpoch }));
}

function moduleOf({ features, hidden, scale, weights }) {
  return `/** The scorer of names that comes with the package, for knowledge bases of any language: made by \`node scripts/train-names.mjs\`. */
import type { NameScorerData } from "./scorer-weights.js";

export const defaultScorer: NameScorerData = {
  features: ${features},
  d: 0,
  rank: 0,
  hidden: ${hidden},
  scale: ${scale},
  weights:
    "${weights}",
};
`;
}
