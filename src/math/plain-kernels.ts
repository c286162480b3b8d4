/** The plain build: every kernel in TypeScript over float32 or float64 arrays. Reference of the SIMD builds, and fallback. */
import type { KernelFunctions, KernelName } from "./descriptions/all.js";
import { checkedKernels } from "./generated/kernel-calls.js";
import type { Kernels } from "./kernels.js";
import { Arena, type Floats, type GrowMemory } from "./memory.js";
import * as embeddings from "./plain/embeddings.js";
import * as finalScore from "./plain/final-score.js";
import * as localScore from "./plain/local-score.js";
import * as matrix from "./plain/matrix.js";
import * as messages from "./plain/messages.js";
import * as pairScores from "./plain/pair-scores.js";
import * as rows from "./plain/rows.js";
import * as settle from "./plain/settle.js";
import * as tables from "./plain/tables.js";
import * as training from "./plain/training.js";
import * as vectors from "./plain/vectors.js";

/** A kernel's plain twin: the memory, then what the kernel is called with. */
type Twins = {
  [Name in KernelName]: (
    memory: Arena,
    ...args: Parameters<KernelFunctions[Name]>
  ) => ReturnType<KernelFunctions[Name]>;
};

const twins: Twins = {
  ...vectors,
  ...matrix,
  ...rows,
  ...tables,
  ...localScore,
  ...pairScores,
  ...messages,
  ...settle,
  ...finalScore,
  ...training,
  ...embeddings,
};

/** Kernels over their own memory. float64 is for gradient checks and for judging the float32 builds. */
export function createPlainKernels(
  arrayType: Float32ArrayConstructor | Float64ArrayConstructor = Float32Array,
  options: { maxBytes?: number } = {},
): Kernels {
  const memory = new Arena(growArrays(arrayType), 0, options.maxBytes);
  return Object.assign(memory, checkedKernels(memory, bindTwins(memory)), {
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
function bindTwins(memory: Arena): KernelFunctions {
  const all: Record<string, (memory: Arena, ...args: never[]) => unknown> = twins;
  const bound = Object.entries(all).map(([name, twin]) => [name, twin.bind(undefined, memory)]);
  return Object.fromEntries(bound);
}
