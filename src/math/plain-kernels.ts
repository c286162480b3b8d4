/** The plain build: every kernel in TypeScript over float32 or float64 arrays. Reference of the SIMD builds, and fallback. */
import { checkedFunctions, type KernelFunctions } from "./families.js";
import type { Kernels } from "./kernels.js";
import { Arena, type Floats, type GrowMemory } from "./memory.js";
import { plainEmbeddingKernels } from "./plain/embeddings.js";
import { plainFinalScoreKernels } from "./plain/final-score.js";
import { plainLocalScoreKernels } from "./plain/local-score.js";
import { plainMatrixKernels } from "./plain/matrix.js";
import { plainMessageKernels } from "./plain/messages.js";
import { plainPairScoreKernels } from "./plain/pair-scores.js";
import { plainRowKernels } from "./plain/rows.js";
import { plainSettlingKernels } from "./plain/settle.js";
import { plainTableKernels } from "./plain/tables.js";
import { plainTrainingKernels } from "./plain/training.js";

/** Kernels over their own memory. float64 is for gradient checks and for judging the float32 builds. */
export function createPlainKernels(
  arrayType: Float32ArrayConstructor | Float64ArrayConstructor = Float32Array,
  options: { maxBytes?: number } = {},
): Kernels {
  const memory = new Arena(growArrays(arrayType), 0, options.maxBytes);
  return Object.assign(memory, checkedFunctions(memory, plainFunctions(memory)), {
    build: arrayType === Float64Array ? ("plain-float64" as const) : ("plain-float32" as const),
  });
}

/** Kernels of one of the plain builds. */
export function createPlainBuild(
  build: "plain-float32" | "plain-float64",
  options: { maxBytes?: number },
): Kernels {
  return createPlainKernels(build === "plain-float64" ? Float64Array : Float32Array, options);
}

/** float32 shares one buffer with the integers; float64 needs a buffer of its own, since an element is 4 bytes in `bytes`. */
function growArrays(arrayType: Float32ArrayConstructor | Float64ArrayConstructor): GrowMemory {
  let ints = new Int32Array(0);
  let floats: Floats = new arrayType(0);
  return (elements) => {
    const newInts = new Int32Array(elements);
    newInts.set(ints);
    let newFloats: Floats;
    if (arrayType === Float64Array) {
      newFloats = new Float64Array(elements);
      newFloats.set(floats);
    } else {
      newFloats = new Float32Array(newInts.buffer);
    }
    ints = newInts;
    floats = newFloats;
    return { floats, ints, bytes: new Uint8Array(ints.buffer) };
  };
}

/** The plain functions, bound to a memory. */
export function plainFunctions(memory: Arena): KernelFunctions {
  return {
    ...plainMatrixKernels(memory),
    ...plainRowKernels(memory),
    ...plainTrainingKernels(memory),
    ...plainTableKernels(memory),
    ...plainLocalScoreKernels(memory),
    ...plainPairScoreKernels(memory),
    ...plainMessageKernels(memory),
    ...plainSettlingKernels(memory),
    ...plainFinalScoreKernels(memory),
    ...plainEmbeddingKernels(memory),
  };
}
