// What share of a list of titles a linker knows: node scripts/title-coverage.mjs [--model FOLDER] [--list FILE] [--data FOLDER] [--missing N]. Needs `npm run build`.
// A title is a line's first column; redirects and older titles count as known.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadLinker } from "../dist/node.js";

const { values } = parseArgs({
  options: {
    model: { type: "string" },
    list: { type: "string" },
    data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" },
    missing: { type: "string", default: "10" },
  },
});
const list = values.list ?? join(values.data, "names/vital.txt");
if (!existsSync(list)) {
  console.error(`There is no ${list}; name a list of titles with --list, or the data folder with --data.`);
  process.exit(1);
}
const { kb } = await loadLinker(values.model);
const missing = [];
let titles = 0;
for (const line of readFileSync(list, "utf8").split("\n")) {
  const title = line.split("\t", 1)[0].replaceAll("_", " ").trim();
  if (title === "") continue;
  titles++;
  if (kb.rowOfTitle(title) < 0) missing.push(title);
}
const share = (100 * (titles - missing.length)) / titles;
console.log(`${titles - missing.length} of ${titles} titles are known, ${share.toFixed(1)} %.`);
const some = missing.filter((_, i) => i % Math.ceil(missing.length / Number(values.missing)) === 0);
if (some.length > 0) console.log(`Some that are not: ${some.join("; ")}.`);
