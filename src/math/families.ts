/**
 * The list of kernel families. A family is an interface in kernels.ts with three parts of the same names: plain functions
 * (plain/), WebAssembly exports (assembly/) and argument checks (checks/). A new family is named here, in all three places.
 */
import { checkedEmbeddingKernels } from "./checks/embeddings.js";
import { checkedMatrixKernels } from "./checks/matrix.js";
import { checkedModelKernels } from "./checks/model.js";
import { checkedRowKernels } from "./checks/rows.js";
import { checkedTableKernels } from "./checks/tables.js";
import { checkedTrainingKernels } from "./checks/training.js";
import type { EmbeddingKernels } from "./embedding-kernels.js";
import type { MatrixKernels, RowKernels, TableKernels, TrainingKernels } from "./kernels.js";
import type { Arena } from "./memory.js";
import type { ModelKernels } from "./model-kernels.js";
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

/** Every kernel; `assembly/index.ts` exports functions of just these names and arguments. */
export type KernelFunctions = MatrixKernels &
  RowKernels &
  TrainingKernels &
  TableKernels &
  ModelKernels &
  EmbeddingKernels;

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

/** The same kernels with their arguments checked: what does not fit is a LinkingError and touches nothing. */
export function checkedFunctions(memory: Arena, raw: KernelFunctions): KernelFunctions {
  return {
    ...checkedMatrixKernels(memory, raw),
    ...checkedRowKernels(memory, raw),
    ...checkedTrainingKernels(memory, raw),
    ...checkedTableKernels(memory, raw),
    ...checkedModelKernels(memory, raw),
    ...checkedEmbeddingKernels(memory, raw),
  };
}
