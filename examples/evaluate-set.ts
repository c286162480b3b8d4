/** Scores a linker on annotated documents. Usage: node examples/evaluate-set.ts [DATA-SET] */
import { fileURLToPath } from "node:url";
import { loadLinker } from "mulrel/node";
import { computeMetrics, computeReliability, evaluateLinker, loadDataset } from "mulrel/train";

// any of the formats of `mulrel convert`: JSON lines, AIDA, deep-ed, WNED, NIF, ELEVANT, ZELDA
const path = process.argv[2] ?? fileURLToPath(new URL("data/annotated.jsonl", import.meta.url));
const documents = await loadDataset(path, { skipBad: true, onProblem: (p) => console.warn(p.message) });

const linker = await loadLinker();
const outcomes = evaluateLinker(documents, linker);
linker.close();

const { mentions, micro, candidateRecall, errors } = computeMetrics(outcomes);
console.log(`${mentions} mentions, micro F1 ${(100 * micro.f1).toFixed(1)}`);
console.log(`the right entity was among the candidates of ${(100 * (candidateRecall ?? 0)).toFixed(1)} %`);
for (const [kind, count] of Object.entries(errors)) console.log(`${count} × ${kind}`);
for (const { id, mentions } of outcomes) {
  for (const { surface, gold, link, isRight } of mentions) {
    if (!isRight) console.log(`${id}: ${surface} is ${gold}, linked to ${link ?? "nothing"}`);
  }
}
console.log(`expected calibration error ${(100 * (computeReliability(outcomes)?.ece ?? 0)).toFixed(1)} %`);
