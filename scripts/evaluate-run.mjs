// A training run of `mulrel make` on its held-out documents, by kind of document: node scripts/evaluate-run.mjs --work FOLDER [--run seed3] [--part dev] [--gold PATTERN]. Needs `npm run build`.
// --gold tells those mentions apart whose right entity's title matches: --gold "national .*team".
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openKnowledgeBase } from "../dist/kb.js";
import { loadForEvaluation, openEvaluationSet, outcomesOf } from "../dist/train.js";

const { values } = parseArgs({
  options: {
    work: { type: "string", default: "build/default.work" },
    run: { type: "string", default: "" },
    part: { type: "string", default: "dev" },
    gold: { type: "string" },
  },
});
const prepared = join(values.work, "prepared");
if (!existsSync(prepared)) {
  console.error(`There is no ${prepared}; name the folder that \`mulrel make --work\` left with --work.`);
  process.exit(1);
}
const kb = await openKnowledgeBase(join(prepared, "knowledge-base.kb"));
const set = await openEvaluationSet(prepared, values.part);
const outcomes = outcomesOf([await loadForEvaluation(join(values.work, "run", values.run), set)], set);
const pattern = values.gold === undefined ? undefined : new RegExp(values.gold);
const counts = new Map();
for (const [i, { mentions }] of outcomes.entries()) {
  const kind = set.prepared[i].kind ?? "documents";
  for (const { gold, isRight } of mentions) {
    count(kind, isRight);
    if (pattern?.test(titleOf(gold))) count(`${kind}, ${pattern.source}`, isRight);
  }
}
for (const [name, { mentions, right }] of counts) {
  console.log(`${name}: ${((100 * right) / mentions).toFixed(1)} % of ${mentions} right`);
}
kb.close();

/** Right entities come as rows, or as words where there is none. @param {string | null} gold */
function titleOf(gold) {
  return /^\d+$/.test(gold ?? "") ? kb.title(Number(gold)) : "";
}

function count(name, isRight) {
  const sum = counts.get(name) ?? { mentions: 0, right: 0 };
  counts.set(name, { mentions: sum.mentions + 1, right: sum.right + Number(isRight) });
}
