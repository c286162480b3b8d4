// How much the seed decides: scores every run of a finished `npm run model`, and the shipped linker, which has the weights of the one in the middle.
//   node scripts/compare-seeds.mjs [--work FOLDER] [--linker FOLDER] [--data FOLDER]
// Confidence and what follows from it are the linker's; given names are scored, so that only the weights differ.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, linkSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { loadLinker } from "../dist/node.js";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" },
    work: { type: "string", default: "build/default.work" },
    linker: { type: "string", default: "models/default" },
  },
});
const runs = join(values.work, "run");
const seeds = existsSync(runs) ? readdirSync(runs).filter((name) => name.startsWith("seed")) : [];
if (seeds.length === 0) {
  console.error(
    `There are no runs in ${runs}; make them with npm run model, or name its folder with --work.`,
  );
  process.exit(1);
}
const scores = [];
for (const seed of seeds.sort()) scores.push(await scoresOfRun(seed));
scores.push(await scoresOf("shipped", values.linker));
printTable();

/** The linker with the weights of one run. */
async function scoresOfRun(seed) {
  const folder = mkdtempSync(join(dirname(values.work), "seed-"));
  try {
    for (const name of readdirSync(values.linker)) {
      if (name === "model.safetensors") cpSync(join(runs, seed, name), join(folder, name));
      else linkSync(join(values.linker, name), join(folder, name));
    }
    return await scoresOf(seed, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function scoresOf(seed, linker) {
  const command = ["scripts/evaluate-linker.mjs", "--data", values.data, "--model", linker, "--json"];
  const sets = JSON.parse(execFileSync(process.execPath, command, { encoding: "utf8", maxBuffer: 2 ** 26 }));
  const row = { seed };
  for (const [set, { inKbScores, allScores }] of Object.entries(sets)) {
    row[set] = 100 * inKbScores.f1;
    row[`${set}, over all`] = 100 * allScores.f1;
  }
  row.sentences = await countSentences(linker);
  return row;
}

/** Sentences of test/fixtures/context-sentences.ts whose name means what it should. */
async function countSentences(model) {
  const source = readFileSync("test/fixtures/context-sentences.ts", "utf8");
  const list = source.slice(source.indexOf("= [") + 2).replace(/;\s*$/, "");
  const { default: sentences } = await import(
    `data:text/javascript,${encodeURIComponent(`export default ${list}`)}`
  );
  const linker = await loadLinker(model);
  const right = sentences.filter(([marked, ...titles]) => {
    const start = marked.indexOf("[");
    const text = marked.replace(/[[\]]/g, "");
    const target = { start, end: marked.indexOf("]") - 1 };
    const others = linker.link(text).filter((l) => l.end <= target.start || l.start >= target.end);
    const mentions = [target, ...others.map(({ start, end }) => ({ start, end }))];
    const [link] = linker.link(text, { mentions, nil: 0 });
    const row = link.entity?.row;
    return row !== undefined && titles.some((title) => linker.kb.rowOfTitle(title) === row);
  });
  linker.close();
  return right.length;
}

function printTable() {
  const [rows, shipped] = [scores.slice(0, -1), scores.at(-1)];
  const names = Object.keys(shipped).filter((name) => name !== "seed");
  const line = (cells) => console.log(`| ${cells.join(" | ")} |`);
  line(["seed", ...names]);
  line(["seed", ...names].map(() => "---"));
  for (const row of scores) line([row.seed, ...names.map((name) => row[name].toFixed(1))]);
  const column = (name) => rows.map((row) => row[name]);
  const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
  line(["mean of the runs' scores", ...names.map((name) => mean(column(name)).toFixed(2))]);
  line([
    "largest − smallest",
    ...names.map((name) => (Math.max(...column(name)) - Math.min(...column(name))).toFixed(1)),
  ]);
}
