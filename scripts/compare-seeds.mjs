// How much the seed decides: makes the shipped model with several seeds from the same documents and scores each.
//   node scripts/compare-seeds.mjs [--work FOLDER] [--out FOLDER] [--seeds 5] [--data FOLDER] [--words FOLDER]
// --work is the work folder of a finished `npm run model`: knowledge base, vectors and documents are taken from there, only training and what follows is made anew.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadLinker } from "../dist/node.js";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" },
    work: { type: "string", default: "build/default.work" },
    out: { type: "string", default: "build/seeds" },
    words: { type: "string" },
    seeds: { type: "string", default: "5" },
  },
});
if (!existsSync(join(values.work, "steps"))) {
  console.error(
    `There is no finished work folder ${values.work}; make one with npm run model, or name it with --work.`,
  );
  process.exit(1);
}
const rows = [];
for (let seed = 1; seed <= Number(values.seeds); seed++) rows.push(await scoresOfSeed(seed));
printTable();

async function scoresOfSeed(seed) {
  const out = join(values.out, `seed${seed}.linker`);
  const work = join(values.out, `seed${seed}.work`);
  if (!existsSync(work)) linkFolder(values.work, work);
  const common = ["--data", values.data];
  const words = values.words ? ["--words", values.words] : [];
  const make = [...common, ...words, "--work", work, "--out", out, "--seed", String(seed)];
  run("scripts/make-shipped-model.mjs", make, "inherit");
  const sets = JSON.parse(run("scripts/evaluate-linker.mjs", [...common, "--model", out, "--json"]));
  const { accuracy } = JSON.parse(readFileSync(join(work, "steps/calibration.json"), "utf8")).facts;
  const scores = { seed };
  for (const [part, { modelRight, inKb }] of Object.entries(accuracy))
    scores[part] = (100 * modelRight) / inKb;
  for (const [set, { inKbScores }] of Object.entries(sets)) scores[set] = 100 * inKbScores.f1;
  scores.sentences = await countSentences(out);
  return scores;
}

function run(script, args, output = "pipe") {
  /** @type {import("node:child_process").StdioOptions} */
  const stdio = ["ignore", output === "pipe" ? "pipe" : "inherit", "inherit"];
  return execFileSync(process.execPath, ["--max-old-space-size=6000", script, ...args], {
    stdio,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
}

/** A copy that shares its files with the original: every step writes its files anew, under names of their own first. */
function linkFolder(from, to) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)];
    if (statSync(source).isDirectory()) name === "run" || linkFolder(source, target);
    else if (name.endsWith(".json")) cpSync(source, target);
    else linkSync(source, target);
  }
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
  const names = Object.keys(rows[0]).filter((name) => name !== "seed");
  const line = (cells) => console.log(`| ${cells.join(" | ")} |`);
  line(["seed", ...names]);
  line(["seed", ...names].map(() => "---"));
  for (const row of rows) line([row.seed, ...names.map((name) => row[name].toFixed(1))]);
  const column = (name) => rows.map((row) => row[name]);
  const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
  line(["mean", ...names.map((name) => mean(column(name)).toFixed(2))]);
  line([
    "largest − smallest",
    ...names.map((name) => (Math.max(...column(name)) - Math.min(...column(name))).toFixed(1)),
  ]);
}
