/** What of knowledge base, words and vectors goes into the linker, in the form in which it is stored and trained with. */
import { writeFileAtomically } from "../../files/atomic-file.js";
import { openEntityTexts } from "../../kb/entity-texts.js";
import type { KnowledgeBase } from "../../kb/knowledge-base.js";
import { openKnowledgeBaseBytes } from "../../kb/stores/file-store.js";
import { openKnowledgeBase } from "../../kb/stores/open-knowledge-base.js";
import { openVectorTable, writeVectorTable } from "../../vectors/vector-file.js";
import type { VectorTable } from "../../vectors/vector-table.js";
import {
  asStored,
  chooseEntities,
  chooseVectors,
  chooseWords,
  entitiesAsStored,
  type OtherVectors,
  subsetKnowledgeBase,
} from "../choose-parts.js";
import type { MakeContext } from "../choose-steps.js";
import { openNumbers, placesOf } from "../number-documents.js";
import type { Step } from "../run-steps.js";
import { ENTITIES } from "./entities-step.js";
import { FULL_KB, FULL_TEXTS, textsBeside } from "./knowledge-base-step.js";
import { WORDS } from "./words-step.js";

export const LINKER_KB = "prepared/knowledge-base.kb";
export const LINKER_WORDS = "prepared/words.safetensors";
export const LINKER_ENTITIES = "prepared/entities.safetensors";

export function partsStep({ sources, settings, kbPath, parametersFrom }: MakeContext): Step {
  const { entityCount, storage, descriptions, seed } = settings;
  // taken over, a linker's words stay as they are: its parameters were trained with them
  const wordCount = parametersFrom === "base" ? Number.MAX_SAFE_INTEGER : settings.wordCount;
  return {
    name: "parts",
    title: "choosing entities and words",
    version: 3,
    settings: { entityCount, wordCount, storage, descriptions, ...(storage === "packed" && { seed }) },
    sources: [...(sources.kb ? [sources.kb] : []), ...(sources.numbers ?? [])],
    made: [WORDS, ENTITIES, ...(sources.kb ? [] : [FULL_KB, FULL_TEXTS])],
    outputs: [LINKER_KB, LINKER_WORDS, LINKER_ENTITIES],
    async run({ path }) {
      const full = await openKnowledgeBase(kbPath);
      const allWords = await openVectorTable(path(WORDS));
      const chosen = chooseEntities(full, entityCount);
      const bytes = subsetKnowledgeBase(full, chosen, { descriptions, packed: storage === "packed" });
      const kb = openKnowledgeBaseBytes(bytes.buffer);
      const entities = chooseVectors(
        await openVectorTable(path(ENTITIES)),
        chosen.rows,
        await otherVectors(sources.numbers ?? [], allWords, kb),
      );
      full.close();
      const texts = textsBeside(kbPath);
      const open = texts === undefined ? undefined : openEntityTexts(texts);
      const words = chooseWords(allWords, open, wordCount);
      open?.close();
      await writeFileAtomically(path(LINKER_KB), bytes);
      await writeVectorTable(path(LINKER_WORDS), asStored(words, storage));
      await writeVectorTable(path(LINKER_ENTITIES), entitiesAsStored(entities, storage, seed));
      return { entities: kb.size, names: kb.info.surfaces, words: words.rows };
    },
  };
}

/** Vectors that come with documents as numbers: trained in the same space on fuller pages than ours. */
async function otherVectors(
  folders: string[],
  allWords: VectorTable,
  kb: KnowledgeBase,
): Promise<OtherVectors[]> {
  const others: OtherVectors[] = [];
  for (const folder of folders) {
    const source = await openNumbers(folder, allWords);
    others.push({ table: source.entities, places: placesOf(source, kb) });
  }
  return others;
}
