/** Learns a scorer of names from marked texts: the likelihood of the marked cuts, and whether a name's entity is among its candidates. */
import { throwIfAborted } from "../errors.js";
import { Random } from "../math/random.js";
import { loadKernelsSync } from "../math/wasm-kernels-sync.js";
import { spanChances } from "../mentions/cut.js";
import type { NameScorerWeights } from "../mentions/scorer-weights.js";
import { joinScorers } from "./join-scorers.js";
import { Mark, type NameExample, Worth } from "./name-examples.js";
import { NameLearner, type NameWords } from "./name-learner.js";

export interface NameTrainingSettings {
  hidden: number;
  /** Numbers that a word is brought down to. */
  rank: number;
  epochs: number;
  /** Falls in a straight line to a twentieth. */
  rate: number;
  /** Runs that are learned from together. */
  batch: number;
  /** Share of words that are hidden in training. */
  dropout: number;
  /** Pull of every weight toward 0 a step, in shares of the rate. */
  decay: number;
  /** Scorers that learn first and complete what open texts leave open. */
  teachers: number;
  /** Scorers that learn then, each from another start: what they become is the mean of them. */
  scorers: number;
  seed: number;
  signal?: AbortSignal;
  onEpoch?: (epoch: number, loss: number) => void;
}

export const defaultNameTraining: NameTrainingSettings = {
  hidden: 32,
  rank: 16,
  epochs: 8,
  rate: 3e-3,
  batch: 64,
  dropout: 0.5,
  decay: 1e-3,
  teachers: 3,
  scorers: 2,
  seed: 1,
};

/** Seeds of one lesson lie less far apart. */
const FURTHER = 100;

/** Log-odds that hold marked spans in and others out where the allowed cuts are summed. */
const CERTAIN = 40;

/** What is learned from: runs of marked texts, and the words that they name by number. */
export interface NameLesson extends NameWords {
  examples: readonly NameExample[];
}

export function trainNameScorer(
  lesson: NameLesson,
  settings: NameTrainingSettings = defaultNameTraining,
): NameScorerWeights {
  const { examples } = lesson;
  const teachers = Array.from({ length: settings.teachers }, (_, i) =>
    taught(lesson, { ...settings, seed: settings.seed + 1 + i }),
  );
  const completed =
    teachers.length > 0 ? examples.map((example) => withTargets(example, teachers)) : examples;
  const scorers = Array.from({ length: settings.scorers }, (_, i) =>
    taught({ ...lesson, examples: completed }, { ...settings, seed: settings.seed + FURTHER * i }).weights(),
  );
  return joinScorers(scorers);
}

/** A learner that has learned. */
function taught({ examples, ...words }: NameLesson, settings: NameTrainingSettings): NameLearner {
  const { epochs, rate, batch, dropout, decay, signal, onEpoch } = settings;
  const random = new Random(settings.seed);
  const learner = new NameLearner(loadKernelsSync(), words, settings, random);
  const isHidden = () => random.uniform() < dropout;
  const order = Int32Array.from(examples, (_, i) => i);
  for (let epoch = 0; epoch < epochs; epoch++) {
    random.shuffle(order);
    let loss = 0;
    for (let from = 0; from < order.length; from += batch) {
      throwIfAborted(signal);
      const runs = Array.from(order.subarray(from, from + batch), (place) => examples[place]);
      loss += learn(learner, runs, isHidden);
      const left = 1 - (epoch + from / order.length) / epochs;
      learner.step(rate * Math.max(0.05, left), decay);
    }
    onEpoch?.(epoch, loss / examples.length);
  }
  return learner;
}

/** Of an open text what its marks leave open is what the teachers hold for likely, their scores averaged. */
function withTargets(example: NameExample, teachers: readonly NameLearner[]): NameExample {
  if (example.closed) return example;
  const mean = new Float32Array(example.run.spans.length);
  for (const teacher of teachers)
    teacher.forward([example]).names.forEach((score, s) => {
      mean[s] += score / teachers.length;
    });
  return { ...example, targets: allowedChances(example, mean).chances };
}

/** Adds the gradient of some runs; returns the sum of −log P(the marked cut) and of the losses of their worths. */
function learn(learner: NameLearner, runs: readonly NameExample[], isHidden: () => boolean): number {
  const scores = learner.forward(runs, isHidden);
  const dNames = new Float32Array(scores.count);
  const dWorths = new Float32Array(scores.count);
  let loss = 0;
  let at = 0;
  for (const example of runs) {
    const end = at + example.run.spans.length;
    const names = scores.names.subarray(at, end);
    loss += example.weight * cutLoss(example, names, dNames.subarray(at, end));
    loss += example.weight * worthLoss(example, scores.worths.subarray(at, end), dWorths.subarray(at, end));
    at = end;
  }
  learner.backward(scores, dNames, dWorths);
  return loss;
}

/** −log P(the marked cut), or its mean over the cuts of those who learned before; and its gradient. */
export function cutLoss(example: NameExample, names: Float32Array, dNames: Float32Array): number {
  const { chances, logZ } = spanChances(example.run, names);
  const allowed = example.targets
    ? {
        chances: example.targets,
        logZ: names.reduce((sum, score, s) => sum + score * example.targets![s], 0),
      }
    : allowedChances(example, names);
  for (let s = 0; s < names.length; s++) dNames[s] = example.weight * (chances[s] - allowed.chances[s]);
  return logZ - allowed.logZ;
}

function worthLoss({ worths, weight }: NameExample, scores: Float32Array, dWorths: Float32Array): number {
  let loss = 0;
  for (let s = 0; s < scores.length; s++) {
    if (worths[s] === Worth.unknown) continue;
    const isYes = worths[s] === Worth.yes;
    loss += Math.log1p(Math.exp(isYes ? -scores[s] : scores[s]));
    dWorths[s] = weight * (1 / (1 + Math.exp(-scores[s])) - (isYes ? 1 : 0));
  }
  return loss;
}

/** The chances of the spans when only cuts count that have every name and nothing but names and maybes. */
function allowedChances(
  { run, marks }: NameExample,
  scores: Float32Array,
): { chances: Float64Array; logZ: number } {
  const pull = (mark: number) => (mark === Mark.name ? CERTAIN : mark === Mark.none ? -CERTAIN : 0);
  const { chances, logZ } = spanChances(
    run,
    scores.map((score, s) => score + pull(marks[s])),
  );
  return { chances, logZ: marks.reduce((sum, mark) => sum - (mark === Mark.name ? CERTAIN : 0), logZ) };
}
