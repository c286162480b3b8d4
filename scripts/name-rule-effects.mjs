// Prints what each name rule brings and costs: candidate recall and prior-only accuracy with the rule less without it, and the
// share of a knowledge base's names it alone gives. node scripts/name-rule-effects.mjs KB [--data FOLDER]. Needs `npm run build`.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { candidatesInDocument } from "../dist/candidates/document-candidates.js";
import { wordsNear } from "../dist/evidence/text-words.js";
import { readWned } from "../dist/formats/annotated/wned-reader.js";
import { withLookUps } from "../dist/kb/knowledge-base-views.js";
import { nameSources } from "../dist/kb/name-sources.js";
import { namesByRule } from "../dist/kb/names/name-rules.js";
import { openKnowledgeBase } from "../dist/kb/stores/open-knowledge-base.js";
import { foldSurface } from "../dist/text/surfaces.js";
import { tokenize } from "../dist/text/tokens.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" } },
});
if (!positionals[0]) {
  console.error("Name a knowledge base: node scripts/name-rule-effects.mjs KB");
  process.exit(2);
}
const sets = ["msnbc", "aquaint", "wikipedia"];
for (const set of sets) {
  if (existsSync(join(values.data, "wned", set))) continue;
  console.error(
    `There is no data at ${join(values.data, "wned", set)}; give the data folder with --data or MULREL_DATA.`,
  );
  process.exit(1);
}
const kb = await openKnowledgeBase(positionals[0]);
const guesses = nameSources.rule | nameSources.part;
const ruleCache = new Map();

/** The rule that alone gives this name, undefined when something else knows it too. */
function ruleOf(surface, candidate) {
  if (candidate.sources & ~guesses) return undefined;
  let rules = ruleCache.get(candidate.entity);
  if (!rules) {
    const { title, isPerson } = kb.entity(candidate.entity);
    rules = new Map(namesByRule(title, { isPerson }).map((n) => [foldSurface(n.surface), n.rule]));
    ruleCache.set(candidate.entity, rules);
  }
  return rules.get(foldSurface(surface)) ?? "redirect's bracket";
}

/** The knowledge base as it would be without a rule; what its names had goes to the others. */
function without(rule) {
  const strip = (surface, info) => {
    const kept = info?.candidates.filter((c) => ruleOf(surface, c) !== rule);
    if (!kept || kept.length === 0) return undefined;
    if (kept.length === info.candidates.length) return info;
    const sum = kept.reduce((total, c) => total + c.prior, 0);
    return { ...info, candidates: kept.map((c) => ({ ...c, prior: c.prior / Math.max(sum, 1e-9) })) };
  };
  return withLookUps(kb, {
    lookup: (s) => strip(s, kb.lookup(s)),
    lookupFolded: (s) => strip(s, kb.lookupFolded(s)),
  });
}

const documents = {};
for (const set of sets) {
  documents[set] = [];
  for await (const doc of readWned(join(values.data, "wned", set), { skipBad: true }))
    documents[set].push(doc);
}

function measure(view) {
  return sets.map((set) => {
    let known = 0;
    let recalled = 0;
    let first = 0;
    for (const doc of documents[set]) {
      const lists = candidatesInDocument(
        view,
        doc.mentions.map((m) => m.surface),
        { nearName: wordsNear(tokenize(doc.text), doc.mentions) },
      );
      for (const [i, mention] of doc.mentions.entries()) {
        const gold = mention.entity === null ? -1 : kb.rowOfTitle(mention.entity);
        if (gold < 0) continue;
        known++;
        const at = lists[i].findIndex((c) => c.entity === gold);
        if (at >= 0) recalled++;
        if (at === 0) first++;
      }
    }
    return { recall: (100 * recalled) / known, first: (100 * first) / known };
  });
}

const counts = new Map();
let pairs = 0;
for (const info of kb.surfaces()) {
  for (const c of info.candidates) {
    pairs++;
    const rule = ruleOf(info.surface, c);
    if (rule) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
}
const whole = measure(kb);
console.log("| rule | share of names | recall@30 MSNBC / AQUAINT / WIKI | prior-only accuracy |");
console.log("|---|---|---|---|");
const signed = (x) => (x > 0 ? "+" : "") + x.toFixed(2);
for (const [rule, count] of [...counts].sort((a, b) => b[1] - a[1])) {
  const other = measure(without(rule));
  const recall = whole.map((w, i) => signed(w.recall - other[i].recall)).join(" / ");
  const first = whole.map((w, i) => signed(w.first - other[i].first)).join(" / ");
  console.log(`| ${rule} | ${((100 * count) / pairs).toFixed(1)} % | ${recall} | ${first} |`);
}
