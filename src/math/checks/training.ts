/** Argument checks of the training kernels, the same for every build. */
import { LinkingError } from "../../errors.js";
import type { TrainingKernels } from "../kernels.js";
import type { Arena } from "../memory.js";
import { checkSize, checkVector } from "./bounds.js";

export function checkedTrainingKernels(memory: Arena, raw: TrainingKernels): TrainingKernels {
  return {
    marginLoss(dscores, scores, starts, counts, golds, weights, mentions, margin) {
      checkSize("marginLoss", "mentions", mentions);
      checkVector(memory, "marginLoss", "starts", starts, mentions);
      checkVector(memory, "marginLoss", "counts", counts, mentions);
      checkVector(memory, "marginLoss", "golds", golds, mentions);
      checkVector(memory, "marginLoss", "weights", weights, mentions);
      for (let i = 0; i < mentions; i++) {
        const start = memory.ints[starts + i];
        const count = memory.ints[counts + i];
        const gold = memory.ints[golds + i];
        checkSize("marginLoss", `the start of mention ${i}`, start);
        checkSize("marginLoss", `the candidate count of mention ${i}`, count);
        checkVector(memory, "marginLoss", "scores", scores + start, count);
        checkVector(memory, "marginLoss", "dscores", dscores + start, count);
        if (gold >= count) {
          throw new LinkingError(
            "shape-mismatch",
            `marginLoss: mention ${i} has ${count} candidates but its gold is at position ${gold}.`,
          );
        }
      }
      return raw.marginLoss(dscores, scores, starts, counts, golds, weights, mentions, margin);
    },
    adamStep(params, grads, m, v, count, rate, beta1, beta2, epsilon, step) {
      checkSize("adamStep", "count", count);
      checkVector(memory, "adamStep", "params", params, count);
      checkVector(memory, "adamStep", "grads", grads, count);
      checkVector(memory, "adamStep", "m", m, count);
      checkVector(memory, "adamStep", "v", v, count);
      if (!(Number.isSafeInteger(step) && step >= 1)) {
        throw new LinkingError("usage", `adamStep: the step is ${step}; steps count from 1.`);
      }
      raw.adamStep(params, grads, m, v, count, rate, beta1, beta2, epsilon, step);
    },
  };
}
