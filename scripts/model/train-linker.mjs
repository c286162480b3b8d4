// Trains the model of a linker and calibrates it on held-out documents.

import { fitCalibration } from "../../dist/linker/calibration.js";
import { loadKernels } from "../../dist/math/wasm-kernels.js";
import { createModel } from "../../dist/model/model.js";
import { bestPosition, countLinks, scoresOf } from "../../dist/training/dev-score.js";
import { createTrainingSettings } from "../../dist/training/settings.js";
import { Trainer } from "../../dist/training/trainer.js";
import { makeResident } from "../../dist/vectors/gather-rows.js";

/** Found on the held-out parts; docs/results.md has the table of what was tried. */
export const trainingChoices = {
  model: { normalization: "both", relations: 8, dims: 100 },
  averaging: 0.9999,
  schedule: {
    rate: 1e-3,
    lowRate: 2e-4,
    evaluateEvery: 1,
    evaluateEveryLow: 1,
    threshold: 0,
    plateau: 2,
    patience: 2,
    mostEpochs: 6,
  },
};

export const hasGold = (mention) => mention.goldRow >= 0;

/** F1 over mentions whose entity is in the knowledge base. */
export function f1Of(model, documents) {
  return scoresOf(countLinks(model, documents, hasGold)).f1;
}

export async function trainLinkerModel({
  words,
  entities,
  unknownWord,
  train,
  dev,
  seed,
  onEvaluation,
  choices = trainingChoices,
}) {
  const settings = createTrainingSettings({ ...choices, seed });
  const kernels = await loadKernels({ build: "simd" });
  const unitWords = words.unitRows();
  for (const table of [words, unitWords, entities]) makeResident(kernels, table);
  const model = createModel(kernels, settings.model, {
    words: unitWords,
    entities,
    relationWords: words,
    unknownRelationWord: unknownWord,
  });
  const trainer = new Trainer(model, train, dev, settings, hasGold);
  await trainer.run({ onEvaluation: (e) => onEvaluation?.(e, model) });
  model.parameters.set(trainer.bestParameters);
  return { model, settings, evaluations: trainer.progress.evaluations };
}

/** Every mention of the documents counts: one whose entity is missing from its candidates, or from the knowledge base, is wrong. */
export function calibrate(model, documents) {
  const cases = [];
  for (const doc of documents) {
    const { scores } = model.predict(doc);
    doc.mentions.forEach((mention, i) => {
      const best = bestPosition(scores[i]);
      if (best >= 0)
        cases.push({ scores: scores[i], priors: mention.priors, best, right: best === mention.gold });
    });
  }
  return fitCalibration(cases, temperatureOf(cases));
}

/** The temperature whose softmax makes the right candidates likeliest, out of a ladder. */
function temperatureOf(cases) {
  const known = cases.filter((c) => c.right && c.scores.length > 1);
  let best = { temperature: 0.01, likelihood: Number.NEGATIVE_INFINITY };
  for (let t = 0.001; t < 1; t *= 1.3) {
    let likelihood = 0;
    for (const { scores, best: at } of known) {
      let sum = 0;
      for (const s of scores) sum += Math.exp((s - scores[at]) / t);
      likelihood -= Math.log(sum);
    }
    if (likelihood > best.likelihood) best = { temperature: t, likelihood };
  }
  return best.temperature;
}
