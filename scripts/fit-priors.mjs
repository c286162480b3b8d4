// Fits the weights of p̂(e|m) (src/kb/prior-weights.ts) on what names mean in running text, and tells what they are worth on other documents.
// node scripts/fit-priors.mjs --words FILE [--data FOLDER] [--work FOLDER]   (needs `npm run build`; FILE: GloVe as `mulrel vectors import` writes it)
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { collectNames } from "../dist/kb/build/collect-names.js";
import { priorWeights } from "../dist/kb/prior-weights.js";
import { PRIOR_FEATURES, priorFeatures } from "../dist/kb/priors.js";
import { languageOf } from "../dist/languages/languages.js";
import { observations } from "./priors/observations.mjs";
import { corpora, nameLists } from "./shipped-sources.mjs";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" },
    words: { type: "string" },
    work: { type: "string", default: "build/priors.work" },
  },
});
if (!values.words || !existsSync(join(values.data, "corpora"))) {
  console.error("Name word vectors with --words and the data folder with --data or MULREL_DATA.");
  process.exit(1);
}
/** Every fifth page of a corpus judges, and AIDA's dev part; sets weigh alike, whatever their size. */
const FOLDS = 5;
const PER_SET = 3000;
const SIZE = PRIOR_FEATURES.length;
const language = languageOf("en");
const collected = await collectNames({
  inputs: corpora(values.data),
  lists: nameLists(values.data),
  folder: values.work,
  memory: 2 ** 32,
  texts: true,
  rules: true,
  minLinks: 1,
  fingerprint: async () => "priors",
  workers: availableParallelism(),
  language,
  onProgress: ({ stage }) => stage !== "reading" && console.log(stage),
});
const all = await observations(collected, { data: values.data, words: values.words, language });
const isHeld = ({ set, group }) => (set.startsWith("aida") ? set.endsWith("dev") : group % FOLDS === 0);
const sets = [...new Set(all.map(({ set }) => set))];
/** By set: its observations that judge, or those that teach. */
function parts(held) {
  const lists = new Map();
  for (const set of sets) {
    const list = thin(all.filter((o) => o.set === set && isHeld(o) === held));
    if (list.length > 0) lists.set(set, list);
  }
  return lists;
}

function thin(list) {
  if (list.length <= PER_SET) return list;
  return Array.from({ length: PER_SET }, (_, i) => list[Math.floor((i * list.length) / PER_SET)]);
}

/** Rows of numbers, and which one is right. */
function inNumbers({ names, gold }, { table, unlinked }) {
  const rows = names.map(({ count, tables, sources, popularity }) => {
    const x = new Float64Array(SIZE);
    priorFeatures({ count: 0, sources }, popularity, x);
    x[0] = Math.log(count + Math.ceil(tables * table) + unlinked);
    return x;
  });
  return { rows, gold };
}

function shares({ rows }, weights) {
  const scores = rows.map((x) => x.reduce((sum, value, i) => sum + value * weights[i], 0));
  const most = Math.max(...scores);
  const total = scores.reduce((sum, s) => sum + Math.exp(s - most), 0);
  return scores.map((s) => Math.exp(s - most) / total);
}

/** Newton's method on the mean log-likelihood of every set; the inverse of the curvature gives the standard errors. */
function fitWeights(training) {
  const weights = new Float64Array(SIZE);
  weights[0] = 0.5;
  let inverse = [];
  for (let round = 0; round < 20; round++) {
    const slope = new Float64Array(SIZE);
    const bend = Array.from({ length: SIZE }, (_, i) =>
      Float64Array.from({ length: SIZE }, (_, j) => (i === j ? 1e-4 : 0)),
    );
    for (const list of training) for (const o of list) addCurvature(o, weights, 1 / list.length, slope, bend);
    inverse = invert(bend);
    const step = inverse.map((row) => row.reduce((sum, value, i) => sum + value * slope[i], 0));
    for (let i = 0; i < SIZE; i++) weights[i] += Math.max(-1, Math.min(1, step[i]));
    if (Math.max(...step.map(Math.abs)) < 1e-5) break;
  }
  const observed = training.reduce((sum, list) => sum + list.length, 0) / training.length;
  return { weights, errors: inverse.map((row, i) => Math.sqrt(row[i] / observed)) };
}

function addCurvature(o, weights, share, slope, bend) {
  const p = shares(o, weights);
  const mean = new Float64Array(SIZE);
  for (const [k, x] of o.rows.entries()) for (let i = 0; i < SIZE; i++) mean[i] += p[k] * x[i];
  for (let i = 0; i < SIZE; i++) slope[i] += share * (o.rows[o.gold][i] - mean[i]);
  for (const [k, x] of o.rows.entries()) {
    if (p[k] < 1e-6) continue;
    for (let i = 0; i < SIZE; i++)
      for (let j = 0; j < SIZE; j++) bend[i][j] += share * p[k] * (x[i] - mean[i]) * (x[j] - mean[j]);
  }
}

function invert(matrix) {
  const a = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let i = 0; i < SIZE; i++) {
    const pivot = a[i][i];
    for (let j = 0; j < 2 * SIZE; j++) a[i][j] /= pivot;
    for (let r = 0; r < SIZE; r++) {
      const factor = r === i ? 0 : a[r][i];
      if (factor !== 0) for (let j = 0; j < 2 * SIZE; j++) a[r][j] -= factor * a[i][j];
    }
  }
  return a.map((row) => row.slice(SIZE));
}

/** Mean loss and share of names whose likeliest meaning is the right one. */
function judge(list, weights) {
  let loss = 0;
  let right = 0;
  for (const o of list) {
    const p = shares(o, weights);
    loss -= Math.log(p[o.gold]);
    if (p.indexOf(Math.max(...p)) === o.gold) right++;
  }
  return { loss: loss / list.length, right: (100 * right) / list.length };
}

const training = parts(false);
const held = parts(true);
function tryOut({ table, unlinked }) {
  const lists = [...training.values()].map((list) => list.map((o) => inNumbers(o, { table, unlinked })));
  const fitted = fitWeights(lists);
  const loss = lists.reduce((sum, list) => sum + judge(list, fitted.weights).loss, 0) / lists.length;
  console.log(`table ${table}, unlinked ${unlinked}: mean loss in training ${loss.toFixed(4)}`);
  return { table, unlinked, loss, ...fitted };
}

const least = (tried) => tried.reduce((a, b) => (b.loss < a.loss ? b : a));
const byTable = least([0.01, 0.03, 0.1, 0.3, 1].map((table) => tryOut({ table, unlinked: 0.1 })));
const best = least([byTable, ...[0.03, 0.3, 1].map((unlinked) => tryOut({ ...byTable, unlinked }))]);
const now = { ...priorWeights, weights: PRIOR_FEATURES.map((name) => priorWeights[name]) };
for (const [set, list] of held) {
  for (const [label, choice] of [
    ["fitted", best],
    ["in use", now],
  ]) {
    const { loss, right } = judge(
      list.map((o) => inNumbers(o, choice)),
      choice.weights,
    );
    console.log(
      `${set}, ${list.length} held out, ${label}: loss ${loss.toFixed(3)}, right ${right.toFixed(2)} %`,
    );
  }
}
console.log(`  table: ${best.table},\n  unlinked: ${best.unlinked},`);
for (const [i, name] of PRIOR_FEATURES.entries())
  console.log(`  ${name}: ${best.weights[i].toFixed(2)}, // ± ${best.errors[i].toFixed(2)}`);
