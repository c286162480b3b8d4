import { expect, test } from "vitest";
import {
  asksForDrops,
  currentRate,
  defaultSchedule,
  isEvaluationDue,
  judge,
  publishedSchedule,
  startSchedule,
} from "./schedule.js";

/** Runs a schedule on dev scores given as a function of the epoch. */
function follow(settings: typeof defaultSchedule, f1: (epoch: number) => number) {
  let state = startSchedule();
  const evaluated: number[] = [];
  while (!state.isDone) {
    state = { ...state, epoch: state.epoch + 1 };
    if (!isEvaluationDue(settings, state)) continue;
    evaluated.push(state.epoch);
    state = judge(settings, state, f1(state.epoch)).state;
  }
  return { state, evaluated };
}

const published = publishedSchedule("ment-norm");

test("dev F1 is taken every 5 epochs, and every 2 once it has reached the threshold", () => {
  const { evaluated, state } = follow(published, (epoch) => (epoch < 12 ? 0.9 : 0.92));
  expect(evaluated.slice(0, 5)).toEqual([5, 10, 15, 17, 19]);
  expect(state.droppedAt).toBe(15);
});

test("training stops when 20 epochs at the low rate bring nothing better", () => {
  const { state } = follow(published, (epoch) => (epoch <= 21 ? 0.92 + epoch / 1e4 : 0.92));
  expect(state.bestEpoch).toBe(21);
  expect(state.epoch).toBe(41);
});

test("a plateau drops the rate too, so a data set that never reaches the threshold still ends", () => {
  const { state } = follow({ ...published, plateau: 20, keepOnlyLow: false }, () => 0.6);
  expect(state.isLow).toBe(true);
  expect(state.droppedAt).toBe(25);
  expect(state.best).toBe(0.6);
});

test("the published code keeps nothing before the threshold, ours keeps the best of all", () => {
  const falling = (epoch: number) => (epoch === 5 ? 0.914 : 0.5);
  expect(follow({ ...published, mostEpochs: 30 }, falling).state.best).toBe(-1);
  expect(
    follow({ ...defaultSchedule, falls: false, evaluateEvery: 5, mostEpochs: 30 }, falling).state.bestEpoch,
  ).toBe(5);
});

test("the last epoch is always evaluated", () => {
  expect(follow({ ...published, mostEpochs: 7 }, () => 0.5).evaluated).toEqual([5, 7]);
});

test("a falling rate ends at the low one, and the last model is kept", () => {
  const falling = {
    ...defaultSchedule,
    rate: 1e-3,
    lowRate: 1e-5,
    mostEpochs: 4,
    evaluateEvery: 1,
    falls: true,
  };
  const { state, evaluated } = follow(falling, (epoch) => (epoch === 2 ? 0.9 : 0.8));
  expect(evaluated).toEqual([1, 2, 3, 4]);
  expect(state).toMatchObject({ bestEpoch: 4, best: 0.8, isLow: false, isDone: true });
  expect(currentRate(falling, startSchedule())).toBe(1e-3);
  expect(currentRate(falling, { ...startSchedule(), epoch: 1 }, 1)).toBeCloseTo((1e-3 + 1e-5) / 2, 9);
  expect(currentRate(falling, { ...startSchedule(), epoch: 3 }, 1)).toBeCloseTo(1e-5, 9);
});

test("who asks for a drop of the rate gets one instead of a rate that falls all the time", () => {
  expect(asksForDrops({ rate: 0.1, mostEpochs: 3 })).toBe(false);
  expect(asksForDrops({ plateau: 4 })).toBe(true);
  expect(asksForDrops({ plateau: 4, falls: true })).toBe(false);
});
