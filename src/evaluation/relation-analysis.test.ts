/** Weights of relations as they are shown, by what the model made of them. */
import { describe, expect, test } from "vitest";
import type { SelectedDocument } from "../features/model-documents.js";
import { createPlainKernels } from "../math/plain-kernels.js";
import { createConfig, type Normalization } from "../model/config.js";
import { createModel } from "../model/model.js";
import { randomDocument, randomTables } from "../model/random-document.js";
import { analyseRelations, relationWeights } from "./relation-analysis.js";

const D = 8;

function modelOf(normalization: Normalization) {
  const tables = randomTables(1, D);
  const config = createConfig({ normalization, dims: D, relations: 3, padding: false });
  const model = createModel(createPlainKernels(Float64Array), config, tables);
  model.initialise(1, { relationDeviation: 20, paddingDeviation: 1 });
  const drawn = randomDocument(2, { mentions: 6, candidates: 3, words: 5, ragged: false }, tables);
  const mentions = drawn.mentions.map((m) => ({ ...m, goldEntity: m.candidates[0] }));
  const doc = { ...drawn, mentions, source: 0 } as unknown as SelectedDocument;
  return { model, doc };
}

const sum = (list: Iterable<number>) => [...list].reduce((a, b) => a + b, 0);

describe("weights of relations", () => {
  test("with both norms are what couples a pair: over mentions times over relations", () => {
    const { model, doc } = modelOf("both");
    const alpha = relationWeights(model, doc);
    for (const { left, right, coupling } of model.predict(doc, { trace: true }).trace!.pairs) {
      coupling.forEach((a, k) => {
        expect(alpha[k][left][right] + alpha[k][right][left]).toBeCloseTo(a, 12);
      });
    }
  });

  test("of ment-norm are 1 for each relation, so that all have the same share", () => {
    const { model, doc } = modelOf("ment-norm");
    for (const rows of relationWeights(model, doc))
      for (const row of rows) expect(sum(row)).toBeCloseTo(1, 12);
    for (const { share } of analyseRelations(model, [doc]).perRelation) expect(share).toBeCloseTo(1 / 3, 12);
  });

  test("with both norms have shares that differ and add up to 1", () => {
    const { model, doc } = modelOf("both");
    const shares = analyseRelations(model, [doc]).perRelation.map(({ share }) => share);
    expect(sum(shares)).toBeCloseTo(1, 12);
    expect(Math.max(...shares) - Math.min(...shares)).toBeGreaterThan(0.01);
  });
});
