/** The kind of thing an entity is, worked out from its title and first sentence by a linear classifier over hashed words. */
import { type EntityType, entityTypes } from "../../types.js";
import { hashString } from "../stores/string-table.js";
import { type TypeEvidence, type TypeFeatures, typeFeatures } from "./type-features.js";

/** Weights by slot and type, (slots, types), and the number that they are all multiplied by. */
export interface TypeWeights {
  slots: number;
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
  constructor(private readonly weights: TypeWeights) {}

  classify(evidence: TypeEvidence): ClassifiedType {
    const { features, phrase } = typeFeatures(evidence);
    const { slots, scale, values } = this.weights;
    const scores = new Float64Array(entityTypes.length);
    for (const slot of slotsOf(features, slots)) {
      for (let t = 0; t < scores.length; t++) scores[t] += values[slot * scores.length + t] * scale;
    }
    const chances = softmax(scores);
    const chance = Math.max(...chances);
    return { type: entityTypes[chances.indexOf(chance)], chance, chances, phrase };
  }
}

/** Slots of the weights that features of a thing count in, and the one of all things. `slots` is a power of two. */
export function slotsOf(features: Partial<TypeFeatures>, slots: number): number[] {
  const found = [hashString("any") & (slots - 1)];
  for (const group of Object.values(features)) {
    for (const word of group) found.push(hashString(word) & (slots - 1));
  }
  return found;
}

/** exp s / Σ exp s. */
export function softmax(scores: Float64Array): Float64Array {
  const most = Math.max(...scores);
  const shares = scores.map((score) => Math.exp(score - most));
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
}
