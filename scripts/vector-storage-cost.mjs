// What storing vectors smaller costs in F1: the shipped model with vectors of float32, int8 and four bits, on the WNED sets (gold mentions, entity in the KB).
//   node scripts/vector-storage-cost.mjs --work FOLDER [--data FOLDER]     FOLDER is the work folder of `npm run model`.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
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

const { values } = parseArgs({
  options: {
    work: { type: "string", default: "build/default.work" },
    data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" },
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
console.log("| storage | msnbc | aquaint | wikipedia | together |");
console.log("|---|---|---|---|---|");
/** @type {("float32" | "int8" | "4bit")[]} */
const storages = ["float32", "int8", "4bit"];
for (const storage of storages) {
  const scores = await scoresOf(linkerWith(asStored(words, storage), asStored(entities, storage)));
  console.log(`| ${storage} | ${scores.join(" | ")} |`);
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

async function scoresOf(linker) {
  const counts = [];
  for (const set of ["msnbc", "aquaint", "wikipedia"]) {
    const count = { gold: 0, right: 0 };
    for await (const doc of readDataset(join(values.data, "wned", set), { format: "wned", skipBad: true })) {
      const mentions = doc.mentions.filter((m) => m.entity !== null && linker.kb.rowOfTitle(m.entity) >= 0);
      const links = linker.link(doc.text, { mentions, nil: 0 });
      mentions.forEach((mention, i) => {
        count.gold++;
        if (links[i].entity?.row === linker.kb.rowOfTitle(mention.entity)) count.right++;
      });
    }
    counts.push(count);
  }
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  return [...counts, { gold: sum("gold"), right: sum("right") }].map((c) =>
    ((100 * c.right) / c.gold).toFixed(2),
  );
}
