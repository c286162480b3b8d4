/** Which of the entities a name can mean the model gets to choose between, and the mention as the model then takes it. */
import { candidateEvidenceNames } from "../evidence/candidate-evidence.js";
import { smallDoubles, smallFloats, smallInts } from "../math/small-arrays.js";
import type { ModelMention } from "../model/document.js";
import type { RowSource } from "../model/tables.js";
import type { WordWindow } from "../text/content-words.js";
import type { Candidate } from "../types.js";
import { RememberedRows } from "../vectors/remembered-rows.js";
import type { MentionFeatures } from "./read-features.js";
import { clampPrior, type SelectionSettings, selectCandidates } from "./selection.js";

/** Numbers of evidence that the model is given for a candidate: `candidateEvidence` and log p̂, brought near the others' range. */
export const MODEL_EVIDENCE = candidateEvidenceNames.length + 1;
const LOG_PRIOR_UNIT = 5;

/** A mention with its chosen candidates. A class, since the engine may put literals where only a full collection clears them away. */
export class ChosenMention implements ModelMention {
  readonly evidence: Float32Array | undefined;
  readonly words: ArrayLike<number>;
  readonly left: ArrayLike<number>;
  readonly middle: ArrayLike<number>;
  readonly right: ArrayLike<number>;
  /** Candidates as they were listed, and the places of the chosen ones in the list. */
  readonly list: readonly Candidate[];
  readonly places: number[];

  constructor(
    features: MentionFeatures,
    places: number[],
    readonly candidates: Int32Array,
    readonly priors: Float64Array,
    readonly gold: number,
  ) {
    this.evidence = features.evidence && evidenceOf(places, priors, features.evidence);
    this.words = features.words;
    this.left = features.left;
    this.middle = features.middle;
    this.right = features.right;
    this.list = features.candidates;
    this.places = places;
  }
}

/** Vectors of entities; those that can be multiplied as they are stored need not be decoded. */
export type ChoosableEntities = RowSource & { dot?(row: number, x: ArrayLike<number>): number };

/** Chooses by prior and by eᵀ Σ w over the window (docs/model.md, section 2). Words and entities are unit vectors. */
export class CandidateChooser {
  readonly #words: RememberedRows;
  readonly #entities: ChoosableEntities;
  readonly #settings: SelectionSettings;
  /** Σ w over #rows[#from … #to): windows of a document overlap, so that it is moved along. */
  #rows: ArrayLike<number> | undefined;
  #from = 0;
  #to = 0;
  readonly #moving: Float64Array;
  readonly #sum: Float64Array;
  readonly #fits: Float64Array;
  readonly #row: Float32Array;

  constructor(tables: { words: RowSource; entities: ChoosableEntities }, settings: SelectionSettings) {
    this.#words = RememberedRows.of(tables.words);
    this.#entities = tables.entities;
    this.#settings = settings;
    this.#moving = new Float64Array(tables.words.d);
    this.#sum = new Float64Array(tables.words.d);
    this.#fits = new Float64Array(settings.considered);
    this.#row = new Float32Array(tables.words.d);
  }

  /** `gold` is the right entity's row, −1 when nobody knows it. */
  choose(features: MentionFeatures, gold = -1): ChosenMention {
    const { candidates } = features;
    const places = this.#places(features);
    const rows = smallInts(places.length);
    const priors = smallDoubles(places.length);
    for (let c = 0; c < places.length; c++) {
      const { entity, prior } = candidates[places[c]];
      rows[c] = entity;
      priors[c] = clampPrior(prior, this.#settings);
    }
    return new ChosenMention(features, places, rows, priors, gold < 0 ? -1 : rows.indexOf(gold));
  }

  #places({ candidates, window }: MentionFeatures): number[] {
    const { considered, byPrior, byContext, fill } = this.#settings;
    const listed = Math.min(candidates.length, considered);
    if (listed <= (fill ? byPrior + byContext : byPrior)) return firstPlaces(listed);
    const sum = this.#sumOf(window);
    const fits = this.#fits;
    for (let i = 0; i < listed; i++) fits[i] = this.#fit(candidates[i].entity, sum);
    return selectCandidates(listed, fits, this.#settings);
  }

  /** Σ w over a window: all it reaches over but the words of the name itself. */
  #sumOf({ rows, from, before, after, to }: WordWindow): Float64Array {
    this.#moveTo(rows, from, to);
    const sum = this.#sum;
    sum.set(this.#moving);
    for (let i = before; i < after; i++) this.#words.addTo(sum, rows[i], -1);
    return sum;
  }

  #moveTo(rows: ArrayLike<number>, from: number, to: number): void {
    if (this.#rows !== rows || from < this.#from || to < this.#to || from > this.#to) {
      this.#rows = rows;
      this.#from = this.#to = from;
      this.#moving.fill(0);
    }
    while (this.#to < to) this.#words.addTo(this.#moving, rows[this.#to++], 1);
    while (this.#from < from) this.#words.addTo(this.#moving, rows[this.#from++], -1);
  }

  #fit(entity: number, sum: Float64Array): number {
    if (this.#entities.dot) return this.#entities.dot(entity, sum);
    const row = this.#row;
    this.#entities.readRow(entity, row, 0);
    let score = 0;
    for (let k = 0; k < row.length; k++) score += row[k] * sum[k];
    return score;
  }
}

/** 0, 1, 2 … */
function firstPlaces(count: number): number[] {
  const places: number[] = [];
  for (let i = 0; i < count; i++) places.push(i);
  return places;
}

/** (places, MODEL_EVIDENCE). Nothing speaks for or against a candidate that stands alone. */
function evidenceOf(
  places: number[],
  priors: Float64Array,
  evidence: (place: number) => ArrayLike<number>,
): Float32Array {
  const numbers = smallFloats(places.length * MODEL_EVIDENCE);
  if (places.length < 2) return numbers;
  for (let c = 0; c < places.length; c++) {
    const from = c * MODEL_EVIDENCE;
    const told = evidence(places[c]);
    for (let k = 0; k < told.length; k++) numbers[from + k] = told[k];
    numbers[from + MODEL_EVIDENCE - 1] = Math.log(priors[c]) / LOG_PRIOR_UNIT;
  }
  return numbers;
}
