/** When dev F1 is taken, when the learning rate drops and when training stops (docs/model.md, section 9), as a pure function of the scores. */
import type { Normalization } from "../model/config.js";

export interface ScheduleSettings {
  /** Adam's rate at first, and after the drop. */
  rate: number;
  lowRate: number;
  /** Epochs between evaluations at each rate. */
  evaluateEvery: number;
  evaluateEveryLow: number;
  /** Dev F1 at which the rate drops; 0: only a plateau drops it. */
  threshold: number;
  /** Epochs without a better dev F1 after which the rate drops; 0: never. */
  plateau: number;
  /** Epochs at the low rate without a better dev F1 after which training stops. */
  patience: number;
  mostEpochs: number;
  /** The rate falls in a straight line from `rate` to `lowRate` at `mostEpochs`; nothing else changes it or ends training, and the last model is kept. */
  falls: boolean;
  /** Forget Adam's moments at the drop. */
  freshAdam: boolean;
  /** Keep a model only once the rate has dropped. */
  keepOnlyLow: boolean;
}

/**
 * A larger rate than the paper's, with weights averaged, needs few epochs (docs/results/paper.md). It falls, so that the last model is the
 * one to keep and dev picks nothing; what is said of drops is for who asks for a rate that stays.
 */
export const defaultSchedule: ScheduleSettings = {
  rate: 4e-3,
  lowRate: 2e-4,
  evaluateEvery: 2,
  evaluateEveryLow: 2,
  threshold: 0,
  plateau: 8,
  patience: 8,
  mostEpochs: 10,
  falls: true,
  freshAdam: false,
  keepOnlyLow: false,
};

/** Settings that a rate that falls all the time has no use for. */
const ONLY_WITH_DROPS = ["threshold", "plateau", "patience"] as const;

/** Whoever asks for a drop of the rate or an early end wants no rate that falls all the time. */
export function asksForDrops(schedule: Partial<ScheduleSettings>): boolean {
  return schedule.falls === undefined && ONLY_WITH_DROPS.some((name) => schedule[name] !== undefined);
}

export function publishedSchedule(normalization: Normalization): ScheduleSettings {
  const relNorm = normalization === "rel-norm";
  return {
    rate: 1e-4,
    lowRate: 1e-5,
    evaluateEvery: 5,
    evaluateEveryLow: 2,
    threshold: relNorm ? 0.91 : 0.915,
    plateau: 0,
    patience: 20,
    mostEpochs: 500,
    falls: false,
    freshAdam: relNorm,
    keepOnlyLow: true,
  };
}

export interface ScheduleState {
  /** Epochs finished. */
  epoch: number;
  isLow: boolean;
  /** Epoch after which the rate dropped. */
  droppedAt: number;
  /** Best dev F1 among kept models, −1 before the first. */
  best: number;
  bestEpoch: number;
  /** Best of all evaluations, kept or not: what the plateau rule looks at. */
  highest: number;
  highestEpoch: number;
  isDone: boolean;
}

export function startSchedule(): ScheduleState {
  return {
    epoch: 0,
    isLow: false,
    droppedAt: 0,
    best: -1,
    bestEpoch: 0,
    highest: -1,
    highestEpoch: 0,
    isDone: false,
  };
}

/** `share`: how much of the epoch after `state.epoch` is done. */
export function currentRate(settings: ScheduleSettings, state: ScheduleState, share = 0): number {
  const { rate, lowRate, falls, mostEpochs } = settings;
  if (falls) return rate + (lowRate - rate) * Math.min(1, (state.epoch + share) / mostEpochs);
  return state.isLow ? lowRate : rate;
}

/** Is dev F1 to be taken after the epoch that has just ended (`state.epoch` counts it)? */
export function isEvaluationDue(settings: ScheduleSettings, state: ScheduleState): boolean {
  const every = state.isLow ? settings.evaluateEveryLow : settings.evaluateEvery;
  return (state.epoch - state.droppedAt) % every === 0 || state.epoch >= settings.mostEpochs;
}

export interface Verdict {
  state: ScheduleState;
  /** The model is the best so far: keep it. */
  isBest: boolean;
  /** The rate drops now. */
  drops: boolean;
}

/** What follows from a dev F1 taken at `state.epoch`. */
export function judge(settings: ScheduleSettings, state: ScheduleState, f1: number): Verdict {
  const next = { ...state };
  if (f1 > next.highest) {
    next.highest = f1;
    next.highestEpoch = state.epoch;
  }
  const reached = settings.threshold > 0 && f1 >= settings.threshold;
  const stuck = settings.plateau > 0 && state.epoch - next.highestEpoch >= settings.plateau;
  const drops = !settings.falls && !state.isLow && (reached || stuck);
  const isKept = !settings.keepOnlyLow || state.isLow || drops;
  const isBest = settings.falls || (f1 > state.best && isKept);
  if (isBest) {
    next.best = f1;
    next.bestEpoch = state.epoch;
  }
  if (drops) {
    next.isLow = true;
    next.droppedAt = state.epoch;
  }
  const since = Math.max(next.bestEpoch, next.droppedAt);
  next.isDone =
    (next.isLow && !drops && state.epoch - since >= settings.patience) || state.epoch >= settings.mostEpochs;
  return { state: next, isBest, drops };
}
