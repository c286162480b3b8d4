// How often other forms of a given name (src/languages/english-given-names.ts) lead to the right person: redirects between persons whose first name has other forms, looked up by these forms alone.
// node scripts/given-name-forms.mjs [--data FOLDER] [--model FOLDER] [--errors]. Needs `npm run build`.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { givenNameForms } from "../dist/candidates/name-forms.js";
import { english } from "../dist/languages/english.js";
import { openModelParts } from "./names/model-parts.mjs";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" },
    model: { type: "string", default: "models/default" },
    errors: { type: "boolean" },
  },
});
const path = join(values.data, "names/redirects.tsv");
if (!existsSync(path)) {
  console.error(`There is no ${path}; name the data folder with --data or MULREL_DATA.`);
  process.exit(1);
}
const { kb } = await openModelParts(values.model);
const counts = { persons: 0, right: 0, wrong: 0 };
for (const line of readFileSync(path, "utf8").trim().split("\n")) {
  const [name, title] = line.split("\t");
  const forms = [...givenNameForms(name, english)];
  const row = forms.length > 0 ? kb.rowOfTitle(title) : -1;
  if (row < 0 || !kb.isPerson(row)) continue;
  counts.persons++;
  const others = forms.flatMap(({ surface }) => kb.lookup(surface)?.candidates ?? []);
  const [best] = others.filter((c) => kb.isPerson(c.entity)).sort((a, b) => b.prior - a.prior);
  if (best) counts[best.entity === row ? "right" : "wrong"]++;
  if (values.errors && best && best.entity !== row)
    console.log(`${name}\t${title}\t${kb.title(best.entity)}`);
}
console.log(
  `${counts.persons} redirects to persons with such a first name; ${counts.right} lead to the right one by another form, ${counts.wrong} to another`,
);
