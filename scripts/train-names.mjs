// Trains the scorers of names: the package's own, which looks at no word vectors (src/mentions/default-scorer.ts), and the shipped model's, which does
// (models/default-name-scorer.json, from which `npm run model` takes it, and the model's linker.json). node scripts/train-names.mjs [--data FOLDER] [--model FOLDER] [--only default|model]. Needs `npm run build`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeFileAtomically } from "../dist/files/atomic-file.js";
import { sealJson } from "../dist/files/sealed-json.js";
import { english } from "../dist/languages/english.js";
import { MANIFEST } from "../dist/loading/open-linker.js";
import { packScorer } from "../dist/mentions/scorer-weights.js";
import { defaultNameTraining, trainNameScorer } from "../dist/training/train-name-scorer.js";
import { readCorpora } from "./names/corpora.mjs";
import { openModelParts } from "./names/model-parts.mjs";
import { readExamples } from "./names/recipe.mjs";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" },
    model: { type: "string", default: "models/default" },
    only: { type: "string" },
  },
});
const corpora = readCorpora(values.data);
const { kb, words: vectors } = await openModelParts(values.model);

if (values.only !== "model") {
  const data = await train(true);
  await writeFileAtomically("src/mentions/default-scorer.ts", moduleOf(data));
}
if (values.only !== "default") {
  const scorer = await train(false);
  await writeFileAtomically("models/default-name-scorer.json", `${JSON.stringify(scorer)}\n`);
  const path = join(values.model, MANIFEST);
  const { digest, ...manifest } = JSON.parse(readFileSync(path, "utf8"));
  await writeFileAtomically(path, sealJson({ ...manifest, nameScorer: scorer }));
}

/** The package's own is for any knowledge and looks at no words. */
async function train(anyKnowledge) {
  const parts = { kb, language: english };
  const { byCorpus, others, words } = await readExamples(corpora, parts, values.data, { anyKnowledge });
  const examples = [...others, ...Object.values(byCorpus).flat(2)];
  const what = anyKnowledge ? "default" : "model";
  const onEpoch = (epoch, loss) => console.log(`${what}: epoch ${epoch + 1}, loss ${loss.toFixed(4)} a run`);
  const lesson = { examples, words, vectors: anyKnowledge ? undefined : vectors };
  return packScorer(trainNameScorer(lesson, { ...defaultNameTraining, onEpoch }));
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
