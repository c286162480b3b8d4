/** The classifier that comes with the package; its weights are loaded when somebody builds a knowledge base. */
import { TypeClassifier } from "./type-classifier.js";

export async function loadTypeClassifier(): Promise<TypeClassifier> {
  const { typeWeights } = await import("./type-weights.js");
  const { slots, scale, values } = typeWeights;
  return new TypeClassifier({ slots, scale, values: Int8Array.from(atob(values), (c) => c.charCodeAt(0)) });
}
