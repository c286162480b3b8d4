/** Learns a scorer of names from marked texts: the likelihood of the marked cuts, and whether a name's entity is among its candidates. */
import { throwIfAborted } from "../errors.js";
import { Random } from "../math/random.js";
import { spanChances } from "../mentions/cut.js";
import type { NameScorerWeights, WordVectors } from "../mentions/scorer-weights.js";
import { Mark, type NameExample, Worth } from "./name-examples.js";
import { NameLearner } from "./name-learner.js";

export interface NameTrainingSettings {
  hidden: number;
  /** Numbers that a word vector is brought down to. */
  rank: number;
  epochs: number;
  /** Falls in a straight line to a twentieth. */
  rate: number;
  /** Runs that are learned from together. */
  batch: number;
  /** Share of word vectors that are hidden in training. */
  dropout: number;
  /** Pull of every weight toward 0 a step, in shares of the rate. */
  decay: number;
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
  seed: 1,
};

/** Log-odds that hold marked spans in and others out where the allowed cuts are summed. */
const CERTAIN = 40;

export function trainNameScorer(
  examples: readonly NameExample[],
  words: WordVectors | undefined,
  settings: NameTrainingSettings = defaultNameTraining,
): NameScorerWeights {
  const { epochs, rate, batch, dropout, decay, signal, onEpoch } = settings;
  const random = new Random(settings.seed);
  const learner = new NameLearner(words, settings, random);
  const order = Int32Array.from(examples, (_, i) => i);
  for (let epoch = 0; epoch < epochs; epoch++) {
    random.shuffle(order);
    let loss = 0;
    for (let from = 0; from < order.length; from += batch) {
      throwIfAborted(signal);
      for (const place of order.subarray(from, from + batch)) {
        loss += learn(learner, dropWords(examples[place], dropout, random));
      }
      const left = 1 - (epoch + from / order.length) / epochs;
      learner.step(rate * Math.max(0.05, left), decay);
    }
    onEpoch?.(epoch, loss / examples.length);
  }
  return learner.weights();
}

/** Adds the gradient of one run; returns −log P(the marked cut) and the loss of its worths. */
function learn(learner: NameLearner, example: NameExample): number {
  const { weight, worths } = example;
  const scores = learner.forward(example);
  const { chances, logZ } = spanChances(example.run, scores.names);
  const allowed = allowedChances(example, scores.names);
  const dNames = Float32Array.from(chances, (chance, s) => weight * (chance - allowed.chances[s]));
  let loss = logZ - allowed.logZ;
  const dWorths = scores.worths.map((score, s) => {
    if (worths[s] === Worth.unknown) return 0;
    const isYes = worths[s] === Worth.yes;
    loss += Math.log1p(Math.exp(isYes ? -score : score));
    return weight * (1 / (1 + Math.exp(-score)) - (isYes ? 1 : 0));
  });
  learner.backward(example, scores, dNames, dWorths);
  return weight * loss;
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

function dropWords(example: NameExample, share: number, random: Random): NameExample {
  if (share === 0) return example;
  return { ...example, rows: example.rows.map((row) => (random.uniform() < share ? -1 : row)) };
}
