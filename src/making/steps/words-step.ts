/** Word vectors: imported, taken over from another linker, or trained on the corpora at hand. */
import { importVectors } from "../../vectors/import-vectors.js";
import { trainWordVectors } from "../../vectors/train-words.js";
import { writeVectorTable } from "../../vectors/vector-file.js";
import type { VectorTable } from "../../vectors/vector-table.js";
import { baseFiles, baseTable } from "../base-linker.js";
import type { MakeContext } from "../choose-steps.js";
import type { Step, StepContext } from "../run-steps.js";

export const WORDS = "words.safetensors";

export function wordsStep(context: MakeContext): Step {
  const { wordsFrom, sources, base } = context;
  const titles = {
    given: "reading word vectors",
    base: "taking over word vectors",
    corpora: "training word vectors",
  };
  const files = {
    given: () => [sources.words!],
    base: () => baseFiles(base!),
    corpora: () => sources.corpora!,
  };
  return {
    name: "words",
    title: titles[wordsFrom],
    version: 1,
    settings: { wordsFrom },
    sources: files[wordsFrom](),
    made: [],
    outputs: [WORDS],
    async run(step) {
      const table = await makeWords(context, step);
      await writeVectorTable(step.path(WORDS), table);
      return { from: wordsFrom, words: table.rows, numbers: table.d };
    },
  };
}

async function makeWords(context: MakeContext, step: StepContext): Promise<VectorTable> {
  const { wordsFrom, sources, base, workers } = context;
  const { onProgress, signal } = step;
  if (wordsFrom === "given") return (await importVectors(sources.words!, { onProgress, signal })).table;
  if (wordsFrom === "base") return baseTable(base!, "words");
  return trainWordVectors({
    inputs: sources.corpora!,
    workers,
    onProgress,
    signal,
  });
}
