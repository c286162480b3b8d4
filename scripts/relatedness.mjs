// Compares recipes for entity vectors on held-out links of schools-2007 and prints a table:
// node scripts/relatedness.mjs --words WORDS [--data FOLDER] [--work FOLDER] [--only NAME]. Needs `npm run build`.
// Every tenth page keeps its text but loses its links before the knowledge base is built; those links are the questions.
import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createAtomicFile } from "../dist/files/atomic-file.js";
import { readLines } from "../dist/files/lines.js";
import { buildKnowledgeBase } from "../dist/kb/build/build-knowledge-base.js";
import { openEntityTexts } from "../dist/kb/entity-texts.js";
import { openKnowledgeBase } from "../dist/kb/stores/open-knowledge-base.js";
import { asPublishedEntityTraining } from "../dist/vectors/entity-trainer.js";
import { evaluateRelatedness, tfIdfCentroids } from "../dist/vectors/relatedness.js";
import { readRelatednessQueries } from "../dist/vectors/relatedness-queries.js";
import { trainEntityVectors } from "../dist/vectors/train-entities.js";
import { openVectorTable } from "../dist/vectors/vector-file.js";
import { convertStorage } from "../dist/vectors/vector-table.js";

const { values } = parseArgs({
  options: {
    words: { type: "string" },
    data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" },
    work: { type: "string", default: join(tmpdir(), "mulrel-relatedness") },
    only: { type: "string" },
  },
});
const corpus = join(values.data, "corpora/schools-2007.jsonl.gz");
if (!values.words || !existsSync(corpus)) {
  console.error(
    values.words
      ? `There is no data at ${corpus}; give the folder with --data or MULREL_DATA.`
      : "Give --words.",
  );
  process.exit(values.words ? 1 : 2);
}

const heldOut = join(values.work, "held-out.jsonl");
const kbPath = join(values.work, "kb");
if (!existsSync(kbPath)) {
  mkdirSync(values.work, { recursive: true });
  await split(join(values.work, "training.jsonl"));
  await buildKnowledgeBase({ inputs: [join(values.work, "training.jsonl")], output: kbPath });
}

async function split(training) {
  const [rest, questions] = [await createAtomicFile(training), await createAtomicFile(heldOut)];
  for await (const { text, number } of readLines(corpus)) {
    if (number % 10 !== 0) {
      await rest.write(`${text}\n`);
      continue;
    }
    const page = JSON.parse(text);
    await questions.write(`${text}\n`);
    await rest.write(
      `${JSON.stringify({ ...page, text: page.text.replace(/<a href="[^"]*">|<\/a>/g, "") })}\n`,
    );
  }
  await rest.commit();
  await questions.commit();
}

const words = await openVectorTable(values.words);
const kb = await openKnowledgeBase(kbPath);
const textsPath = `${kbPath}.texts`;
const texts = openEntityTexts(textsPath);
const queries = await readRelatednessQueries(heldOut, kb);
const train = async (settings) => (await trainEntityVectors({ kb, textsPath, words, settings })).table;
const old = asPublishedEntityTraining;
const mixed = { ...old, average: true, order: "mixed", contextShare: 3 };
let trainedByDefault;
const trainDefault = async () => (trainedByDefault ??= await train({}));
const recipes = {
  "tf-idf centroid of the page (baseline)": () => tfIdfCentroids(texts, words),
  "tf-idf centroid of page and contexts": () => tfIdfCentroids(texts, words, true),
  "the default": trainDefault,
  "the default as float16": async () => convertStorage(await trainDefault(), "float16"),
  "the default as int8": async () => convertStorage(await trainDefault(), "int8"),
  "the default without linked entities": () => train({ linkShare: 0 }),
  "the default, few link contexts counting like many": () => train({ contextHalf: 0 }),
  "the default without the words of the title": () => train({ titleShare: 0 }),
  "the default with 100 steps": () => train({ steps: 100 }),
  "as published: page, then contexts, last step": () => train(old),
  "as published, mean over the steps": () => train({ ...old, average: true }),
  "… page and contexts drawn together, contexts 3 times": () => train(mixed),
  "… negatives by frequency^0.4": () => train({ ...mixed, negativePower: 0.4 }),
};
console.log("| vectors | NDCG@1 | NDCG@5 | NDCG@10 | MAP |\n|---|---|---|---|---|");
for (const [name, make] of Object.entries(recipes)) {
  if (values.only && !name.includes(values.only)) continue;
  const s = evaluateRelatedness(await make(), queries);
  console.log(
    `| ${name} | ${[s.ndcg1, s.ndcg5, s.ndcg10, s.map].map((x) => (100 * x).toFixed(1)).join(" | ")} |`,
  );
}
console.log(`\n${queries.length} held-out pages, 100 random pages a query.`);
