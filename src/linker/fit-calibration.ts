/** Fits a calibration on held-out links whose truth is known. */
import { LinkingError } from "../errors.js";
import { fitTemperature as leastSurprising, type ScoredMention } from "../evaluation/temperature.js";
import { Random } from "../math/random.js";
import {
  type Calibration,
  confidenceOf,
  leadOf,
  linkFeatures,
  networkOutput,
  type ScoreBounds,
  type ScoredLink,
  sigmoid,
  standardise,
} from "./calibration.js";

/** One held-out mention. */
export interface CalibrationCase extends ScoredLink {
  right: boolean;
  /** Place of the right candidate, −1 where it is none of them; what is left among the losers is shared by it. */
  gold?: number;
  /** How much it counts against the others; 1 when left out. */
  weight?: number;
}

const UNITS = 16;
/** Networks that are fitted from other starts and made one by the mean of their outputs: what a single one says of rare links hangs on its start. */
const NETWORKS = 5;
/** Cases are seen so often in all, but each at least a dozen and at most a hundred times. */
const SEEN = 250_000;
const FEWEST_EPOCHS = 12;
const MOST_EPOCHS = 100;
const BATCH = 64;
const RATE = 0.01;
const LAST_RATE = 5e-4;
/** Weight decay, for one case; it falls with their number. */
const DECAY = 2;
/** Seed of the first network; the others follow. */
const SEED = 1;
/** Stream of the start values; epochs have those below. */
const START = 1000;
/** A feature that varies less is a constant. */
const LEAST_VARIANCE = 1e-8;
/** Digits that are kept of each weight. */
const DIGITS = 5;

/**
 * Trains networks by Adam, takes their mean and reads the precision at a hundred thresholds. The same cases give the same numbers.
 *
 * ```ts
 * import { type CalibrationCase, fitCalibration, fitTemperature } from "mulrel/train";
 *
 * declare const heldOut: CalibrationCase[];
 * const calibration = fitCalibration(heldOut, fitTemperature(heldOut));
 * console.log(calibration.precisions.at(-1));
 * ```
 */
export function fitCalibration(cases: readonly CalibrationCase[], temperature: number): Calibration {
  if (cases.length === 0) throw new LinkingError("bad-input", "There is no held-out link to calibrate on.");
  const bounds = boundsOf(cases);
  const rows = cases.map((link) => linkFeatures(link, bounds));
  const scale = scaleOf(rows);
  const inputs = rows.map((x) => standardise(scale, x));
  const networks = Array.from({ length: NETWORKS }, (_, n) => fitNetwork(inputs, cases, SEED + n));
  const calibration: Calibration = { bounds, ...scale, ...meanOf(networks), temperature, precisions: [] };
  calibration.precisions = precisionTable(cases, calibration);
  return calibration;
}

/** Shares of the links whose lead, and whose best score, lies within the bounds. */
const LEADS = 0.75;
const SCORES = 0.98;

function boundsOf(cases: readonly CalibrationCase[]): ScoreBounds {
  const leads = Float64Array.from(
    cases.filter(({ scores }) => scores.length > 1),
    leadOf,
  ).sort();
  const bests = Float64Array.from(cases, ({ scores, best }) => scores[best]).sort();
  const at = (sorted: Float64Array, share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return {
    // the network divides by it
    widest: round(Math.max(at(leads, LEADS), 1e-3)),
    lowest: round(at(bests, (1 - SCORES) / 2)),
    highest: round(at(bests, (1 + SCORES) / 2)),
  };
}

function fitNetwork(
  inputs: readonly Float64Array[],
  cases: readonly CalibrationCase[],
  seed: number,
): Network {
  const network = new Network(inputs[0].length, seed);
  const epochs = Math.min(MOST_EPOCHS, Math.max(FEWEST_EPOCHS, Math.ceil(SEEN / cases.length)));
  for (let epoch = 0; epoch < epochs; epoch++) {
    const rate = RATE * (1 - epoch / epochs) + LAST_RATE;
    const order = Random.derive(seed, epoch).shuffle(Int32Array.from(inputs, (_, i) => i));
    for (let from = 0; from < order.length; from += BATCH) {
      network.step(order.subarray(from, from + BATCH), inputs, cases, rate);
    }
  }
  return network;
}

/** One network that puts out the mean of the others: their hidden units side by side. */
function meanOf(networks: readonly Network[]): Pick<Calibration, "hidden" | "output"> {
  const outputs = networks.flatMap(({ output }) => [...output.subarray(0, UNITS)]);
  const constant = networks.reduce((sum, { output }) => sum + output[UNITS], 0);
  return {
    hidden: networks.flatMap(({ hidden }) => hidden.map((row) => Array.from(row, round))),
    output: [...outputs, constant].map((weight) => round(weight / networks.length)),
  };
}

const round = (x: number) => Number(x.toPrecision(DIGITS));

function scaleOf(rows: number[][]): Pick<Calibration, "means" | "deviations"> {
  const means = rows[0].map((_, f) => rows.reduce((sum, x) => sum + x[f], 0) / rows.length);
  const deviations = means.map((mean, f) => {
    const variance = rows.reduce((sum, x) => sum + (x[f] - mean) ** 2, 0) / rows.length;
    return variance < LEAST_VARIANCE ? 1 : round(Math.sqrt(variance));
  });
  return { means: means.map(round), deviations };
}

/** Hidden units and output of a calibration while they are trained, with Adam's moments. */
class Network {
  readonly hidden: Float64Array[];
  readonly output: Float64Array;
  readonly #gradients: Float64Array[];
  readonly #moments: { m: Float64Array; v: Float64Array }[];
  readonly #activations = new Float64Array(UNITS);
  #steps = 0;

  constructor(inputs: number, seed: number) {
    const random = Random.derive(seed, START);
    const start = (length: number, fanIn: number) =>
      Float64Array.from({ length }, () => (2 * random.uniform() - 1) / Math.sqrt(fanIn));
    this.hidden = Array.from({ length: UNITS }, () => start(inputs, inputs));
    this.output = start(UNITS + 1, UNITS);
    this.output[UNITS] = 0;
    this.#gradients = this.#parameters().map((p) => new Float64Array(p.length));
    this.#moments = this.#gradients.map((g) => ({ m: g.slice(), v: g.slice() }));
  }

  #parameters(): Float64Array[] {
    return [...this.hidden, this.output];
  }

  /** One step of Adam on the mean cross entropy of the batch. */
  step(
    batch: Int32Array,
    inputs: readonly Float64Array[],
    cases: readonly CalibrationCase[],
    rate: number,
  ): void {
    for (const gradient of this.#gradients) gradient.fill(0);
    for (const i of batch) {
      const { right, weight = 1 } = cases[i];
      const p = sigmoid(networkOutput(this, inputs[i], this.#activations));
      this.#addGradient(inputs[i], (weight * (p - (right ? 1 : 0))) / batch.length);
    }
    this.#steps++;
    const parameters = this.#parameters();
    const decay = DECAY / inputs.length;
    for (let n = 0; n < parameters.length; n++) this.#move(parameters[n], n, rate, decay);
  }

  #addGradient(z: Float64Array, dOutput: number): void {
    const last = this.#gradients[UNITS];
    last[UNITS] += dOutput;
    for (let j = 0; j < UNITS; j++) {
      const activation = this.#activations[j];
      last[j] += dOutput * activation;
      const inside = dOutput * this.output[j] * (1 - activation * activation);
      const gradient = this.#gradients[j];
      for (let f = 0; f < z.length; f++) gradient[f] += inside * z[f];
    }
  }

  #move(parameters: Float64Array, n: number, rate: number, decay: number): void {
    const { m, v } = this.#moments[n];
    const gradient = this.#gradients[n];
    const [mScale, vScale] = [1 - 0.9 ** this.#steps, 1 - 0.999 ** this.#steps];
    for (let k = 0; k < parameters.length; k++) {
      const g = gradient[k] + decay * parameters[k];
      m[k] = 0.9 * m[k] + 0.1 * g;
      v[k] = 0.999 * v[k] + 0.001 * g * g;
      parameters[k] -= (rate * (m[k] / mScale)) / (Math.sqrt(v[k] / vScale) + 1e-8);
    }
  }
}

function precisionTable(cases: readonly CalibrationCase[], calibration: Calibration) {
  const judged = cases.map((c) => ({
    confidence: confidenceOf(calibration, c),
    right: c.right,
  }));
  const rights = judged.filter((j) => j.right).length;
  const table: Calibration["precisions"] = [];
  for (let percent = 0; percent < 100; percent++) {
    const kept = judged.filter((j) => j.confidence >= percent / 100);
    if (kept.length === 0) break;
    const right = kept.filter((j) => j.right).length;
    table.push({
      threshold: percent / 100,
      precision: right / kept.length,
      recall: right / Math.max(1, rights),
    });
  }
  return table;
}

/** Fewer wrong links tell nothing of the losers. */
const FEWEST_WRONG = 20;
/** Where nobody knows. */
const USUAL_TEMPERATURE = 0.1;

/**
 * The temperature whose softmax over the losers makes the right one likeliest where the link is wrong: what shares the rest of the
 * confidence among them.
 *
 * ```ts
 * import { type CalibrationCase, fitTemperature } from "mulrel/train";
 *
 * declare const heldOut: CalibrationCase[];
 * console.log(fitTemperature(heldOut));
 * ```
 */
export function fitTemperature(cases: readonly CalibrationCase[]): number {
  const losers: ScoredMention[] = [];
  for (const { scores, best, gold = -1 } of cases) {
    if (gold < 0 || gold === best || scores.length < 3) continue;
    const others = Array.from(scores).filter((_, e) => e !== best);
    losers.push({ scores: others, gold: gold < best ? gold : gold - 1 });
  }
  return losers.length < FEWEST_WRONG ? USUAL_TEMPERATURE : leastSurprising(losers);
}
