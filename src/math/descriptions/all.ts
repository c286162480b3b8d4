/**
 * Every kernel there is, described once. A new kernel is a description here, a plain twin (plain/) and an export of
 * assembly/index.ts; types, checks and calls follow.
 */
import type { ArgumentsOf, FunctionOf } from "./describe.js";
import { embeddingKernels } from "./embeddings.js";
import { finalScoreKernels } from "./final-score.js";
import { localScoreKernels } from "./local-score.js";
import { matrixKernels } from "./matrix.js";
import { messageKernels } from "./messages.js";
import { pairScoreKernels } from "./pair-scores.js";
import { rowKernels } from "./rows.js";
import { tableKernels } from "./tables.js";
import { trainingKernels } from "./training.js";
import { vectorKernels } from "./vectors.js";

export const kernelDescriptions = {
  ...vectorKernels,
  ...matrixKernels,
  ...rowKernels,
  ...tableKernels,
  ...localScoreKernels,
  ...pairScoreKernels,
  ...messageKernels,
  ...finalScoreKernels,
  ...trainingKernels,
  ...embeddingKernels,
};

type Descriptions = typeof kernelDescriptions;

export type KernelName = keyof Descriptions;

/** The record of arguments of a kernel. */
export type KernelArguments<Name extends KernelName> = ArgumentsOf<Descriptions[Name]>;

/** Every kernel as a function. */
export type KernelFunctions = { [Name in KernelName]: FunctionOf<Descriptions[Name]> };
