/** What a training run does when nobody says otherwise. */
import { expect, test } from "vitest";
import { createTrainingSettings } from "./settings.js";

test("the default is what won in the folds: both norms, no padding, longer documents count more, a rate that falls", () => {
  const { model, schedule, averaging, selection } = createTrainingSettings();
  expect(model).toMatchObject({
    normalization: "both",
    relations: 3,
    padding: false,
    margin: 0.1,
    lengthWeight: 0.5,
    asPublished: false,
  });
  expect(schedule).toMatchObject({ rate: 4e-3, lowRate: 2e-4, mostEpochs: 10, falls: true });
  expect(averaging).toBe(0.9995);
  expect(selection).toMatchObject({ considered: 30, byPrior: 4, byContext: 4, fill: true });
});

test("every variant is trained alike", () => {
  const own = createTrainingSettings();
  for (const normalization of ["ment-norm", "rel-norm", "uniform", "local"] as const) {
    const { model, schedule, averaging } = createTrainingSettings({ model: { normalization } });
    expect(model).toMatchObject({ margin: own.model.margin, lengthWeight: own.model.lengthWeight });
    expect({ schedule, averaging }).toEqual({ schedule: own.schedule, averaging: own.averaging });
  }
});

test("as published nothing of ours is left: every document counts alike, the margin is the paper's", () => {
  const { model, schedule, averaging } = createTrainingSettings({ model: { asPublished: true } });
  expect(model).toMatchObject({
    normalization: "ment-norm",
    padding: true,
    margin: 0.01,
    lengthWeight: 0,
    evenInfluence: false,
  });
  expect(schedule).toMatchObject({ rate: 1e-4, lowRate: 1e-5, falls: false, keepOnlyLow: true });
  expect(averaging).toBe(0);
});

test("a weight of length that is no share is a sentence", () => {
  expect(() => createTrainingSettings({ model: { sharpness: -1 } })).toThrow(
    /sharpness is -1; it must be at least 0/,
  );
  expect(() => createTrainingSettings({ model: { lengthWeight: 2 } })).toThrow(
    /lengthWeight is 2; it must be from 0 to 1/,
  );
});
