/** The knowledge base, built from corpora or from an own catalogue. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { writeFileAtomically } from "../../files/atomic-file.js";
import type { AnnotatedDocument } from "../../formats/annotated/annotated-document.js";
import { readDataset } from "../../formats/annotated/dataset-formats.js";
import { goldRows } from "../../formats/annotated/gold-rows.js";
import { buildKnowledgeBase } from "../../kb/build/build-knowledge-base.js";
import { readCatalogue } from "../../kb/build/catalogue.js";
import { catalogueTexts } from "../../kb/build/catalogue-texts.js";
import { writeEntityTexts } from "../../kb/entity-texts.js";
import type { KnowledgeBase } from "../../kb/knowledge-base.js";
import { createKnowledgeBase, createKnowledgeBaseBytes } from "../../kb/stores/create-knowledge-base.js";
import type { NameSettings } from "../../mentions/create-finder.js";
import { learnNames, type NamedDocument } from "../../spelling/learned-names.js";
import { trainSpelling } from "../../spelling/train-spelling.js";
import { decideNames } from "../catalogue-finder.js";
import type { MakeContext } from "../choose-steps.js";
import type { Step } from "../run-steps.js";

export const FULL_KB = "full.kb";
export const FULL_TEXTS = `${FULL_KB}.texts`;
/** How names are found, for a catalogue. */
export const NAMES = "names.json";

export function knowledgeBaseStep(context: MakeContext): Step {
  return context.sources.catalogue?.length ? catalogueStep(context) : corporaStep(context);
}

function corporaStep({ sources, settings, memory, workers }: MakeContext): Step {
  const {
    corpora = [],
    redirects = [],
    surfaces = [],
    popularity = [],
    titles = [],
    wikidata = [],
  } = sources;
  return {
    name: "knowledge-base",
    title: "building the knowledge base",
    version: 3,
    settings: {
      minLinks: settings.minLinks,
      entityCount: settings.entityCount,
      corpora: corpora.length,
      language: settings.language,
    },
    sources: [...corpora, ...redirects, ...surfaces, ...popularity, ...titles, ...wikidata],
    made: [],
    outputs: [FULL_KB, FULL_TEXTS],
    async run({ path, onProgress, onWarning, signal }) {
      const { entities, surfaces: names } = await buildKnowledgeBase({
        inputs: corpora,
        output: path(FULL_KB),
        minLinks: settings.minLinks,
        entityCount: settings.entityCount,
        language: settings.language,
        memory,
        workers,
        redirects,
        surfaces,
        popularity,
        titles,
        wikidata,
        onProgress,
        onWarning,
        signal,
      });
      return { entities, names };
    },
  };
}

/** Annotated documents teach a catalogue names and how much likeness of spelling is worth. */
function catalogueStep({ sources, settings }: MakeContext): Step {
  const { catalogue = [], annotated = [] } = sources;
  return {
    name: "knowledge-base",
    title: "building the knowledge base",
    version: 2,
    settings: { catalogue: catalogue.length, names: settings.names, language: settings.language },
    sources: [...catalogue, ...annotated],
    made: [],
    outputs: [FULL_KB, FULL_TEXTS, NAMES],
    async run({ path, onWarning, signal }) {
      const input = await readCatalogue(catalogue, { language: settings.language, onWarning, signal });
      const read: AnnotatedDocument[] = [];
      for (const file of annotated) for await (const doc of readDataset(file, { signal })) read.push(doc);
      const documents = namedDocuments(createKnowledgeBase(input), read);
      const learned = learnNames(documents, (row) => input.entities[row].title);
      const names = [...(input.names ?? []), ...learned];
      const taught = createKnowledgeBase({ ...input, names });
      const similar = learned.length > 0 ? trainSpelling(taught, documents) : true;
      const bytes = createKnowledgeBaseBytes({ ...input, names, settings: { ...input.settings, similar } });
      const found = decideNames(taught, read, settings.names);
      await writeFileAtomically(path(FULL_KB), bytes);
      await writeEntityTexts(path(FULL_TEXTS), catalogueTexts(input.entities));
      await writeFileAtomically(path(NAMES), `${JSON.stringify(found)}\n`);
      return { entities: input.entities.length, learnedNames: learned.length, namesFoundBy: found.by };
    },
  };
}

function namedDocuments(kb: KnowledgeBase, documents: AnnotatedDocument[]): NamedDocument[] {
  return documents.map(({ text, mentions }) => ({
    text,
    mentions: mentions.map((m) => ({ surface: m.surface, rows: goldRows(kb, m) })),
  }));
}

/** Texts lie beside a knowledge base that was built with them. */
export function textsBeside(kbPath: string): string | undefined {
  const path = `${kbPath}.texts`;
  return existsSync(path) ? path : undefined;
}

/** How names are found with the linker's knowledge base. */
export async function readNames(
  { sources }: MakeContext,
  path: (file: string) => string,
): Promise<NameSettings> {
  if (!sources.catalogue?.length) return { by: "capitals" };
  return JSON.parse(await readFile(path(NAMES), "utf8")) as NameSettings;
}
