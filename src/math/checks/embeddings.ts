/** Argument checks of the kernels that train vectors, the same for every build. */
import type { EmbeddingKernels } from "../embedding-kernels.js";
import type { Arena } from "../memory.js";
import { checkRowNumbers, checkSize, checkVector } from "./bounds.js";

export function checkedEmbeddingKernels(memory: Arena, raw: EmbeddingKernels): EmbeddingKernels {
  return {
    marginSteps(
      x,
      squares,
      gradient,
      sum,
      words,
      positives,
      negatives,
      steps,
      pairs,
      choices,
      d,
      margin,
      rate,
    ) {
      const kernel = "marginSteps";
      checkSize(kernel, "steps", steps);
      checkSize(kernel, "pairs", pairs);
      checkSize(kernel, "choices", choices);
      checkSize(kernel, "d", d);
      checkVector(memory, kernel, "x", x, d);
      checkVector(memory, kernel, "squares", squares, d);
      checkVector(memory, kernel, "gradient", gradient, d);
      checkVector(memory, kernel, "sum", sum, d);
      checkRowNumbers(memory, kernel, words, positives, steps * pairs, 4 * d);
      checkRowNumbers(memory, kernel, words, negatives, steps * pairs * choices, 4 * d);
      return raw.marginSteps(
        x,
        squares,
        gradient,
        sum,
        words,
        positives,
        negatives,
        steps,
        pairs,
        choices,
        d,
        margin,
        rate,
      );
    },
    skipGramSteps(inputs, outputs, gradient, centers, targets, pairs, choices, d, rate) {
      const kernel = "skipGramSteps";
      checkSize(kernel, "pairs", pairs);
      checkSize(kernel, "choices", choices);
      checkSize(kernel, "d", d);
      checkVector(memory, kernel, "gradient", gradient, d);
      checkRowNumbers(memory, kernel, inputs, centers, pairs, 4 * d);
      checkRowNumbers(memory, kernel, outputs, targets, pairs * choices, 4 * d);
      raw.skipGramSteps(inputs, outputs, gradient, centers, targets, pairs, choices, d, rate);
    },
  };
}
