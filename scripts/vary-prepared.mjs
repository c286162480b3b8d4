// A prepared folder made harder, to see what relations are worth then: priors with noise, or vectors with fewer numbers.
//   node scripts/vary-prepared.mjs --data FOLDER --out FOLDER [--noise X] [--numbers N]
// --noise adds normal noise of that deviation to every log p̂, the same for lists of the same candidates, and keeps each list's sum;
// --numbers keeps the first N numbers of each vector.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createPreparedWriter, loadPreparedDocuments } from "../dist/features/prepared-document.js";
import { openPreparedTables, preparedPart } from "../dist/features/prepared-set.js";
import { Random } from "../dist/math/random.js";
import { writeVectorTable } from "../dist/vectors/vector-file.js";
import { VectorTable } from "../dist/vectors/vector-table.js";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "" },
    out: { type: "string", default: "" },
    noise: { type: "string", default: "0" },
    numbers: { type: "string", default: "0" },
  },
});
if (!values.data || !values.out) {
  console.error("Say --data FOLDER and --out FOLDER.");
  process.exit(2);
}
const noise = Number(values.noise);
mkdirSync(values.out, { recursive: true });

/** Best first again. */
function blur(candidates) {
  if (noise === 0) return candidates;
  const rows = candidates.map(([row]) => row).sort((a, b) => a - b);
  const random = Random.derive(1, ...rows);
  const factors = new Map(rows.map((row) => [row, Math.exp(random.normal(0, noise))]));
  const blurred = candidates.map(([row, prior]) => [row, prior * (factors.get(row) ?? 1)]);
  const sum = (list) => list.reduce((total, [, prior]) => total + prior, 0);
  const scale = sum(candidates) / (sum(blurred) || 1);
  return blurred.map(([row, prior]) => [row, prior * scale]).sort((a, b) => b[1] - a[1]);
}

let mentions = 0;
let best = 0;
for (const part of ["train", "dev"]) {
  const writer = await createPreparedWriter(join(values.out, `${part}.jsonl`));
  for (const doc of await loadPreparedDocuments(preparedPart(values.data, part))) {
    const changed = doc.mentions.map((m) => ({ ...m, candidates: blur(m.candidates) }));
    mentions += changed.length;
    best += changed.filter(({ candidates, gold }) => candidates[0]?.[0] === gold).length;
    await writer.write({ ...doc, mentions: changed });
  }
  await writer.close();
}
const { tables, entities } = await openPreparedTables(values.data);
await cut("words", /** @type {VectorTable} */ (tables.relationWords));
await cut("entities", entities);
console.log(`right by prior alone: ${((100 * best) / mentions).toFixed(1)} %`);

async function cut(name, table) {
  const d = Number(values.numbers) || table.d;
  const data = new Float32Array(table.rows * d);
  const row = new Float32Array(table.d);
  for (let r = 0; r < table.rows; r++) {
    table.readRow(r, row, 0);
    data.set(row.subarray(0, d), r * d);
  }
  const { rows, names } = table;
  await writeVectorTable(join(values.out, `${name}.safetensors`), new VectorTable({ rows, d, data, names }));
}
