// Time and memory of the model: training steps, predictions, an epoch in the shape of AIDA-train, long documents.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { toModelDocuments } from "../dist/features/model-documents.js";
import { loadPreparedDocuments } from "../dist/features/prepared-document.js";
import { openPreparedTables, preparedPart } from "../dist/features/prepared-set.js";
import { Random } from "../dist/math/random.js";
import { loadKernelsSync } from "../dist/math/wasm-kernels-sync.js";
import { createConfig } from "../dist/model/config.js";
import { createModel } from "../dist/model/model.js";
import { randomDocument, randomTables } from "../dist/model/random-document.js";
import { makeTablesResident } from "../dist/model/tables.js";
import { makeResident } from "../dist/vectors/gather-rows.js";
import { VectorTable } from "../dist/vectors/vector-table.js";
import { measureInTurns, median } from "./support/measure.mjs";

export const summary =
  "training steps, predictions, an epoch in the shape of AIDA-train, long documents; SIMD against plain";

const RATE = 1e-4;

/** One thread's time in ms: processor time, since wall time on a shared machine counts the neighbours too. */
function timed(work) {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** The random tables as float32 tables inside the kernels' memory, as a trainer has them. */
function residentTables(kernels, source) {
  /** @type {any} the tables of a model, made one by one */
  const tables = {};
  for (const [name, { rows, d, data }] of Object.entries(source)) {
    tables[name] = new VectorTable({ rows, d, data: Float32Array.from(data) });
    makeResident(kernels, tables[name]);
  }
  return tables;
}

function buildModel(build, d, settings) {
  const kernels = loadKernelsSync({ build });
  const tables = residentTables(kernels, randomTables(1, d));
  const model = createModel(kernels, createConfig({ dims: d, ...settings }), tables);
  model.initialise(1);
  return model;
}

function goldDocument(model, mentions, seed = 2) {
  const document = randomDocument(seed, { mentions, candidates: 8, words: 100, ragged: false }, model.tables);
  for (const mention of document.mentions) mention.gold = Math.max(0, mention.gold);
  return document;
}

const row = (cells) => console.log(cells.map((c, i) => String(c).padStart(i === 0 ? 6 : 12)).join(""));
const ms = (x) => x.toFixed(2);

function stepTable() {
  console.log(
    "\nA training step and a prediction, ms (8 candidates, 100 context words; median, builds interleaved)",
  );
  row(["d", "K", "mentions", "train", "predict", "plain train", "plain pred.", "× train", "× predict"]);
  for (const d of [100, 300]) {
    for (const relations of [1, 3, 6]) {
      const simd = buildModel("simd", d, { relations });
      const plain = buildModel("plain-float32", d, { relations });
      for (const mentions of [5, 13, 26, 54, 100]) {
        const subjects = {};
        for (const [name, model] of Object.entries({ simd, plain })) {
          const document = goldDocument(model, mentions);
          subjects[`${name} train`] = () => model.trainStep(document, { rate: RATE, dropoutSeed: 1 });
          subjects[`${name} predict`] = () => model.predict(document);
        }
        const times = measureInTurns(subjects, { batchMs: 5, rounds: 11, limitMs: 1500 });
        const [train, predict, plainTrain, plainPredict] = Object.values(times);
        const ratios = [plainTrain / train, plainPredict / predict].map((x) => x.toFixed(1));
        row([d, relations, mentions, ms(train), ms(predict), ms(plainTrain), ms(plainPredict), ...ratios]);
      }
    }
  }
}

/** Which kernel belongs to which stage of the model. */
const STAGES = {
  "local score": ["localScore", "localScoreBackward"],
  "relation weights": [
    "meansOfRows",
    "tanhLayer",
    "tanhLayerBackward",
    "dropout",
    "matmulSymmetric",
    "matmulNN",
    "scaleColumns",
    "columnProductSums",
  ],
  "pair scores": ["packEntities", "pairScores", "pairScoresBackward"],
  beliefs: ["sumMessages", "updateMessages", "updateMessagesBackward", "spreadBeliefs", "settleBeliefs"],
  "final score and loss": ["finalScore", "finalScoreBackward", "marginLoss"],
  Adam: ["adamStep"],
};

function stageShares() {
  console.log(
    "\nShare of a training step by stage, % (K = 3; the rest is gathering, softmaxes and bookkeeping)",
  );
  row(["d", "mentions", ...Object.keys(STAGES).map((s) => s.slice(0, 11)), "rest"]);
  for (const d of [100, 300]) {
    for (const mentions of [13, 26, 100]) {
      const model = buildModel("simd", d, {});
      const document = goldDocument(model, mentions);
      const step = () => model.trainStep(document, { rate: RATE, dropoutSeed: 1 });
      for (let i = 0; i < 20; i++) step();
      const spent = {};
      for (const kernel of Object.values(STAGES).flat()) {
        const call = model.kernels[kernel];
        spent[kernel] = 0;
        model.kernels[kernel] = (...args) => {
          const start = performance.now();
          const result = call(...args);
          spent[kernel] += performance.now() - start;
          return result;
        };
      }
      const start = performance.now();
      for (let i = 0; i < 2000 / mentions; i++) step();
      const total = performance.now() - start;
      const shares = Object.values(STAGES).map(
        (kernels) => kernels.reduce((sum, k) => sum + spent[k], 0) / total,
      );
      const rest = 1 - shares.reduce((a, b) => a + b, 0);
      row([d, mentions, ...[...shares, rest].map((x) => (100 * x).toFixed(1))]);
    }
  }
}

/** Mentions per document with the quantiles of AIDA-train (10/25/50/75/90/95/99 %: 4, 7, 13, 26, 41, 54, 90; cut at 100). */
function aidaLengths(documents, seed) {
  const points = [
    [0, 1],
    [0.1, 4],
    [0.25, 7],
    [0.5, 13],
    [0.75, 26],
    [0.9, 41],
    [0.95, 54],
    [0.99, 90],
    [1, 100],
  ];
  const random = new Random(seed);
  return Array.from({ length: documents }, () => {
    const u = random.uniform();
    const right = points.findIndex(([share]) => share >= u);
    const [[x0, y0], [x1, y1]] = [points[Math.max(0, right - 1)], points[Math.max(1, right)]];
    return Math.max(1, Math.round(y0 + ((u - x0) / (x1 - x0)) * (y1 - y0)));
  });
}

/** Predictions of all documents after each epoch: they are short, so more of them are measured. */
const PASSES = 5;

const PUBLISHED = { epoch: 45, predict: 4.6 };

function reportEpoch(name, model, train, dev) {
  const count = (docs) => docs.reduce((sum, doc) => sum + doc.mentions.length, 0);
  const epochs = [];
  const predictions = [];
  for (let round = 0; round < 4; round++) {
    const epoch = timed(() => {
      for (const [i, doc] of train.entries()) model.trainStep(doc, { rate: RATE, dropoutSeed: i });
    });
    const passes = Array.from({ length: PASSES }, () =>
      timed(() => {
        for (const doc of dev) model.predict(doc);
      }),
    );
    if (round === 0) continue; // the engine is still compiling
    epochs.push(epoch / 1000);
    predictions.push(...passes.map((pass) => pass / 1000));
  }
  const [epoch, predict] = [median(epochs), median(predictions)];
  console.log(
    `\n${name}, d = 100, K = 3, one thread (published PyTorch code: ${PUBLISHED.epoch} s and ${PUBLISHED.predict} s)`,
  );
  console.log(
    `  training  ${train.length} documents, ${count(train)} mentions: ${epoch.toFixed(2)} s (${(PUBLISHED.epoch / epoch).toFixed(1)} times faster)`,
  );
  console.log(
    `  predicting ${dev.length} documents, ${count(dev)} mentions: ${predict.toFixed(3)} s (${(PUBLISHED.predict / predict).toFixed(1)} times faster)`,
  );
}

async function epochs(data) {
  const model = buildModel("simd", 100, {});
  const documents = (count, seed) => aidaLengths(count, seed).map((n, i) => goldDocument(model, n, seed + i));
  reportEpoch("Synthetic documents in the shape of AIDA", model, documents(945, 100), documents(230, 5000));
  const folder = resolve(data, "aida-features");
  if (!existsSync(folder)) {
    console.log(
      `\nNo ${folder}: the epoch on real documents is left out (name the data folder: npm run bench -- model FOLDER).`,
    );
    return;
  }
  const kernels = loadKernelsSync();
  const { tables } = await openPreparedTables(folder);
  const real = createModel(kernels, createConfig({ dims: 100 }), makeTablesResident(kernels, tables));
  real.initialise(1);
  const selection = { considered: 30, byPrior: 4, byContext: 4, fill: false };
  const load = async (part, missingGold) =>
    toModelDocuments(await loadPreparedDocuments(preparedPart(folder, part)), tables, {
      selection,
      missingGold,
      longest: 100,
    });
  reportEpoch("aida-features", real, await load("train", "bring-in"), await load("dev", "keep"));
}

function longDocuments() {
  console.log(
    "\nPredicting one long document, d = 100, K = 3, each mention keeping its 20 strongest neighbours per relation",
  );
  row(["ment.", "ms", "ms/mention", "MB"]);
  for (const mentions of [125, 250, 500, 1000, 2000]) {
    const model = buildModel("simd", 100, { neighbours: 20 });
    const before = model.kernels.used;
    const document = goldDocument(model, mentions);
    model.predict(document);
    const time = median([1, 2, 3].map(() => timed(() => model.predict(document))));
    row([
      mentions,
      ms(time),
      (time / mentions).toFixed(3),
      (((model.kernels.peak - before) * 4) / 1e6).toFixed(1),
    ]);
  }
}

function memory() {
  const model = buildModel("simd", 300, { relations: 6 });
  const tables = model.kernels.used;
  model.trainStep(goldDocument(model, 100), { rate: RATE, dropoutSeed: 1 });
  const megabytes = ((model.kernels.peak - tables) * 4) / 1e6;
  console.log(
    `\nMemory of a training step, 100 mentions, d = 300, K = 6: ${megabytes.toFixed(1)} MB beside the vector tables`,
  );
}

/** `args`: the data folder, for the epoch on real documents. */
export async function run([data = process.env.MULREL_DATA ?? "../shared/data"]) {
  memory();
  await epochs(data);
  longDocuments();
  stageShares();
  stepTable();
}
