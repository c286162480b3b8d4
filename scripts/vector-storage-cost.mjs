// What storing vectors smaller costs in F1: the shipped model with vectors of float32, int8, four bits, and entities told by so many bytes a row.
// Gold mentions whose entity is in the KB. What is stored is chosen by GUM, which no model was trained on; the WNED sets only report.
//   node scripts/vector-storage-cost.mjs --work FOLDER [--data FOLDER] [--storages float32,4bit,product:65536x50:25]     FOLDER is the work folder of `npm run model`.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { readWholeFile } from "../dist/files/whole-file.js";
import { openKnowledgeBase } from "../dist/kb/stores/open-knowledge-base.js";
import { openEntityTexts } from "../dist/kb.js";
import { Linker } from "../dist/linker/linker.js";
import { unitLengthRows } from "../dist/loading/open-linker.js";
import { asStored, chooseEntities, chooseVectors, chooseWords } from "../dist/making/choose-parts.js";
import { openNumbers, placesOf } from "../dist/making/number-documents.js";
import { loadKernels } from "../dist/math/wasm-kernels.js";
import { createModelFrom, parseModel } from "../dist/model/model-format.js";
import { loadLinker, shippedModel } from "../dist/node.js";
import { openVectorTable, readDataset } from "../dist/train.js";
import { quantiseRows } from "../dist/vectors/train-product.js";

const { values } = parseArgs({
  options: {
    work: { type: "string", default: "build/default.work" },
    data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" },
    storages: {
      type: "string",
      default: "float32,int8,4bit,product:50,product:65536x50:25,product:34,product:25",
    },
  },
});
const at = (name) => join(values.work, name);
if (!existsSync(at("entities.safetensors"))) {
  console.error(
    `There is no ${at("entities.safetensors")}; \`npm run model\` makes it, --work names its folder.`,
  );
  process.exit(1);
}
const shipped = await loadLinker();
const manifest = JSON.parse(readFileSync(join(shippedModel(), "linker.json"), "utf8"));
const trained = parseModel(
  await readWholeFile(join(shippedModel(), manifest.files.model)),
  manifest.files.model,
);
const full = await openKnowledgeBase(at("full.kb"));
const texts = openEntityTexts(`${at("full.kb")}.texts`);
const allWords = await openVectorTable(at("words.safetensors"));
const words = chooseWords(allWords, texts, Number(shipped.description.words));
const { rows } = chooseEntities(full, shipped.kb.size);
const numbers = await openNumbers(join(values.data, "aida-features"), allWords);
const others = { table: numbers.entities, places: placesOf(numbers, shipped.kb) };
const entities = chooseVectors(await openVectorTable(at("entities.safetensors")), rows, [others]);
const kernels = await loadKernels();
console.log("| storage | gum | msnbc | aquaint | wikipedia | WNED together |");
console.log("|---|---|---|---|---|---|");
for (const storage of values.storages.split(",")) {
  const [kind, ...tiers] = storage.split(":");
  // words stay as they are shipped: there are few of them
  const wordStorage = kind === "product" ? "4bit" : /** @type {"float32" | "int8" | "4bit"} */ (kind);
  const stored = kind === "product" ? quantiseRows(entities, tiers.map(tierOf)) : undefined;
  const linker = linkerWith(asStored(words, wordStorage), stored ?? asStored(entities, wordStorage));
  console.log(`| ${storage} | ${(await scoresOf(linker)).join(" | ")} |`);
}

function linkerWith(words, entities) {
  const model = createModelFrom(kernels, trained, {
    words: unitLengthRows(words),
    entities,
    relationWords: words,
    unknownRelationWord: manifest.unknownWord,
  });
  const { calibration, settings } = manifest;
  return new Linker({ kb: shipped.kb, words, entities, model, calibration, settings });
}

/** "25": all that are left by 25 bytes; "65536x50": so many rows by 50. */
function tierOf(text) {
  const [rows, pieces] = text.split("x").map(Number);
  return pieces === undefined ? { pieces: rows } : { rows, pieces };
}

/** Documents of GUM with the names whose page is known. */
function* gumDocuments() {
  for (const part of ["gum-train", "gum-dev"]) {
    const lines = gunzipSync(readFileSync(join(values.data, "ner", `${part}.jsonl.gz`))).toString("utf8");
    for (const line of lines.trim().split("\n")) {
      const { text, mentions } = JSON.parse(line);
      const named = mentions.filter((m) => m.named && m.name && m.title);
      yield { text, mentions: named.map(({ name, title }) => ({ ...startAndEnd(name), entity: title })) };
    }
  }
}

function startAndEnd(name) {
  return Array.isArray(name) ? { start: name[0], end: name[1] } : { start: name.start, end: name.end };
}

async function scoresOf(linker) {
  const counts = [];
  for (const set of ["gum", "msnbc", "aquaint", "wikipedia"]) {
    const count = { gold: 0, right: 0 };
    const folder = join(values.data, "wned", set);
    const documents = set === "gum" ? gumDocuments() : readDataset(folder, { format: "wned", skipBad: true });
    for await (const doc of documents) {
      const mentions = doc.mentions.filter((m) => m.entity !== null && linker.kb.rowOfTitle(m.entity) >= 0);
      const links = linker.link(doc.text, { mentions, nil: 0 });
      mentions.forEach((mention, i) => {
        count.gold++;
        if (links[i].entity?.row === linker.kb.rowOfTitle(mention.entity)) count.right++;
      });
    }
    counts.push(count);
  }
  const sum = (key) => counts.slice(1).reduce((total, count) => total + count[key], 0);
  return [...counts, { gold: sum("gold"), right: sum("right") }].map((c) =>
    ((100 * c.right) / c.gold).toFixed(2),
  );
}
