// A catalogue as a knowledge base in memory, with or without the names of annotated documents, and these documents with their rows.
import { existsSync } from "node:fs";
import { goldRows } from "../../dist/formats/annotated/gold-rows.js";
import { readCatalogue } from "../../dist/kb/build/catalogue.js";
import { createKnowledgeBase } from "../../dist/kb/stores/create-knowledge-base.js";
import { learnNames } from "../../dist/spelling/learned-names.js";
import { trainSpelling } from "../../dist/spelling/train-spelling.js";
import { readDataset } from "../../dist/train.js";

/** `{ "--flag": value }` of the command line; ends with a sentence when a needed file is not there. */
export function readFlags(defaults) {
  const flags = { ...defaults };
  for (let i = 2; i < process.argv.length; i += 2) flags[process.argv[i]] = process.argv[i + 1];
  for (const [flag, value] of Object.entries(flags)) {
    if (!(flag in defaults)) fail(`There is no flag ${flag}; there are ${Object.keys(defaults).join(", ")}.`);
    if (value !== undefined && flag !== "--data" && !existsSync(value)) {
      fail(`There is no file ${value}: name it with ${flag}, or the data folder with MULREL_DATA.`);
    }
  }
  return flags;
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

export const dataFolder = process.env.MULREL_DATA ?? "../shared/data";

export async function readCatalogueInput(path) {
  return readCatalogue([path]);
}

/** Documents with the rows of each mention's right entities. */
export async function readNamedDocuments(path, kb) {
  const documents = [];
  for await (const { id, text, mentions } of readDataset(path)) {
    documents.push({ id, text, mentions: mentions.map((m) => ({ ...m, rows: goldRows(kb, m) })) });
  }
  return documents;
}

export function knowledgeBaseOf(input, documents = []) {
  const names = [...input.names, ...learnNames(documents, (row) => input.entities[row].title)];
  return createKnowledgeBase({ ...input, names });
}

/** With the documents' names, and weights of spelling fitted on them. */
export function trainedKnowledgeBase(input, documents) {
  const similar = trainSpelling(knowledgeBaseOf(input, documents), documents);
  return knowledgeBaseOf({ ...input, settings: { ...input.settings, similar } }, documents);
}
