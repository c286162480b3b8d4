/** The classifier that comes with the package; its weights are loaded when somebody builds a knowledge base. */
import { entityTypes } from "../../types.js";
import { TypeClassifier } from "./type-classifier.js";

export async function loadTypeClassifier(): Promise<TypeClassifier> {
  const { typeWeights } = await import("./type-weights.js");
  const { words, scale, bytes } = typeWeights;
  const data = Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0));
  return new TypeClassifier({
    scale,
    hashes: new Uint32Array(data.buffer, 0, words),
    values: new Int8Array(data.buffer, 4 * words, entityTypes.length * words),
  });
}
