// The kernels' WebAssembly module: one file a family, every export with the name and arguments of its description in src/math/descriptions.
// Arrays are given as element addresses (bytes / 4); the arguments have been checked.
export { marginSteps, skipGramSteps } from "./embeddings";
export { finalScore, finalScoreBackward } from "./final-score";
export { localScore, localScoreBackward, meansOfRows } from "./local-score";
export { matmulNN, matmulTN } from "./matrix-nn";
export { matmulNT, matmulSymmetric } from "./matrix-nt";
export { spreadBeliefs, sumMessages, updateMessages, updateMessagesBackward } from "./messages";
export { pairScoresBackward } from "./pair-gradients";
export { packEntities, pairScores } from "./pair-scores";
export {
  columnProductSums,
  gatherRows,
  scaleColumns,
  scatterAddRows,
  weightedRowSum,
  weightedRowSumBackward,
} from "./rows";
export { settleBeliefs } from "./settle";
export { softmaxRows, softmaxRowsBackward } from "./softmax";
export { decodeFloat16Rows, decodeInt8Rows, decodePieces } from "./tables";
export { tanhLayer, tanhLayerBackward } from "./tanh-layer";
export { adamStep, marginLoss } from "./training";
export { addScaled, allFinite, copy, dot, dropout, exp, fill, log, tanh } from "./vectors";

/** First byte that no kernel uses for itself. */
export function memoryBase(): usize {
  return (__heap_base + 15) & ~15;
}
