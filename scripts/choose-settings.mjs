// What two settings of a linker are chosen by. Needs `npm run build`.
//   node scripts/choose-settings.mjs found-threshold [--model FOLDER] [--data FOLDER]   links of raw text by the least confidence: names of GUM that have titles
//   node scripts/choose-settings.mjs prior-weight --model LINKER [--data FOLDER]        given names by what log p̂ counts: every fourth document of ncbi-disease-train,
//                                                                                       LINKER made by `mulrel make LINKER --catalogue medic-2012.csv.gz`
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readLines } from "../dist/files/lines.js";
import { goldRows } from "../dist/formats/annotated/gold-rows.js";
import { loadLinker } from "../dist/node.js";
import { loadDataset } from "../dist/train.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" },
    model: { type: "string" },
  },
});
const measures = { "found-threshold": foundThreshold, "prior-weight": priorWeight };
const measure = measures[positionals[0]];
if (!measure) {
  console.error(`Say what is to be measured: ${Object.keys(measures).join(" or ")}.`);
  process.exit(2);
}
const linker = await loadLinker(values.model);
await measure();

/** A file of the data folder; ends with a sentence when it is not there. */
function file(name) {
  const path = join(values.data, name);
  if (existsSync(path)) return path;
  console.error(`There is no ${path}; name the data folder with --data or MULREL_DATA.`);
  process.exit(1);
}

function percent(x) {
  return (100 * x).toFixed(1);
}

/** Precision, recall and F1, strict bounds, gold entities in the knowledge base only. */
async function foundThreshold() {
  for (const part of ["train", "dev"]) {
    const documents = [];
    for await (const { text } of readLines(file(`ner/gum-${part}.jsonl.gz`)))
      documents.push(JSON.parse(text));
    const read = documents.map(({ text, mentions }) => ({
      links: linker.link(text, { nil: 0 }),
      gold: mentions
        .filter((m) => m.named && m.title && m.name)
        .map((m) => `${m.name.join(" ")} ${linker.kb.rowOfTitle(m.title)}`)
        .filter((key) => !key.endsWith(" -1")),
    }));
    for (const least of [0.02, 0.05, 0.08, 0.1, 0.15, 0.2, 0.3]) {
      const counts = { gold: 0, linked: 0, right: 0 };
      for (const { links, gold } of read) {
        const kept = links.filter((l) => l.entity && l.confidence >= least);
        counts.gold += gold.length;
        counts.linked += kept.length;
        counts.right += kept.filter((l) => gold.includes(`${l.start} ${l.end} ${l.entity?.row}`)).length;
      }
      const { gold, linked, right } = counts;
      const scores = [right / linked, right / gold, (2 * right) / (linked + gold)].map(percent);
      console.log(`GUM ${part}, from ${least}: ${scores.join(" / ")}`);
    }
  }
}

/** Share of given names that go to a right entry. */
async function priorWeight() {
  const documents = await loadDataset(file("domain/ncbi-disease-train.pubtator.gz"));
  const some = documents.filter((_, i) => i % 4 === 0);
  for (const weight of [0, 0.02, 0.05, 0.1, 0.2, 0.5, 1]) {
    linker.settings.priorWeight = weight;
    let names = 0;
    let right = 0;
    for (const { text, mentions } of some) {
      const links = linker.link(text, { mentions, nil: 0 });
      mentions.forEach((mention, i) => {
        names++;
        if (goldRows(linker.kb, mention).includes(links[i].entity?.row ?? -1)) right++;
      });
    }
    console.log(`weight ${weight}: ${percent(right / names)} of ${names}`);
  }
}
