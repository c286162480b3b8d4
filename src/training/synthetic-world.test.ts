/**
 * A made-up world whose names can only be told apart through a latent relation between mentions. Every theme has two
 * entities, a form and its mirror. An anchor is a mention with one candidate; a target has both forms of the anchor's theme as
 * candidates, equal priors and no context words. The word beside the target says whether it is like its anchor or its
 * mirror. Whoever does not look at that word, or has but one relation for both cases, can only guess.
 */
import { expect, test } from "vitest";
import { Random } from "../math/random.js";
import { loadKernels } from "../math/wasm-kernels.js";
import type { ModelConfig } from "../model/config.js";
import type { ModelDocument, ModelMention } from "../model/document.js";
import { createModel } from "../model/model.js";
import type { ModelTables, RowSource } from "../model/tables.js";
import { createTrainingSettings } from "./settings.js";
import { Trainer } from "./trainer.js";

const THEMES = 8;
const D = 2 * THEMES;
const [ANCHOR, LIKE, UNLIKE] = [0, 1, 2];

function rowsOf(rows: number[][]): RowSource {
  return { rows: rows.length, d: D, readRow: (row, out, offset) => out.set(rows[row], offset) };
}

const axis = (...hot: [number, number][]) => {
  const x = new Array<number>(D).fill(0);
  for (const [place, value] of hot) x[place] = value;
  return x;
};

/** Theme t is rows 2t (form) and 2t + 1 (mirror); themes have nothing in common. */
const tables: ModelTables = {
  words: rowsOf([axis()]),
  entities: rowsOf(
    Array.from({ length: THEMES }, (_, t) => t).flatMap((t) => [
      axis([t, Math.SQRT1_2], [THEMES + t, Math.SQRT1_2]),
      axis([t, Math.SQRT1_2], [THEMES + t, -Math.SQRT1_2]),
    ]),
  ),
  relationWords: rowsOf([axis([0, 3]), axis([1, 3]), axis([2, 3])]),
};

function mention(candidates: number[], right: number, word: number): ModelMention {
  const priors = candidates.map(() => 1 / candidates.length);
  return {
    candidates,
    priors,
    words: [],
    left: [word],
    middle: [-1],
    right: [],
    gold: candidates.indexOf(right),
  };
}

/** `unlike`: the share of targets that are their anchors' mirrors. */
function createDocument(random: Random, unlike: number): ModelDocument {
  const themes = random.shuffle(Array.from({ length: THEMES }, (_, t) => t)).slice(0, 3);
  const mentions = themes.flatMap((theme) => {
    const anchor = 2 * theme + random.below(2);
    const isLike = random.uniform() >= unlike;
    const forms = random.shuffle([2 * theme, 2 * theme + 1]);
    return [
      mention([anchor], anchor, ANCHOR),
      mention(forms, isLike ? anchor : anchor ^ 1, isLike ? LIKE : UNLIKE),
    ];
  });
  return { mentions: random.shuffle(mentions) };
}

/** Share of targets linked right on unseen documents. */
async function accuracyOf(model: Partial<ModelConfig>, unlike = 0.5): Promise<number> {
  const random = new Random(7);
  const make = (n: number) => Array.from({ length: n }, () => createDocument(random, unlike));
  const settings = createTrainingSettings({
    model: { dims: D, hidden: 16, dropout: 0, ...model },
    schedule: { rate: 0.02, lowRate: 0.002, threshold: 0.995, plateau: 0, patience: 6, mostEpochs: 25 },
    averaging: 0.99,
    seed: 3,
  });
  const isTarget = (m: ModelMention) => m.candidates.length > 1;
  const trainer = new Trainer(
    createModel(await loadKernels(), settings.model, tables),
    make(120),
    make(80),
    settings,
    isTarget,
  );
  await trainer.run();
  return trainer.progress.schedule.best;
}

test.each(["uniform", "local"] as const)(
  "a model without relations (%s) can only guess",
  async (normalization) => {
    const accuracy = await accuracyOf({ normalization });
    expect(accuracy).toBeGreaterThan(0.4);
    expect(accuracy).toBeLessThan(0.65);
  },
);

test.each([2, 3])("ment-norm with %i relations tells like from unlike", async (relations) => {
  expect(await accuracyOf({ normalization: "ment-norm", relations })).toBeGreaterThan(0.95);
});

test("where every name is like its neighbour, one relation for all is enough", async () => {
  expect(await accuracyOf({ normalization: "local" }, 0)).toBeLessThan(0.65);
  expect(await accuracyOf({ normalization: "uniform" }, 0)).toBeGreaterThan(0.95);
  expect(await accuracyOf({ normalization: "ment-norm" }, 0)).toBeGreaterThan(0.95);
});

test("relations bring what a second kind of pair costs the model that has one for all", async () => {
  const agnostic = await accuracyOf({ normalization: "uniform" }, 0.25);
  expect(agnostic).toBeGreaterThan(0.65);
  expect(agnostic).toBeLessThan(0.85);
  expect(await accuracyOf({ normalization: "ment-norm" }, 0.25)).toBeGreaterThan(0.95);
});
