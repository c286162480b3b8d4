// How much a title's words near a name tell, as a conditional logit on log p̂ and on the words found: the weights of
// src/candidates/titles-in-document.ts. Fitted on the training parts, shown for the held-out ones.
//   node scripts/fit-title-weights.mjs --words WORDS [--model FOLDER] [--data FOLDER]
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { candidatesInDocument } from "../dist/candidates/document-candidates.js";
import { wordsAmong, wordsNear } from "../dist/evidence/text-words.js";
import { titleEvidence } from "../dist/evidence/title-evidence.js";
import { titleWordsOf } from "../dist/evidence/title-words.js";
import { loadPreparedDocuments } from "../dist/features/prepared-document.js";
import { withoutLinks } from "../dist/kb/knowledge-base-views.js";
import { pageDocument, pickLinkedPages } from "../dist/making/linked-pages.js";
import { openNumbers, spell } from "../dist/making/number-documents.js";
import { loadLinker } from "../dist/node.js";
import { analyseText } from "../dist/text/analysed-text.js";
import { openVectorTable } from "../dist/vectors/vector-file.js";

const { values } = parseArgs({
  options: {
    words: { type: "string" },
    model: { type: "string" },
    data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" },
  },
});
const corpora = ["schools-2007.jsonl.gz", "enwik7.xml.gz"].map((name) => join(values.data, "corpora", name));
const [corpus] = corpora;
/** As many as the shipped model learns from. */
const PAGES = 1700;
if (!values.words || !existsSync(corpus)) {
  const missing = `There is no ${corpus}; name the data folder with --data or MULREL_DATA.`;
  console.error(
    values.words ? missing : "Give --words, the imported vectors that the model's words were chosen from.",
  );
  process.exit(values.words ? 1 : 2);
}

const FEATURES = ["log p̂", "name in title: first", "further", "name not in title: first", "further"];
const { kb } = await loadLinker(values.model);
const sets = {};
await readAida();
await readPages();
const weights = fitWeights([sets["aida train"], sets["pages train"]]);
console.log(FEATURES.map((name, i) => `${name} ${weights[i].toFixed(2)}`).join(", "));
const [share] = weights;
console.log(
  `factors beside p̂: ${[1, 2, 3, 4].map((i) => Math.exp(weights[i]).toFixed(1)).join(", ")}; with p̂ at its full weight ${[1, 2, 3, 4].map((i) => Math.exp(weights[i] / share).toFixed(1)).join(", ")}`,
);
console.log("| set | mentions | p̂ alone | with title words |\n|---|---|---|---|");
for (const [name, set] of Object.entries(sets)) {
  if (name.endsWith("train")) continue;
  const cells = [[1, 0, 0, 0, 0], weights].map((w) => (100 * accuracy(w, set)).toFixed(2));
  console.log(`| ${name} | ${set.length} | ${cells.join(" | ")} |`);
}

async function readAida() {
  const folder = join(values.data, "aida-features");
  const all = await openVectorTable(String(values.words));
  const words = await openNumbers(folder, all);
  for (const part of ["train", "dev"]) {
    const set = (sets[`aida ${part}`] = []);
    for (const { mentions } of await loadPreparedDocuments(join(folder, `${part}.jsonl.gz`))) {
      const there = wordsAmong(
        mentions
          .flatMap((m) => [...m.context, ...m.left, ...m.mention, ...m.right])
          .map((w) => words.names[w]),
      );
      const surfaces = mentions.map((m) =>
        spell(
          m.mention.map((w) => (w < 0 ? undefined : words.names[w])),
          kb,
        ),
      );
      const lists = candidatesInDocument(
        kb,
        surfaces.map((s) => s ?? ""),
      );
      mentions.forEach((m, i) => {
        const gold = m.gold < 0 ? -1 : kb.rowOfTitle(words.titles(m.gold));
        if (surfaces[i] !== undefined && gold >= 0) set.push(example(surfaces[i], lists[i], gold, there));
      });
    }
  }
}

async function readPages() {
  const pages = await pickLinkedPages(corpora, { most: PAGES });
  for (const part of ["train", "dev", "test"]) {
    const set = (sets[`pages ${part}`] = []);
    for (const { text, mentions, own } of pages[part].map((page) => pageDocument(kb, page))) {
      const surfaces = mentions.map((m) => m.surface);
      const lists = candidatesInDocument(withoutLinks(kb, own), surfaces);
      const nearName = wordsNear(analyseText(text).tokens, mentions);
      mentions.forEach(({ golds: [gold], surface }, i) => {
        if (gold !== undefined) set.push(example(surface, lists[i], gold, nearName(i)));
      });
    }
  }
}

/** Features of all candidates, one after another, and which of them is right (−1: none). */
function example(surface, list, gold, near) {
  const titles = titleWordsOf(kb);
  const name = titles.name(surface);
  const features = list.flatMap(({ entity, prior }) => {
    const { found, isInTitle } = titleEvidence(titles, name, entity, near);
    const pair = [Number(found > 0), Math.max(0, found - 1)];
    return [Math.log(Math.max(prior, 1e-6)), ...(isInTitle ? [...pair, 0, 0] : [0, 0, ...pair])];
  });
  return { features, candidates: list.length, gold: list.findIndex((c) => c.entity === gold) };
}

function scoresOf(weights, { features, candidates }) {
  return Array.from({ length: candidates }, (_, i) =>
    weights.reduce((sum, w, j) => sum + w * features[i * weights.length + j], 0),
  );
}

function accuracy(weights, set) {
  const isRight = (x) => {
    const scores = scoresOf(weights, x);
    return x.gold >= 0 && scores.indexOf(Math.max(...scores)) === x.gold;
  };
  return set.filter(isRight).length / set.length;
}

/** Maximum likelihood, every set counting the same, by Adam. */
function fitWeights(parts) {
  const weights = [1, 0, 0, 0, 0];
  const mean = weights.map(() => 0);
  const square = weights.map(() => 0);
  const usable = parts.map((set) => set.filter((x) => x.gold >= 0 && x.candidates > 1));
  for (let step = 1; step <= 300; step++) {
    const gradient = weights.map(() => 0);
    for (const set of usable) {
      const every = Math.ceil(set.length / 4000);
      for (let i = step % every; i < set.length; i += every)
        addGradient(gradient, weights, set[i], every / set.length);
    }
    weights.forEach((_, j) => {
      mean[j] = 0.9 * mean[j] + 0.1 * gradient[j];
      square[j] = 0.99 * square[j] + 0.01 * gradient[j] ** 2;
      weights[j] -=
        (0.03 * (mean[j] / (1 - 0.9 ** step))) / (Math.sqrt(square[j] / (1 - 0.99 ** step)) + 1e-8);
    });
  }
  return weights;
}

function addGradient(gradient, weights, x, share) {
  const scores = scoresOf(weights, x);
  const best = Math.max(...scores);
  const powers = scores.map((s) => Math.exp(s - best));
  const sum = powers.reduce((a, b) => a + b, 0);
  powers.forEach((power, i) => {
    const error = power / sum - Number(i === x.gold);
    for (let j = 0; j < weights.length; j++)
      gradient[j] += share * error * x.features[i * weights.length + j];
  });
}
