// Where does one model gain on another? Two models of an experiment in folds, on the documents outside, mention by mention and document
// by document: length, ambiguity, repeats, the distance to whom a mention listens most.
//   node scripts/where-relations-pay.mjs [--experiment FOLDER] [--model NAME] [--against NAME] [--seed N]
// Experiments are those of mulrel experiment paper --folds; scripts/prepare-linked-pages.mjs makes data for others than AIDA.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { pairedBootstrap } from "../dist/evaluation/paired-bootstrap.js";
import { relationWeights } from "../dist/evaluation/relation-analysis.js";
import { textTable } from "../dist/evaluation/text-tables.js";
import { loadKernels } from "../dist/math/wasm-kernels.js";
import { loadModel } from "../dist/model/model-file.js";
import { createModelFrom } from "../dist/model/model-format.js";
import { bestPosition } from "../dist/training/dev-score.js";
import { readRunConfig } from "../dist/training/run-folder.js";
import { readPlan } from "../dist/training/train-all.js";
import { loadTrainingData } from "../dist/training/training-data.js";

const { values } = parseArgs({
  options: {
    experiment: { type: "string", default: "runs/folds" },
    model: { type: "string", default: "both-k3" },
    against: { type: "string", default: "agnostic" },
    // all that are done, where it is left out
    seed: { type: "string" },
  },
});
const { experiment, model: first, against: second } = values;
if (!existsSync(join(experiment, "plan.json"))) {
  console.error(
    `${experiment} holds no experiment; make one with mulrel experiment paper --data aida-features --out ${experiment} --folds 5.`,
  );
  process.exit(2);
}

/** The range of the limits that a number falls into, written out; ranges are told in their order. */
const placeOfRange = new Map();
function rangeOf(value, limits, unit = "") {
  const at = limits.findIndex((limit) => value < limit);
  const between = at === 0 ? `below ${limits[0]}` : `${limits[at - 1]} to below ${limits[at]}`;
  const range = (at < 0 ? `${limits.at(-1)} and more` : between) + unit;
  placeOfRange.set(range, at < 0 ? limits.length : at);
  return range;
}

/** Distance in mentions to the one that mention i listens to most. */
function distanceToStrongest(alpha, i, count) {
  let best = { weight: -1, distance: 0 };
  for (let j = 0; j < count; j++) {
    const weight = j === i ? -1 : Math.max(...alpha.map((rows) => rows[i][j]));
    if (weight > best.weight) best = { weight, distance: Math.abs(i - j) };
  }
  return best.distance;
}

/** exp of the entropy of the priors: how many meanings a name has, those that are seldom meant counting little. */
function meaningsOf({ priors }) {
  const sum = priors.reduce((a, b) => a + b, 0);
  return Math.exp(priors.reduce((h, p) => (p > 0 ? h - (p / sum) * Math.log(p / sum) : h), 0));
}

/** What is counted of the document: its length, and how many meanings its names have on average. */
function describe({ mentions }) {
  const firsts = mentions.map(({ candidates }) => candidates[0]);
  const ambiguity = mentions.reduce((n, m) => n + meaningsOf(m), 0) / mentions.length;
  return { count: mentions.length, ambiguity, repeats: (i) => firsts.filter((e) => e === firsts[i]).length };
}

/** Groups of a mention: what it is counted under. */
function groupsOf(mention, { doc: { count, ambiguity, repeats }, isTaught, alpha, i }) {
  return [
    ["all", "all"],
    ["mentions in the document", rangeOf(count, [2, 6, 13, 26, 51])],
    ["meanings of a name, mean of the document", rangeOf(ambiguity, [1.5, 2, 2.5, 3])],
    ["meanings of the name", rangeOf(meaningsOf(mention), [1.2, 2, 3, 4.5])],
    ["in the document the name stands", repeats(i) > 1 ? "more than once" : "once"],
    ["best by prior", mention.gold === 0 ? "is right" : "is wrong"],
    ["entity while training", isTaught ? "was met" : "was not met"],
    [
      "strongest neighbour",
      count < 2 ? "nobody" : rangeOf(distanceToStrongest(alpha, i, count), [2, 4, 9], " away"),
    ],
  ];
}

/** Counts by group, each with a list by document: gold, linked and right of both models. */
const groups = new Map();
function add(group, document, right) {
  const key = group.join("\t");
  if (!groups.has(key)) groups.set(key, new Map());
  const documents = groups.get(key);
  if (!documents.has(document)) {
    documents.set(
      document,
      [0, 1].map(() => ({ gold: 0, linked: 0, right: 0 })),
    );
  }
  right.forEach((isRight, m) => {
    const counts = documents.get(document)[m];
    counts.gold++;
    counts.linked++;
    if (isRight) counts.right++;
  });
}

/** Weight that mentions give to the padding mention, by relation of the first model, beside an even share for each. */
const toPadding = { mentions: 0, even: 0, byRelation: /** @type {number[]} */ ([]) };
function addPadding(alpha, count) {
  for (let i = 0; i < count; i++) {
    toPadding.mentions++;
    toPadding.even += 1 / count;
    alpha.forEach((rows, k) => {
      toPadding.byRelation[k] = (toPadding.byRelation[k] ?? 0) + rows[i][count];
    });
  }
}

/** Both models of one fold and seed on the documents outside. */
async function compareRun(run) {
  const folder = join(experiment, first, run);
  const { settings, data } = await readRunConfig(folder);
  const { tables, train, outside } = await loadTrainingData(data, settings);
  const taught = new Set(train.flatMap((d) => d.mentions.map((m) => m.goldEntity)));
  const [a, b] = await Promise.all(
    [first, second].map(async (name) =>
      createModelFrom(
        await loadKernels(),
        await loadModel(join(experiment, name, run, "model.safetensors")),
        tables,
      ),
    ),
  );
  for (const doc of outside ?? []) {
    const [own, other] = [a, b].map((model) => model.predict(doc).scores);
    const alpha = relationWeights(a, doc);
    const described = describe(doc);
    if (a.config.padding) addPadding(alpha, doc.mentions.length);
    const source = `${data.fold?.fold} ${doc.source}`;
    doc.mentions.forEach((mention, i) => {
      if (mention.goldEntity < 0 || mention.candidates.length === 0) return;
      const right = [own, other].map((scores) => bestPosition(scores[i]) === mention.gold);
      const isTaught = taught.has(mention.goldEntity);
      for (const group of groupsOf(mention, { doc: described, isTaught, alpha, i })) {
        add(group, source, right);
      }
    });
  }
}

const plan = await readPlan(experiment);
const runs = plan
  .filter(({ name, data }) => name.startsWith(`${first}/`) && data.fold)
  .map(({ name }) => name.slice(first.length + 1))
  .filter((run) => values.seed === undefined || run.endsWith(`seed${values.seed}`))
  .filter((run) => [first, second].every((m) => existsSync(join(experiment, m, run, "model.safetensors"))));
if (runs.length === 0) {
  console.error(`${experiment} has no finished fold of both ${first} and ${second}.`);
  process.exit(2);
}
for (const run of runs) await compareRun(run);
const percent = (x) => (100 * x).toFixed(2);
const share = (list, m) => list.reduce((n, c) => n + c[m].right, 0) / list.reduce((n, c) => n + c[m].gold, 0);
const rows = [...groups]
  .map(([key, documents]) => ({ key, documents, by: key.split("\t") }))
  .sort((a, b) => {
    const sameKind = a.by[0] === b.by[0];
    const places = [a, b].map(({ by }) => placeOfRange.get(by[1]) ?? 0);
    return sameKind ? places[0] - places[1] : a.key < b.key ? -1 : 1;
  })
  .map(({ by, documents }) => {
    const list = [...documents.values()];
    const { difference, low, high } = pairedBootstrap(
      list.map((c) => c[0]),
      list.map((c) => c[1]),
      { resamples: 2000 },
    );
    return [
      ...by,
      list.reduce((n, c) => n + c[0].gold, 0),
      percent(share(list, 0)),
      percent(share(list, 1)),
      `${percent(difference)} (${percent(low)} to ${percent(high)})`,
    ];
  });
const balance = [...groups.get("all\tall").values()].map(([a, b]) => Math.sign(a.right - b.right));
const documentsWith = (sign) => balance.filter((s) => s === sign).length;
console.log(`${runs.length} runs (${runs.join(", ")}), documents outside, the model that was kept`);
console.log(
  `Of ${balance.length} documents ${first} has more right in ${documentsWith(1)}, as many in ${documentsWith(0)}, fewer in ${documentsWith(-1)}.`,
);
if (toPadding.mentions > 0) {
  const shares = toPadding.byRelation.map((sum) => percent(sum / toPadding.mentions)).join(", ");
  const even = percent(toPadding.even / toPadding.mentions);
  console.log(`Weight on the padding mention, % by relation: ${shares}; an even share would be ${even}.`);
}
for (const line of textTable([["by", "", "mentions", first, second, "difference (95 %)"], ...rows]))
  console.log(line);
