/** The kind of thing an entity is, worked out from its title and first sentence by a linear classifier over words. */
import { type EntityType, entityTypes } from "../../types.js";
import { hashString } from "../stores/string-table.js";
import { type TypeEvidence, type TypeFeatures, typeFeatures } from "./type-features.js";

/** Of every word that counts its hash and a weight for each type, (words, types), all to be multiplied by `scale`. */
export interface TypeWeights {
  hashes: Uint32Array;
  scale: number;
  values: Int8Array;
}

export interface ClassifiedType {
  type: EntityType;
  /** How likely it is that. */
  chance: number;
  /** How likely each of `entityTypes` is; they add up to 1. */
  chances: Float64Array;
  phrase: string | undefined;
}

export class TypeClassifier {
  /** By hash of a word, its place among the weights. */
  readonly #places: Map<number, number>;

  constructor(private readonly weights: TypeWeights) {
    this.#places = new Map(Array.from(weights.hashes, (hash, place) => [hash, place]));
  }

  classify(evidence: TypeEvidence): ClassifiedType {
    const { features, phrase } = typeFeatures(evidence);
    const { scale, values } = this.weights;
    const scores = new Float64Array(entityTypes.length);
    for (const hash of hashesOf(features)) {
      const place = this.#places.get(hash);
      if (place === undefined) continue;
      for (let t = 0; t < scores.length; t++) scores[t] += values[place * scores.length + t] * scale;
    }
    const chances = softmax(scores);
    const chance = Math.max(...chances);
    return { type: entityTypes[chances.indexOf(chance)], chance, chances, phrase };
  }
}

/** Hashes of the words that a thing has, and of what all things have. */
export function hashesOf(features: Partial<TypeFeatures>): number[] {
  const found = [hashString("any")];
  for (const group of Object.values(features)) for (const word of group) found.push(hashString(word));
  return found;
}

/** exp s / Σ exp s. */
export function softmax(scores: Float64Array): Float64Array {
  const most = Math.max(...scores);
  const shares = scores.map((score) => Math.exp(score - most));
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
}
