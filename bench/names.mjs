// Finding names, this build against another in turns: npm run bench -- names OTHER, OTHER the folder of a checkout with its own dist and models.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { median } from "./support/measure.mjs";

export const summary = "finding names, this build against that of another folder, in turns";

const ROUNDS = 7;
const TEXTS = 120;

export async function run([other]) {
  const data = process.env.MULREL_DATA ?? "../shared/data";
  const folder = join(data, "wned/wikipedia/RawText");
  if (other === undefined || !existsSync(join(other, "dist/node.js")) || !existsSync(folder)) {
    console.error(
      `Wanted the folder of another checkout with dist/ (given: ${other ?? "none"}) and texts in ${folder} (MULREL_DATA names the data folder).`,
    );
    process.exitCode = 2;
    return;
  }
  const files = readdirSync(folder).sort().slice(0, TEXTS);
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8"));
  const builds = [
    { name: "this", ...(await openBuild(".")) },
    { name: "other", ...(await openBuild(other)) },
  ];
  for (const { createFinder, analyse } of builds) {
    const find = createFinder();
    for (const text of texts) find(analyse(text));
  }
  /** @type {number[][]} */
  const first = builds.map(() => []);
  /** @type {number[][]} */
  const again = builds.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    builds.forEach(({ createFinder, analyse }, b) => {
      const documents = texts.map((text) => analyse(text));
      const find = createFinder();
      const pass = () => documents.reduce((sum, document) => sum + find(document).length, 0);
      first[b].push(timed(pass));
      again[b].push(timed(pass));
    });
  }
  const said = (all) =>
    `${median(all[0]).toFixed(2)} ms a text, other ${median(all[1]).toFixed(2)}: ${(median(all[0]) / median(all[1])).toFixed(2)} times`;
  console.log(`${texts.length} texts, medians of ${ROUNDS} rounds in turns, processor time`);
  console.log(`  by a new finder         ${said(first)}`);
  console.log(`  the same texts again    ${said(again)}`);

  /** Processor time a text in ms. */
  function timed(pass) {
    const start = process.cpuUsage();
    pass();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000 / texts.length;
  }
}

async function openBuild(folder) {
  const load = (file) => import(pathToFileURL(resolve(folder, "dist", file)).href);
  const { loadLinker } = await load("node.js");
  const { createMentionFinder } = await load("index.js");
  const { analyseText } = await load("text/analysed-text.js");
  const { kb, nameScorer: scorer, words } = await loadLinker(resolve(folder, "models/default"));
  return {
    createFinder: () => createMentionFinder(kb, { scorer, words }),
    analyse: (text) => analyseText(text),
  };
}
