// How well single words tell whom they mean by prior alone, on the mentions of AIDA-CoNLL as numbers (train and dev): where the word is the first or the last of the right title, and elsewhere.
//   node scripts/short-names.mjs --words FILE [--model FOLDER] [--data FOLDER]   (needs `npm run build`; FILE: GloVe as `mulrel vectors import` writes it)
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openVectorTable } from "../dist/vectors/vector-file.js";
import { openModelParts } from "./names/model-parts.mjs";
import { readAidaMentions } from "./priors/aida-mentions.mjs";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" },
    model: { type: "string", default: "models/default" },
    words: { type: "string" },
  },
});
if (!values.words || !existsSync(join(values.data, "aida-features"))) {
  console.error("Name word vectors with --words and the data folder with --data or MULREL_DATA.");
  process.exit(1);
}
const { kb } = await openModelParts(values.model);
const counts = {};
for (const { part, forms, title } of readAidaMentions(values.data, await openVectorTable(values.words))) {
  const row = kb.rowOfTitle(title);
  const word = [...forms].find((form) => !form.includes(" "));
  if (row < 0 || word === undefined) continue;
  const ends = kb.title(row).split(" ");
  const isShort = ends.length > 1 && [ends[0], ends.at(-1)].includes(word);
  const kind = !isShort ? "other words" : kb.isPerson(row) ? "short names of persons" : "of others";
  const candidates = kb.lookup(word)?.candidates ?? [];
  const count = ((counts[part] ??= {})[kind] ??= { names: 0, listed: 0, right: 0 });
  count.names++;
  if (candidates.some((c) => c.entity === row)) count.listed++;
  if (candidates[0]?.entity === row) count.right++;
}
console.log("| part | words | names | meaning listed (%) | best by prior right (%) |\n|---|---|---|---|---|");
const share = (some, all) => ((100 * some) / all).toFixed(1);
for (const [part, kinds] of Object.entries(counts)) {
  for (const [kind, { names, listed, right }] of Object.entries(kinds).sort())
    console.log(`| ${part} | ${kind} | ${names} | ${share(listed, names)} | ${share(right, names)} |`);
}
