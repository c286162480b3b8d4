/**
 * The list of kernel families. A family is an interface in kernels.ts with three parts of the same names: plain functions
 * (plain/), WebAssembly exports (assembly/) and argument checks (checks/). A new family is named here, in plain-kernels.ts and in
 * assembly/index.ts.
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

/** Every kernel; `assembly/index.ts` exports functions of just these names and arguments. */
export type KernelFunctions = MatrixKernels &
  RowKernels &
  TrainingKernels &
  TableKernels &
  ModelKernels &
  EmbeddingKernels;

/** Kernels with their arguments checked: what does not fit is a LinkingError and touches nothing. */
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
