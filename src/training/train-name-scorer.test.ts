import { describe, expect, test } from "vitest";
import { createKnowledgeBase } from "../kb/stores/create-knowledge-base.js";
import { english } from "../languages/english.js";
import { Random } from "../math/random.js";
import { loadKernelsSync } from "../math/wasm-kernels-sync.js";
import { spanChances } from "../mentions/cut.js";
import { createMentionFinder } from "../mentions/find-mentions.js";
import { KnownNames } from "../mentions/known-names.js";
import { Lattice } from "../mentions/lattice.js";
import { NameScorer } from "../mentions/name-scorer.js";
import { packScorer, unpackScorer } from "../mentions/scorer-weights.js";
import { analyseText } from "../text/analysed-text.js";
import { type MarkedText, NameExampleReader, Worth } from "./name-examples.js";
import { NameLearner } from "./name-learner.js";
import { thinnedKnowledgeBase } from "./thinned-knowledge-base.js";
import { cutLoss, defaultNameTraining, trainNameScorer } from "./train-name-scorer.js";

const kb = createKnowledgeBase({
  entities: [{ title: "Paris" }, { title: "Rome" }, { title: "Anna Vole", isPerson: true }],
});
const words = {
  d: 3,
  rowOf: (word: string) => ["in", "met", "paris"].indexOf(word),
  readRow: (row: number, out: Float32Array, at: number) =>
    out.set(
      [
        [1, 0, 2],
        [0, 1, 1],
        [2, 1, 0],
      ][row],
      at,
    ),
};
const parts = { kb, language: english };

/** [Name] is a name, with its entity when the knowledge base has one. */
function marked(text: string): MarkedText {
  const names = [...text.matchAll(/\[([^\]]*)\]/g)].map((match, i) => {
    const start = match.index - 2 * i;
    const row = kb.rowOfTitle(match[1]);
    return { start, end: start + match[1].length, entity: row < 0 ? null : row };
  });
  return { text: text.replace(/[[\]]/g, ""), names, closed: true };
}
const texts = [
  "They live in [Paris] and met [Anna Vole] in [Rome].",
  "In [Rome] the Mayor met [Bert Quist].",
  "Nobody met the Mayor. Snow fell in [Paris].",
].map(marked);
const reader = new NameExampleReader(parts);
const examples = texts.flatMap((text) => reader.read(text));
const lesson = { examples, words: reader.words.list, vectors: words };

describe("learning to find names", () => {
  test("the gradient agrees with central differences", () => {
    const kernels = loadKernelsSync({ build: "plain-float64" });
    const sizes = { hidden: 3, rank: 2 };
    const learner = new NameLearner(kernels, lesson, sizes, new Random(7));
    const batch = examples.slice(0, 2);
    const count = batch.reduce((sum, { run }) => sum + run.spans.length, 0);
    const dNames = Float32Array.from({ length: count }, (_, s) => 0.5 - s / count);
    const dWorths = Float32Array.from({ length: count }, (_, s) => s / count);
    const value = () => {
      const { names, worths } = learner.forward(batch);
      return names.reduce((sum, score, s) => sum + dNames[s] * score + dWorths[s] * worths[s], 0);
    };
    learner.backward(learner.forward(batch), dNames, dWorths);
    const step = 1e-4;
    const { parameters, gradient } = learner;
    for (let i = 0; i < parameters.length; i++) {
      const before = parameters[i];
      parameters[i] = before + step;
      const high = value();
      parameters[i] = before - step;
      const low = value();
      parameters[i] = before;
      expect(Math.abs((high - low) / (2 * step) - gradient[i])).toBeLessThan(1e-2);
    }
  });

  test("the gradient of the cuts' loss agrees with central differences, by marks and by what others hold for likely", () => {
    const example = examples[0];
    const count = example.run.spans.length;
    const targets = spanChances(
      example.run,
      Float64Array.from({ length: count }, (_, s) => s - 2),
    ).chances;
    for (const taught of [example, { ...example, targets, weight: 0.3 }]) {
      const scores = Float32Array.from({ length: count }, (_, s) => Math.sin(s));
      const gradient = new Float32Array(count);
      cutLoss(taught, scores, gradient);
      const step = 1 / 64;
      for (let s = 0; s < count; s++) {
        const [high, low] = [step, -step].map((by) =>
          cutLoss(
            taught,
            scores.map((score, i) => (i === s ? score + by : score)),
            new Float32Array(count),
          ),
        );
        expect((taught.weight * (high - low)) / (2 * step)).toBeCloseTo(gradient[s], 3);
      }
    }
  });

  test("a scorer that reads a text scores as it did while it learned, whatever it remembers of words", () => {
    const learner = new NameLearner(loadKernelsSync(), lesson, { hidden: 11, rank: 2 }, new Random(3));
    const scorer = new NameScorer(learner.weights(), words);
    for (const { text } of [...texts, ...texts]) {
      const lattice = new Lattice(analyseText(text), new KnownNames(kb, english));
      const open = scorer.open(lattice);
      const taught = new NameExampleReader(parts, reader.words).read({ text, names: [], closed: true });
      expect(taught.length).toBe(lattice.runs.length);
      lattice.runs.forEach((run, i) => {
        const learned = learner.forward([taught[i]]);
        const found = scorer.score(open, run);
        // what words add is remembered to a two-thousandth
        found.names.forEach((score, s) => {
          expect(score).toBeCloseTo(learned.names[s], 2);
        });
        found.worths.forEach((score, s) => {
          expect(score).toBeCloseTo(learned.worths[s], 2);
        });
      });
    }
  });

  test("what an open text leaves open is learned from scorers that learned before", () => {
    const open = reader.read({ ...marked("Snow fell in Oslo and in Rome."), closed: false });
    const settings = { ...defaultNameTraining, epochs: 60, batch: 2, dropout: 0 };
    const train = (teachers: number) =>
      trainNameScorer({ ...lesson, examples: [...examples, ...open] }, { ...settings, teachers });
    expect(train(1)).not.toEqual(train(0));
    const find = createMentionFinder(kb, { scorer: packScorer(train(1)), words });
    expect(find(analyseText("Snow fell in Oslo and in Rome.")).map(({ start }) => start)).toEqual([13, 25]);
  });

  test("equal seeds give equal weights, and what was taught is found", () => {
    const settings = { ...defaultNameTraining, epochs: 150, batch: 2, dropout: 0, teachers: 1 };
    const scorer = packScorer(trainNameScorer(lesson, settings));
    expect(packScorer(trainNameScorer(lesson, settings))).toEqual(scorer);
    const find = createMentionFinder(kb, { scorer, words });
    for (const { text, names } of texts) {
      const found = find(analyseText(text));
      expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(
        names.map(({ start, end }) => text.slice(start, end)),
      );
      found.forEach(({ worth }, i) => {
        if (names[i].entity === null) expect(worth).toBeLessThan(0.5);
        else expect(worth).toBeGreaterThan(0.5);
      });
    }
  });

  test("an open text says nothing of what it does not mark, where nobody learned before", () => {
    const open = reader.read({ ...texts[0], names: [], closed: false });
    const train = (epochs: number) =>
      trainNameScorer(
        { ...lesson, examples: open },
        { ...defaultNameTraining, epochs, decay: 0, teachers: 0 },
      );
    expect(train(1)).toEqual(train(3));
  });

  test("entities that are left out are strangers", () => {
    const { kb: less, isHidden } = thinnedKnowledgeBase(kb, { hidden: 0.999, counted: true, seed: 1 });
    expect(isHidden(kb.rowOfTitle("Paris"))).toBe(true);
    expect(less.lookup("Paris")).toBeUndefined();
    const [run] = new NameExampleReader({ ...parts, kb: less }).read(marked("They met [Paris]."));
    expect(run.worths).not.toContain(Worth.yes);
  });

  test("weights are packed to 16 bits each, and refused when some are missing", () => {
    const numbers = Float32Array.from({ length: 13 }, (_, i) => i - 6.5);
    const shape = { features: 3, d: 0, rank: 0, hidden: 2 };
    const data = packScorer({ ...shape, numbers: numbers.subarray(0, 12) });
    unpackScorer(data).numbers.forEach((x, i) => {
      expect(Math.abs(x - numbers[i])).toBeLessThan(2e-4);
    });
    expect(() => unpackScorer({ ...data, features: 4 })).toThrow("has 12 weights, wanted 14");
  });
});
