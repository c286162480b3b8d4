/** Knowledge base, words and vectors of a linker that is there already, just as it has them: only its parameters and its confidence are made anew. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomically } from "../../files/atomic-file.js";
import { openKnowledgeBaseBytes } from "../../kb/stores/file-store.js";
import { writeVectorTable } from "../../vectors/vector-file.js";
import { baseTable, openBase } from "../base-linker.js";
import type { Step } from "../run-steps.js";
import { LINKER_ENTITIES, LINKER_KB, LINKER_WORDS } from "./parts-step.js";

/** `folder`: of the linker, whose knowledge base is one file or packed in blocks. */
export async function takenPartsStep(folder: string): Promise<Step> {
  const linker = await openBase(folder);
  const { kb, words, entities } = linker.manifest.files;
  return {
    name: "parts",
    title: "taking over entities and words",
    version: 1,
    settings: { taken: true },
    sources: [kb, words, entities].map((file) => join(folder, file)),
    made: [],
    outputs: [LINKER_KB, LINKER_WORDS, LINKER_ENTITIES],
    async run({ path }) {
      const bytes = new Uint8Array(await readFile(join(folder, kb)));
      const { size, info } = openKnowledgeBaseBytes(bytes.slice().buffer);
      const vocabulary = await baseTable(linker, "words");
      await writeFileAtomically(path(LINKER_KB), bytes);
      await writeVectorTable(path(LINKER_WORDS), vocabulary);
      await writeVectorTable(path(LINKER_ENTITIES), await baseTable(linker, "entities"));
      return { entities: size, names: info.surfaces, words: vocabulary.rows };
    },
  };
}
