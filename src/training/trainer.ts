/** One training run: epochs over documents, evaluations, the best weights; can be saved and taken up after any step. */
import { LinkingError, throwIfAborted } from "../errors.js";
import { Random } from "../math/random.js";
import type { ModelDocument } from "../model/document.js";
import type { Model } from "../model/model.js";
import type { StoredModel } from "../model/model-format.js";
import { countLinks, type HasGold, scoresOf } from "./dev-score.js";
import { currentRate, isEvaluationDue, judge, type ScheduleState, startSchedule } from "./schedule.js";
import type { TrainingSettings } from "./settings.js";
import { WeightAverage } from "./weight-average.js";

/** Streams of random numbers derived from a run's seed. The model itself uses 1. */
const SHUFFLE = 2;
const DROPOUT = 3;

export interface Evaluation {
  epoch: number;
  /** Mean loss of a document since the last evaluation. */
  loss: number;
  devF1: number;
  rate: number;
  isBest: boolean;
}

/** All that a run must remember besides the numbers in its buffers. */
export interface TrainerProgress {
  schedule: ScheduleState;
  /** Documents of the current epoch that are done. */
  position: number;
  /** Adam steps since the moments were last fresh, and all steps. */
  adamSteps: number;
  averageSteps: number;
  lossSum: number;
  lossCount: number;
  evaluations: Evaluation[];
}

export interface TrainerBuffers {
  parameters: Float32Array;
  m: Float32Array;
  v: Float32Array;
  average: Float64Array;
  best: Float32Array;
}

export interface TrainerCallbacks {
  /** After each document. */
  onStep?: (trainer: Trainer) => void;
  onEvaluation?: (evaluation: Evaluation) => void;
  /** A good moment to save: the state is whole. */
  onPause?: (trainer: Trainer) => Promise<void>;
  signal?: AbortSignal;
}

export class Trainer {
  readonly model: Model;
  readonly settings: TrainingSettings;
  readonly #train: ModelDocument[];
  readonly #dev: ModelDocument[];
  readonly #hasGold: HasGold;
  #average: WeightAverage;
  #best: Float32Array;
  progress: TrainerProgress;

  constructor(
    model: Model,
    train: ModelDocument[],
    dev: ModelDocument[],
    settings: TrainingSettings,
    hasGold: HasGold,
  ) {
    if (!dev.some((doc) => doc.mentions.some(hasGold))) {
      throw new LinkingError(
        "bad-input",
        "The dev set has no mention with a gold entity, so the best model cannot be told; give one that has.",
      );
    }
    if (!train.some((doc) => doc.mentions.some((m) => m.gold >= 0))) {
      throw new LinkingError(
        "bad-input",
        "The training set has no mention with a gold entity among its candidates.",
      );
    }
    this.model = model;
    this.settings = settings;
    this.#train = train;
    this.#dev = dev;
    this.#hasGold = hasGold;
    model.trainingState.m.fill(0);
    model.initialise(settings.startSeed ?? settings.seed, settings.start);
    this.#average = new WeightAverage(settings.averaging, model.parameters);
    this.#best = Float32Array.from(model.parameters);
    this.progress = {
      schedule: startSchedule(),
      position: 0,
      adamSteps: 0,
      averageSteps: 0,
      lossSum: 0,
      lossCount: 0,
      evaluations: [],
    };
  }

  /** Starts from the parameters of a model of the same configuration. */
  startFrom({ tensors }: StoredModel): void {
    for (const { name } of this.model.layout.parts) {
      this.model.parameter(name).set(tensors.get(name)!.data as Float32Array);
    }
    this.#average = new WeightAverage(this.settings.averaging, this.model.parameters);
    this.#best = Float32Array.from(this.model.parameters);
  }

  get documents(): number {
    return this.#train.length;
  }

  /** Weights of the best evaluation so far; of the last step where no evaluation was worth keeping. */
  get bestParameters(): Float32Array {
    return this.progress.schedule.best < 0 ? this.lastParameters : this.#best;
  }

  /** Weights as they stand now, averaged where they are. */
  get lastParameters(): Float32Array {
    return Float32Array.from(this.settings.averaging > 0 ? this.#average.values : this.model.parameters);
  }

  /** Trains until the schedule is done. */
  async run(callbacks: TrainerCallbacks = {}): Promise<void> {
    while (!this.progress.schedule.isDone) {
      await this.#finishEpoch(callbacks);
      const { schedule } = this.progress;
      schedule.epoch++;
      this.progress.position = 0;
      if (isEvaluationDue(this.settings.schedule, schedule)) {
        const evaluation = this.#evaluate();
        callbacks.onEvaluation?.(evaluation);
      }
      await callbacks.onPause?.(this);
    }
  }

  async #finishEpoch({ onStep, onPause, signal }: TrainerCallbacks): Promise<void> {
    const { progress, settings, model } = this;
    const { epoch } = progress.schedule;
    const order = Random.derive(settings.seed, SHUFFLE, epoch).shuffle(this.#train.map((_, i) => i));
    while (progress.position < order.length) {
      throwIfAborted(signal);
      const at = order[progress.position];
      const rate = currentRate(settings.schedule, progress.schedule, progress.position / order.length);
      const dropoutSeed = Random.derive(settings.seed, DROPOUT, epoch, at).uint32();
      model.steps = progress.adamSteps;
      progress.lossSum += model.trainStep(this.#train[at], { rate, dropoutSeed, oracle: settings.oracle });
      progress.lossCount++;
      progress.adamSteps = model.steps;
      if (settings.averaging > 0) this.#average.add(model.parameters);
      progress.position++;
      onStep?.(this);
      if (progress.position % PAUSE_EVERY === 0) await onPause?.(this);
      else if (progress.position % BREATHE_EVERY === 0) await new Promise((next) => setImmediate(next));
    }
  }

  #evaluate(): Evaluation {
    const { progress, settings, model } = this;
    const weights = Float32Array.from(model.parameters);
    const judged = this.lastParameters;
    model.parameters.set(judged);
    const { f1 } = scoresOf(countLinks(model, this.#dev, this.#hasGold, { oracle: settings.oracle }));
    model.parameters.set(weights);
    const rate = currentRate(settings.schedule, progress.schedule);
    const { state, isBest, drops } = judge(settings.schedule, progress.schedule, f1);
    if (isBest) this.#best = judged;
    if (drops && settings.schedule.freshAdam) {
      model.trainingState.m.fill(0);
      model.trainingState.v.fill(0);
      progress.adamSteps = 0;
    }
    progress.schedule = state;
    const loss = progress.lossSum / Math.max(1, progress.lossCount);
    const evaluation = { epoch: state.epoch, loss, devF1: f1, rate, isBest };
    progress.lossSum = 0;
    progress.lossCount = 0;
    progress.evaluations.push(evaluation);
    return evaluation;
  }

  /** Copies of everything the numbers of a run depend on. */
  saveBuffers(): TrainerBuffers {
    this.progress.averageSteps = this.#average.steps;
    const { m, v } = this.model.trainingState;
    return {
      parameters: Float32Array.from(this.model.parameters),
      m: Float32Array.from(m),
      v: Float32Array.from(v),
      average: this.#average.values.slice(),
      best: this.#best.slice(),
    };
  }

  restore(progress: TrainerProgress, buffers: TrainerBuffers): void {
    for (const [name, data] of Object.entries(buffers)) {
      if (data.length !== this.model.layout.size) {
        throw new LinkingError(
          "mismatch",
          `The checkpoint's ${name} has ${data.length} numbers, this model has ${this.model.layout.size}; it is of another configuration.`,
        );
      }
    }
    this.progress = structuredClone(progress);
    const state = this.model.trainingState;
    state.m.set(buffers.m);
    state.v.set(buffers.v);
    this.model.parameters.set(buffers.parameters);
    this.#average = new WeightAverage(this.settings.averaging, buffers.average, progress.averageSteps);
    this.#best = Float32Array.from(buffers.best);
  }
}

/** Documents between two moments to save inside an epoch, and between two moments for others on the same thread. */
const PAUSE_EVERY = 1000;
const BREATHE_EVERY = 50;
