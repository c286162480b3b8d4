// How often the types of a knowledge base's entities agree with GUM's types of linked mentions. node scripts/evaluate-types.mjs [KB | MODEL] [--data FOLDER] [--part dev|train] [--wrong N]. Needs `npm run build`.
// The map from GUM's types to ours is in scripts/types/gum.mjs. "in context" compares with the type each mention has, "of the page" with the one that most mentions of its page have.
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openKnowledgeBase } from "../dist/kb.js";
import { loadLinker } from "../dist/node.js";
import { entityTypes } from "../dist/types.js";
import { agreeing, agreeingAlsoAsPlaces, compareTypes, readGumTypes, withMajority } from "./types/gum.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" },
    wrong: { type: "string", default: "0" },
    part: { type: "string", default: "dev" },
  },
});
const path = positionals[0] ?? "models/default";
const isModel = existsSync(path) && statSync(path).isDirectory() && existsSync(join(path, "linker.json"));
const kb = isModel ? (await loadLinker(path)).kb : await openKnowledgeBase(path);

const counts = new Map();
let phrases = 0;
for (let row = 0; row < kb.size; row++) {
  const { type = "not known", phrase } = kb.entity(row);
  counts.set(type, (counts.get(type) ?? 0) + 1);
  if (phrase) phrases++;
}
const shares = [...entityTypes, "not known"].map((type) => `${type} ${counts.get(type) ?? 0}`);
console.log(`${kb.size} entities: ${shares.join(", ")}; ${phrases} with a phrase`);

const mentions = readGumTypes(values.data, values.part === "train" ? "train" : "dev");
const typeOf = (/** @type {string} */ title) => {
  const row = kb.rowOfTitle(title);
  return row < 0 ? undefined : (kb.entity(row).type ?? "not known");
};
/** @type {[string, typeof mentions, typeof agreeing][]} */
const views = [
  ["in context, all", mentions, agreeing],
  ["in context, names", mentions.filter((m) => m.named), agreeing],
  ["of the page, all", withMajority(mentions), agreeing],
  ["of the page, places that act as either", withMajority(mentions), agreeingAlsoAsPlaces],
];
for (const [view, given, map] of views) {
  console.log(`\nGUM ${values.part}, ${view}:`);
  const byType = compareTypes(given, typeOf, map);
  for (const [type, { mentions: n, right, said }] of Object.entries(byType)) {
    const otherwise = Object.entries(said).map(([ours, count]) => `${ours} ${count}`);
    const share = ((100 * right) / n).toFixed(1);
    console.log(`  ${type} (${map[type].join(", ")}): ${share} % of ${n}  ${otherwise.join(", ")}`);
  }
}
showWrong(Number(values.wrong));
kb.close();

/** The pages whose mentions disagree most often. @param {number} most */
function showWrong(most) {
  const counted = new Map();
  for (const mention of mentions) {
    const said = typeOf(mention.title);
    if (said === undefined || agreeing[mention.type].includes(said)) continue;
    const { title, phrase } = kb.entity(kb.rowOfTitle(mention.title));
    const key = `${title}: GUM ${mention.type}, ours ${said} (${phrase ?? "no phrase"})`;
    counted.set(key, (counted.get(key) ?? 0) + 1);
  }
  for (const [key, count] of [...counted].sort((a, b) => b[1] - a[1]).slice(0, most)) console.log(count, key);
}
