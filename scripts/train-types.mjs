// Trains the classifier of entity types on openings of pages and writes src/kb/types/type-weights.ts. node scripts/train-types.mjs [--data FOLDER] [--model FOLDER] [--slots N] [--epochs N] [--most N] [--try]. Needs `npm run build`.
// The teacher is a list of nouns (scripts/types/kinds.mjs): "X is a Dutch painter". Each example is learned from with and without what taught it, so that other words count, too. GUM's training part judges; --try writes nothing.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { subjectPhrase } from "../dist/corpus/subject-phrase.js";
import { writeFileAtomically } from "../dist/files/atomic-file.js";
import { slotsOf, softmax, TypeClassifier } from "../dist/kb/types/type-classifier.js";
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
    slots: { type: "string", default: "32768" },
    epochs: { type: "string", default: "3" },
    most: { type: "string", default: "20000" },
    try: { type: "boolean", default: false },
  },
});
const SLOTS = Number(values.slots);
const TYPES = entityTypes.length;
const RATE = 0.3;
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

const weights = train(capped(taught.filter((_, i) => i % HELD_OUT !== 0)));
const packed = pack(weights);
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

/** Multinomial logistic regression by AdaGrad; equal seed and data give equal weights. @param {typeof taught} given */
function train(given) {
  const weights = new Float32Array(SLOTS * TYPES);
  const squares = new Float32Array(SLOTS * TYPES).fill(1e-4);
  const random = new Random(1);
  const order = given.map((_, i) => i);
  const read = given.map((example) => typeFeatures(example).features);
  // rare types count more, though less than in proportion
  const perType = entityTypes.map((type) => given.filter((e) => e.type === type).length);
  const weightOf = perType.map((n) => Math.sqrt(given.length / TYPES / n));
  for (let epoch = 0; epoch < Number(values.epochs); epoch++) {
    random.shuffle(order);
    let loss = 0;
    for (const i of order) {
      const gold = entityTypes.indexOf(/** @type {any} */ (given[i].type));
      const slots = slotsOf(lessen(read[i], random.uniform()), SLOTS);
      loss += step(weights, squares, slots, gold, weightOf[gold]);
    }
    console.log(`epoch ${epoch + 1}: loss ${(loss / order.length).toFixed(4)}`);
  }
  return weights;
}

/** All of it, or without the noun that taught it, or the title alone. @param {import("../dist/kb/types/type-features.js").TypeFeatures} features @param {number} chance */
function lessen(features, chance) {
  if (chance < 0.4) return features;
  if (chance < 0.55) return { title: features.title, bracket: features.bracket };
  if (chance < 0.7) return { title: features.title };
  if (chance < 0.85) return { title: features.title, words: features.words };
  return { ...features, kind: features.kind.filter((word) => !/^[hp]:/.test(word)), bracket: [] };
}

/** @param {Float32Array} weights @param {Float32Array} squares @param {number[]} slots @param {number} gold @param {number} importance */
function step(weights, squares, slots, gold, importance) {
  const scores = new Float64Array(TYPES);
  for (const slot of slots) for (let t = 0; t < TYPES; t++) scores[t] += weights[slot * TYPES + t];
  const chances = softmax(scores);
  for (let t = 0; t < TYPES; t++) {
    const slope = importance * (chances[t] - (t === gold ? 1 : 0));
    if (Math.abs(slope) < 1e-4) continue;
    for (const slot of slots) {
      const at = slot * TYPES + t;
      squares[at] += slope * slope;
      weights[at] -= (RATE * slope) / Math.sqrt(squares[at]);
    }
  }
  return -importance * Math.log(Math.max(chances[gold], 1e-9));
}

/** @param {Float32Array} weights */
function pack(weights) {
  const most = weights.reduce((largest, w) => Math.max(largest, Math.abs(w)), 0);
  const scale = Number((most / 127).toPrecision(6));
  return { slots: SLOTS, scale, values: Int8Array.from(weights, (w) => Math.round(w / scale)) };
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
function moduleOf({ slots, scale, values: bytes }) {
  return `/** The weights of the classifier of entity types: made by \`node scripts/train-types.mjs\`. */
export const typeWeights = {
  slots: ${slots},
  scale: ${scale},
  /** One signed byte a weight, base64. */
  values:
    "${Buffer.from(bytes.buffer).toString("base64")}",
};
`;
}
