/** Entity vectors in the space of the words: given, trained from the entities' texts, or composed from titles and descriptions. */
import { rm } from "node:fs/promises";
import { openKnowledgeBase } from "../../kb/stores/open-knowledge-base.js";
import { extendTable } from "../../vectors/extend-table.js";
import { trainEntityVectors } from "../../vectors/train-entities.js";
import { openVectorTable, writeVectorTable } from "../../vectors/vector-file.js";
import { VectorTable } from "../../vectors/vector-table.js";
import type { MakeContext } from "../choose-steps.js";
import type { Step, StepFacts } from "../run-steps.js";
import { FULL_KB, FULL_TEXTS, textsBeside } from "./knowledge-base-step.js";
import { WORDS } from "./words-step.js";

export const ENTITIES = "entities.safetensors";

export function entitiesStep(context: MakeContext): Step {
  const { sources, kbPath, workers } = context;
  const givenTexts = sources.kb ? textsBeside(sources.kb) : undefined;
  return {
    name: "entities",
    title: sources.entities ? "reading entity vectors" : "training entity vectors",
    version: 1,
    settings: {},
    sources: [sources.entities, sources.kb, givenTexts].filter((path) => path !== undefined),
    made: [WORDS, ...(sources.kb ? [] : [FULL_KB, FULL_TEXTS])],
    outputs: [ENTITIES],
    async run({ path, onProgress, signal, now }) {
      const partial = `${path(ENTITIES)}.partial`;
      const words = await openVectorTable(path(WORDS));
      const kb = await openKnowledgeBase(kbPath);
      const write = async (table: VectorTable, facts: StepFacts) => {
        await writeVectorTable(path(ENTITIES), table);
        return { numbers: table.d, ...facts };
      };
      try {
        if (sources.entities) {
          const given = await openVectorTable(sources.entities);
          return await write(extendTable(given, kb, words), {
            given: given.rows,
            composed: kb.size - given.rows,
          });
        }
        const textsPath = textsBeside(kbPath);
        if (textsPath === undefined) {
          const none = new VectorTable({ rows: 0, d: words.d, data: new Float32Array(0) });
          return await write(extendTable(none, kb, words), { composed: kb.size });
        }
        const { table, trained, composed, unknown } = await trainEntityVectors({
          kb,
          textsPath,
          words,
          workers,
          checkpointPath: partial,
          onProgress,
          signal,
          now,
        });
        const facts = await write(table, { trained, composed, unknown });
        await rm(partial, { force: true });
        return facts;
      } finally {
        kb.close();
      }
    },
  };
}
