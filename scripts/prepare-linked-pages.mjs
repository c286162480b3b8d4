// Prepares pages or tables of Wikipedia whose links are gold, for experiments in folds beside AIDA: names are read with the linker's own
// knowledge base and vectors, each document as if its own links had never been counted.
//   node scripts/prepare-linked-pages.mjs --kind pages|tables --out FOLDER [--most N] [--linker FOLDER] [--data FOLDER]
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readPages } from "../dist/corpus/read-pages.js";
import { createPreparedWriter } from "../dist/features/prepared-document.js";
import { defaultContextSettings } from "../dist/features/read-features.js";
import { hashString } from "../dist/kb/stores/string-table.js";
import { languageOf } from "../dist/languages/languages.js";
import { createFolderReader } from "../dist/loading/folder-files.js";
import { createModelReader } from "../dist/loading/model-source.js";
import { openModelWords } from "../dist/loading/model-words.js";
import { openAnyKnowledgeBase } from "../dist/loading/open-layer.js";
import { openTable, unpackFile } from "../dist/loading/packed-files.js";
import { pageDocument, pickLinkedPages } from "../dist/making/linked-pages.js";
import { readForTraining } from "../dist/making/read-teaching.js";
import { Names } from "../dist/vectors/names.js";
import { writeVectorTable } from "../dist/vectors/vector-file.js";
import { VectorTable } from "../dist/vectors/vector-table.js";

const { values } = parseArgs({
  options: {
    kind: { type: "string", default: "pages" },
    out: { type: "string", default: "" },
    most: { type: "string", default: "600" },
    linker: { type: "string", default: "models/default" },
    data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" },
  },
});
const corpora = { pages: "pages-2014.jsonl.gz", tables: "wikitables-2020.jsonl.gz" };
if (!values.out || !(values.kind in corpora)) {
  console.error("Say --kind pages or --kind tables, and --out FOLDER.");
  process.exit(2);
}
const corpus = join(values.data, "corpora", corpora[values.kind]);
if (!existsSync(corpus)) {
  console.error(`There is no ${corpus}; name the data folder with --data or MULREL_DATA.`);
  process.exit(1);
}
const most = Number(values.most);
/** As many links as linked pages have at most; and fewer make no table of interest. */
const MOST_LINKS = 60;
const FEWEST_LINKS = 6;
/** A longer cell is more than the name of what it links to. */
const MOST_WORDS = 4;

const kb = await openAnyKnowledgeBase(values.linker);
const words = await openModelWords(values.linker);
const parts = {
  kb,
  vocabulary: (word) => words.rowOf(word),
  context: defaultContextSettings,
  considered: 30,
  language: languageOf(/** @type {string | undefined} */ (kb.info.settings.language)),
};
const teaching = values.kind === "pages" ? await pages() : await tables();
const prepared = teaching.map((doc) => readForTraining(parts, doc));
await write(prepared);

async function pages() {
  const picked = await pickLinkedPages([corpus], { most });
  return Object.values(picked)
    .flat()
    .slice(0, most)
    .map((page) => pageDocument(kb, page));
}

/** The longest table of each page, the pages with the lowest hashes. */
async function tables() {
  const found = [];
  for await (const page of readPages(corpus, {})) {
    const doc = tableDocument(page);
    if (doc.mentions.length >= FEWEST_LINKS) found.push(doc);
  }
  found.sort((a, b) => hashString(a.id) - hashString(b.id));
  return found.slice(0, most);
}

/** A document of the page's longest run of rows. */
function tableDocument(page) {
  const rows = [...page.text.matchAll(/(?:^[^\n]* \| [^\n]*(?:\n|$))+/gm)];
  const longest = rows.sort((a, b) => b[0].length - a[0].length)[0];
  const from = longest?.index ?? 0;
  const inside = page.links
    .filter(({ start, end }) => longest && start >= from && end <= from + longest[0].length)
    .filter(({ surface }) => surface.split(" ").length <= MOST_WORDS)
    .slice(0, MOST_LINKS);
  const text = page.text.slice(from, inside.at(-1)?.end ?? from);
  const mentions = inside.map(({ start, end, surface, target }) => {
    const row = kb.rowOfTitle(target);
    return { start: start - from, end: end - from, surface, golds: row < 0 ? [] : [row] };
  });
  const own = [...page.links, ...page.looseLinks].map(({ surface, target }) => ({
    surface,
    entity: kb.rowOfTitle(target),
  }));
  return { id: page.title, text, mentions, own, isComplete: false };
}

/** Rows in the order of their first use, so that a folder holds what its documents need. */
function numberRows() {
  const numbers = new Map();
  const numberOf = (row) => {
    if (row < 0) return -1;
    if (!numbers.has(row)) numbers.set(row, numbers.size);
    return numbers.get(row);
  };
  return { numberOf, rows: () => [...numbers.keys()] };
}

async function write(documents) {
  mkdirSync(values.out, { recursive: true });
  const [inWords, inEntities] = [numberRows(), numberRows()];
  const renumber = (m) => ({
    ...Object.fromEntries(
      ["context", "window", "left", "mention", "right"].map((name) => [name, m[name].map(inWords.numberOf)]),
    ),
    candidates: m.candidates.map(([row, prior]) => [inEntities.numberOf(row), prior]),
    gold: inEntities.numberOf(m.gold),
  });
  const isKnown = ({ gold, candidates }) => gold >= 0 && candidates.length > 0;
  const kept = documents
    .map(({ id, mentions }) => ({ id, mentions: mentions.filter(isKnown).map(renumber) }))
    .filter(({ mentions }) => mentions.length > 1);
  const split = Math.floor(0.8 * kept.length);
  for (const [part, list] of Object.entries({ train: kept.slice(0, split), dev: kept.slice(split) })) {
    const writer = await createPreparedWriter(join(values.out, `${part}.jsonl`));
    for (const doc of list) await writer.write(doc);
    await writer.close();
  }
  const { files } = JSON.parse(readFileSync(join(values.linker, "linker.json"), "utf8"));
  const file = await createModelReader(createFolderReader(values.linker))(files.entities);
  const entities = await openTable(await unpackFile(file, files.entities), files.entities);
  await writeTable("words", words, inWords.rows(), (row) => words.name(row));
  await writeTable("entities", entities, inEntities.rows(), (row) => kb.title(row));
  const mentions = kept.flatMap((d) => d.mentions);
  const listed = mentions.filter((m) => m.candidates.some(([row]) => row === m.gold)).length;
  const best = mentions.filter((m) => m.candidates[0][0] === m.gold).length;
  console.log(
    `${kept.length} documents, ${mentions.length} mentions with a gold entity, ${percent(listed, mentions)} % of them with it among the candidates, ${percent(best, mentions)} % right by prior`,
  );
}

function percent(part, list) {
  return ((100 * part) / list.length).toFixed(1);
}

async function writeTable(name, table, rows, nameOf) {
  const data = new Float32Array(rows.length * table.d);
  rows.forEach((row, i) => {
    table.readRow(row, data, i * table.d);
  });
  const names = Names.fromList(rows.map(nameOf));
  await writeVectorTable(
    join(values.out, `${name}.safetensors`),
    new VectorTable({ rows: rows.length, d: table.d, data, names }),
  );
}
