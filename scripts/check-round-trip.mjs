// Takes the three WNED sets through every format that holds running text and back, and compares the documents.
// node scripts/check-round-trip.mjs [--data FOLDER]   (default: MULREL_DATA or ../shared/data; needs `npm run build`)
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { convertDataset, readDataset } from "../dist/train.js";

const flag = process.argv.indexOf("--data");
const data = flag > 0 ? process.argv[flag + 1] : (process.env.MULREL_DATA ?? "../shared/data");
const sets = ["msnbc", "aquaint", "wikipedia"];
/** @type {import("../dist/train.js").DatasetFormat[][]} */
const ways = [["jsonl"], ["zelda"], ["elevant"], ["nif"], ["jsonl", "nif", "zelda", "elevant"]];

if (!existsSync(join(data, "wned"))) {
  console.error(`There is no folder ${join(data, "wned")}: name the data folder with --data or MULREL_DATA.`);
  process.exit(1);
}

async function collect(path, format) {
  const documents = [];
  for await (const doc of readDataset(path, { format })) documents.push(doc);
  return documents;
}

let failures = 0;
const scratch = mkdtempSync(join(tmpdir(), "mulrel-round-trip-"));
for (const name of sets) {
  const original = join(data, "wned", name);
  const wanted = await collect(original, "wned");
  for (const way of ways) {
    let from = original;
    /** @type {import("../dist/train.js").DatasetFormat} */
    let format = "wned";
    for (const to of [...way, /** @type {const} */ ("wned")]) {
      const out = join(scratch, `${name}-${way.join("-")}-${to}`);
      await convertDataset(from, out, { from: format, to });
      from = out;
      format = to;
    }
    const same = isDeepStrictEqual(await collect(from, "wned"), wanted);
    if (!same) failures++;
    const mentions = wanted.reduce((n, d) => n + d.mentions.length, 0);
    console.log(
      `${same ? "same" : "DIFFERENT"}: ${name} (${wanted.length} documents, ${mentions} mentions) wned → ${way.join(" → ")} → wned`,
    );
  }
}
rmSync(scratch, { recursive: true });
process.exit(failures > 0 ? 1 : 0);
