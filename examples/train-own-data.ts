/** Vectors and a model trained on data of one's own, in a folder. Usage: node examples/train-own-data.ts [FOLDER] */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildKnowledgeBase, openKnowledgeBase } from "mulrel/kb";
import {
  computeMetrics,
  createTrainingSettings,
  loadForEvaluation,
  openEvaluationSet,
  outcomesOf,
  planRuns,
  prepareFolder,
  startAll,
  trainEntityVectors,
  trainWordVectors,
} from "mulrel/train";

const folder = process.argv[2] ?? "own-model";
await mkdir(folder, { recursive: true });
const at = (name: string) => join(folder, name);

// texts, a catalogue and annotated documents; here made up, with you as many as you have
const patterns: [sentence: string, name: string, product: string][] = [
  ["The Falcon has new brakes and tyres for the mountain trail.", "Falcon", "Falcon 3 trail bike"],
  ["We rode the Falcon down the trail and its frame held.", "Falcon", "Falcon 3 trail bike"],
  ["The Falcon makes coffee with steam from its boiler.", "Falcon", "Falcon espresso machine"],
  ["Clean the steam nozzle of the Falcon after each coffee.", "Falcon", "Falcon espresso machine"],
  ["The Kestrel has burrs of steel for the beans.", "Kestrel", "Kestrel coffee grinder"],
  ["In the rain we put up the Kestrel with its poles and pegs.", "Kestrel", "Kestrel tent"],
];
const documents = patterns.map(([text, name, entity], i) => {
  const start = text.indexOf(name);
  return JSON.stringify({ id: String(i), text, mentions: [{ start, end: start + name.length, entity }] });
});
const texts = Array.from({ length: 60 }, () => patterns.map(([text]) => text).join("\n")).join("\n");
await writeFile(at("texts.txt"), texts);
await writeFile(at("train.jsonl"), documents.join("\n"));
await writeFile(at("dev.jsonl"), documents.join("\n")); // keep yours apart

await buildKnowledgeBase({
  inputs: [fileURLToPath(new URL("data/products.csv", import.meta.url))],
  output: at("products.kb"),
});
const kb = await openKnowledgeBase(at("products.kb"));
const words = await trainWordVectors({
  inputs: [at("texts.txt")],
  settings: { d: 16, minCount: 1, epochs: 3 },
  workers: 1,
});
const { table } = await trainEntityVectors({ kb, textsPath: at("products.kb.texts"), words, workers: 1 });

const prepared = at("prepared");
const parts = { train: at("train.jsonl"), dev: at("dev.jsonl") };
const counts = await prepareFolder(prepared, { parts, kb, words, entities: table });
console.log(`${counts.goldListed} of ${counts.mentions} mentions have their product among the candidates`);
kb.close();

const settings = createTrainingSettings({ model: { dims: 16, relations: 1 }, schedule: { mostEpochs: 4 } });
const data = { folder: prepared, train: "train", dev: "dev" };
const { best, runs } = await startAll(at("run"), planRuns({ settings, data }, [1], 1), { workers: 1 });
console.log(`trained ${runs[0]?.epochs} epochs${best && `, the best run is ${best}`}`);

const set = await openEvaluationSet(prepared, "dev");
const model = await loadForEvaluation(at("run"), set);
console.log(`F1 on dev ${(100 * computeMetrics(outcomesOf([model], set)).micro.f1).toFixed(1)}`);
console.log(`everything is in ${folder}`);
