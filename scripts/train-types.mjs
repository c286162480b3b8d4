// Trains the classifier of entity types on openings of pages and writes src/kb/types/type-weights.ts. node scripts/train-types.mjs [--data FOLDER] [--model FOLDER] [--words N] [--epochs N] [--most N] [--try]. Needs `npm run build`.
// The teacher is a list of nouns (scripts/types/kinds.mjs): "X is a Dutch painter". Each example is learned from with and without what taught it, so that other words count, too. GUM's training part judges; --try writes nothing.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { subjectPhrase } from "../dist/corpus/subject-phrase.js";
import { writeFileAtomically } from "../dist/files/atomic-file.js";
import { hashesOf, softmax, TypeClassifier } from "../dist/kb/types/type-classifier.js";
import { typeFeatures } from "../dist/kb/types/type-features.js";
import { Random } from "../dist/math/random.js";
import { loadLinker } from "../dist/node.js";
import { entityTypes } from "../dist/types.js";
import { readExamples, taughtType } from "./types/examples.mjs";
import { compareTypes, readGumTypes, withMajority } from "./types/gum.mjs";
import { addNouns, kindOf } from "./types/kinds.mjs";
import { similarNouns } from "./types/similar-nouns.mjs";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" },
    model: { type: "string", default: "models/default" },
    words: { type: "string", default: "24000" },
    epochs: { type: "string", default: "3" },
    most: { type: "string", default: "30000" },
    try: { type: "boolean", default: false },
  },
});
const TYPES = entityTypes.length;
const RATE = 0.2;
/** Words of fewer examples are not learned. */
const LEAST_COUNT = 4;
/** One example in so many is held out. */
const HELD_OUT = 50;
const corpora = ["intros-2020", "simplewiki-2021"].map((name) =>
  join(values.data, "corpora", `${name}.jsonl.gz`),
);
const gum = withMajority(readGumTypes(values.data, "train"));

/** @type {import("./types/examples.mjs").Example[]} */
const examples = [];
for await (const example of readExamples(corpora)) examples.push(example);
const found = await findNouns();
console.log(
  `${found.size} further nouns: ${[...found]
    .slice(0, 60)
    .map((pair) => pair.join(" "))
    .join(", ")}`,
);
addNouns(found);
for (const example of examples)
  example.type = taughtType(example.title, example.description, example.isPerson);
const taught = examples.filter((e) => e.type !== undefined);
const counts = entityTypes.map((type) => `${type} ${taught.filter((e) => e.type === type).length}`);
console.log(`${examples.length} openings, ${taught.length} with a type: ${counts.join(", ")}`);

const packed = pack(train(capped(taught.filter((_, i) => i % HELD_OUT !== 0))));
const byTitle = new Map(examples.map((e) => [e.title, e]));
const classifier = new TypeClassifier(packed);
judge();
if (!values.try) await writeFileAtomically("src/kb/types/type-weights.ts", moduleOf(packed));

/** Nouns of openings that no list has, where word vectors say which listed ones they are like. */
async function findNouns() {
  const linker = await loadLinker(values.model);
  const heads = new Map();
  for (const { description } of examples) {
    const head = subjectPhrase(description)?.head;
    if (head && kindOf(head) === undefined) heads.set(head, (heads.get(head) ?? 0) + 1);
  }
  for (const [head, count] of heads) if (count < 3) heads.delete(head);
  const nouns = similarNouns(heads, linker.words);
  linker.close();
  return nouns;
}

/** At most so many of a type, spread over all there are: persons and places are three of four openings. @param {typeof taught} given */
function capped(given) {
  const most = Number(values.most);
  return entityTypes.flatMap((type) => {
    const same = given.filter((e) => e.type === type);
    const stride = Math.max(1, same.length / most);
    return same.filter((_, i) => Math.floor((i + 1) / stride) > Math.floor(i / stride));
  });
}

/** Numbers the words that enough examples have; of each example the numbers by group. @param {typeof taught} given */
function numberWords(given) {
  const counts = new Map();
  const hashed = given.map((example) => {
    const { features } = typeFeatures(example);
    /** @type {[string, number[]][]} */
    const groups = Object.entries(features).map(([name, words]) => [name, hashesOf({ words })]);
    for (const [, hashes] of groups) for (const hash of hashes) counts.set(hash, (counts.get(hash) ?? 0) + 1);
    return groups;
  });
  const numbers = new Map([...counts].filter(([, n]) => n >= LEAST_COUNT).map(([hash], i) => [hash, i]));
  const known = (/** @type {number[]} */ hashes) =>
    Int32Array.from(new Set(hashes.flatMap((hash) => (numbers.has(hash) ? [numbers.get(hash)] : []))));
  const read = hashed.map((groups) =>
    Object.fromEntries(groups.map(([name, hashes]) => [name, known(hashes)])),
  );
  return { read, hashes: [...numbers.keys()], counts };
}

/** Multinomial logistic regression by AdaGrad; equal seed and data give equal weights. @param {typeof taught} given */
function train(given) {
  const { read, hashes, counts } = numberWords(given);
  const weights = new Float32Array(hashes.length * TYPES);
  const squares = new Float32Array(hashes.length * TYPES).fill(1e-4);
  const random = new Random(1);
  const order = given.map((_, i) => i);
  // rare types count more, though less than in proportion
  const perType = entityTypes.map((type) => given.filter((e) => e.type === type).length);
  const weightOf = perType.map((n) => Math.sqrt(given.length / TYPES / n));
  console.log(`${given.length} examples, ${hashes.length} words`);
  for (let epoch = 0; epoch < Number(values.epochs); epoch++) {
    random.shuffle(order);
    let loss = 0;
    for (const i of order) {
      const gold = entityTypes.indexOf(/** @type {any} */ (given[i].type));
      const words = new Set(lessen(read[i], random.uniform()).flatMap((group) => [...group]));
      loss += step(weights, squares, [...words], gold, weightOf[gold]);
    }
    console.log(`epoch ${epoch + 1}: loss ${(loss / order.length).toFixed(4)}`);
  }
  return { weights, hashes, counts };
}

/** All of it, or without the noun that taught it, or the title alone. @param {Record<string, Int32Array>} groups @param {number} chance */
function lessen({ title, bracket, kind, words }, chance) {
  if (chance < 0.4) return [title, bracket, kind, words];
  if (chance < 0.55) return [title, bracket];
  if (chance < 0.7) return [title];
  if (chance < 0.85) return [title, words];
  return [kind, words];
}

/** @param {Float32Array} weights @param {Float32Array} squares @param {number[]} words @param {number} gold @param {number} importance */
function step(weights, squares, words, gold, importance) {
  const scores = new Float64Array(TYPES);
  for (const word of words) for (let t = 0; t < TYPES; t++) scores[t] += weights[word * TYPES + t];
  const chances = softmax(scores);
  for (let t = 0; t < TYPES; t++) {
    const slope = importance * (chances[t] - (t === gold ? 1 : 0));
    if (Math.abs(slope) < 1e-4) continue;
    for (const word of words) {
      const at = word * TYPES + t;
      squares[at] += slope * slope;
      weights[at] -= (RATE * slope) / Math.sqrt(squares[at]);
    }
  }
  return -importance * Math.log(Math.max(chances[gold], 1e-9));
}

/** The words that matter most: those whose weights differ most, and often. @param {ReturnType<typeof train>} trained */
function pack({ weights, hashes, counts }) {
  const rows = hashes.map((hash, i) => {
    const row = weights.subarray(i * TYPES, (i + 1) * TYPES);
    return { hash, row, worth: (Math.max(...row) - Math.min(...row)) * Math.sqrt(counts.get(hash)) };
  });
  const kept = rows.sort((a, b) => b.worth - a.worth || a.hash - b.hash).slice(0, Number(values.words));
  kept.sort((a, b) => a.hash - b.hash);
  const most = kept.reduce((largest, { row }) => Math.max(largest, ...row.map(Math.abs)), 0);
  const scale = Number((most / 127).toPrecision(6));
  return {
    hashes: Uint32Array.from(kept, ({ hash }) => hash),
    scale,
    values: Int8Array.from(kept.flatMap(({ row }) => [...row].map((w) => Math.round(w / scale)))),
  };
}

function judge() {
  const held = taught.filter((_, i) => i % HELD_OUT === 0);
  /** @type {[string, (e: any) => any][]} */
  const views = [
    ["all", (e) => e],
    ["title only", (e) => ({ title: e.title })],
    ["title without bracket", (e) => ({ title: e.title.replace(/ \([^()]*\)$/, "") })],
  ];
  for (const [name, view] of views) {
    const right = held.filter((e) => classifier.classify(view(e)).type === e.type).length;
    console.log(`held out, ${name}: ${((100 * right) / held.length).toFixed(1)} % of ${held.length}`);
  }
  const typeOf = (/** @type {string} */ title) => {
    const known = byTitle.get(title);
    return known && classifier.classify(known).type;
  };
  for (const [type, row] of Object.entries(compareTypes(gum, typeOf))) {
    const share = ((100 * row.right) / row.mentions).toFixed(1);
    console.log(`GUM train, ${type}: ${share} % of ${row.mentions}; otherwise ${JSON.stringify(row.said)}`);
  }
  if (values.try) showWrong(typeOf);
}

/** @param {(title: string) => string | undefined} typeOf */
function showWrong(typeOf) {
  const counted = new Map();
  for (const mention of gum) {
    const said = typeOf(mention.title);
    if (said === undefined || compareTypes([mention], () => said)[mention.type].right === 1) continue;
    const about = byTitle.get(mention.title)?.description.slice(0, 90);
    const key = `${mention.title}: GUM ${mention.type}, ours ${said} (${about})`;
    counted.set(key, (counted.get(key) ?? 0) + 1);
  }
  for (const [key, count] of [...counted].sort((a, b) => b[1] - a[1]).slice(0, 60)) console.log(count, key);
}

/** @param {ReturnType<typeof pack>} packed */
function moduleOf({ hashes, scale, values: weights }) {
  const bytes = Buffer.concat([Buffer.from(hashes.buffer), Buffer.from(weights.buffer)]);
  return `/** The weights of the classifier of entity types: made by \`node scripts/train-types.mjs\`. */
export const typeWeights = {
  words: ${hashes.length},
  scale: ${scale},
  /** Hashes (32 bits, low byte first), then a signed byte a word and type; base64. */
  bytes:
    "${bytes.toString("base64")}",
};
`;
}
