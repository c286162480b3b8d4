// Prints how many gold entities a knowledge base has, how many are among a mention's 30 candidates, and how often the
// best by prior is right: node scripts/candidate-recall.mjs KB [--data FOLDER] [--misses N] [--wrong N] [--paper-priors] [SET…].
// --paper-priors mixes p̂ anew as the paper does, p1 + p2 with p2 = 1 / (entities with the name). Needs `npm run build`.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { candidatesInDocument } from "../dist/candidates/document-candidates.js";
import { wordsNear } from "../dist/evidence/text-words.js";
import { readWned } from "../dist/formats/annotated/wned-reader.js";
import { withLookUps } from "../dist/kb/knowledge-base-views.js";
import { nameSources } from "../dist/kb/name-sources.js";
import { openKnowledgeBase } from "../dist/kb/stores/open-knowledge-base.js";
import { tokenize } from "../dist/text/tokens.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" },
    misses: { type: "string", default: "0" },
    wrong: { type: "string", default: "0" },
    "paper-priors": { type: "boolean", default: false },
  },
});
const [path, ...sets] = positionals;
if (!path) {
  console.error("Name a knowledge base: node scripts/candidate-recall.mjs KB");
  process.exit(2);
}
const MOST = 30;
const kb = await openKnowledgeBase(path);
/** @type {any} as much of a knowledge base as candidates need */
const view = values["paper-priors"] ? withPaperPriors() : kb;
console.log(
  "| set | mentions | gold in KB | recall@30 | prior-only accuracy | with title words | average candidates |",
);
console.log("|---|---|---|---|---|---|---|");
for (const set of sets.length > 0 ? sets : ["msnbc", "aquaint", "wikipedia"]) {
  const folder = join(values.data, "wned", set);
  if (!existsSync(folder)) {
    console.error(`There is no data at ${folder}; give the data folder with --data or MULREL_DATA.`);
    process.exit(1);
  }
  const sums = { mentions: 0, known: 0, recalled: 0, byName: 0, first: 0, candidates: 0 };
  const missed = new Map();
  const wrong = new Map();
  for await (const doc of readWned(folder, { skipBad: true })) {
    const surfaces = doc.mentions.map((m) => m.surface);
    const byName = candidatesInDocument(view, surfaces, { most: 1 });
    const lists = candidatesInDocument(view, surfaces, {
      most: MOST,
      nearName: wordsNear(tokenize(doc.text), doc.mentions),
      text: doc.text,
      spans: doc.mentions,
    });
    for (const [i, mention] of doc.mentions.entries()) {
      if (mention.entity === null) continue;
      sums.mentions++;
      const gold = kb.rowOfTitle(mention.entity);
      if (gold < 0) continue;
      sums.known++;
      sums.candidates += lists[i].length;
      if (byName[i][0]?.entity === gold) sums.byName++;
      const at = lists[i].findIndex((c) => c.entity === gold);
      if (at >= 0) sums.recalled++;
      else count(missed, `${mention.surface} → ${mention.entity} (${lists[i].length} candidates)`);
      if (at === 0) sums.first++;
      else if (at > 0) {
        const best = lists[i][0];
        const right = lists[i][at];
        count(
          wrong,
          `${mention.surface} → ${mention.entity} ${right.prior.toFixed(3)}, best is ${kb.entity(best.entity).title} ${best.prior.toFixed(3)}`,
        );
      }
    }
  }
  const share = (n) => (n / sums.known).toFixed(4);
  const known = (sums.known / sums.mentions).toFixed(4);
  const average = (sums.candidates / sums.known).toFixed(1);
  console.log(
    `| ${set} | ${sums.mentions} | ${known} | ${share(sums.recalled)} | ${share(sums.byName)} | ${share(sums.first)} | ${average} |`,
  );
  show(missed, Number(values.misses));
  show(wrong, Number(values.wrong));
}

function withPaperPriors() {
  const mix = (info) => {
    if (!info) return info;
    const links = info.candidates.reduce((sum, c) => sum + c.count, 0);
    const named = info.candidates.filter((c) => c.sources & ~nameSources.link).length;
    const candidates = info.candidates.map((c) => ({
      ...c,
      prior: Math.min(1, (links > 0 ? c.count / links : 0) + (c.sources & ~nameSources.link ? 1 / named : 0)),
    }));
    return { ...info, candidates: candidates.sort((a, b) => b.prior - a.prior || a.entity - b.entity) };
  };
  return withLookUps(kb, {
    lookup: (surface) => mix(kb.lookup(surface)),
    lookupFolded: (folded) => mix(kb.lookupFolded(folded)),
  });
}

function count(map, key) {
  map.set(key, (map.get(key) ?? 0) + 1);
}

function show(map, most) {
  for (const [line, times] of [...map].sort((a, b) => b[1] - a[1]).slice(0, most))
    console.log(`    ${times}× ${line}`);
}
