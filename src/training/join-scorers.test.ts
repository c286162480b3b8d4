import { expect, test } from "vitest";
import { createKnowledgeBase } from "../kb/stores/create-knowledge-base.js";
import { english } from "../languages/english.js";
import { Random } from "../math/random.js";
import { KnownNames } from "../mentions/known-names.js";
import { Lattice } from "../mentions/lattice.js";
import { NameScorer } from "../mentions/name-scorer.js";
import { layoutOf, type NameScorerWeights } from "../mentions/scorer-weights.js";
import { FEATURES } from "../mentions/span-features.js";
import { analyseText } from "../text/analysed-text.js";
import { joinScorers } from "./join-scorers.js";

const vocabulary = ["ada", "brandt", "met", "in", "hallo"];
const words = {
  d: 3,
  rowOf: (word: string) => vocabulary.indexOf(word),
  readRow: (row: number, out: Float32Array, offset: number) => out.set([row, 1, -row], offset),
};

function randomScorer(hidden: number, rank: number, seed: number): NameScorerWeights {
  const random = new Random(seed);
  const shape = { features: FEATURES, d: words.d, rank, hidden };
  const numbers = Float32Array.from({ length: layoutOf(shape).size }, () => random.uniform() - 0.5);
  return { ...shape, numbers };
}

test("scorers joined score what their mean is, whatever their sizes", () => {
  const kb = createKnowledgeBase({ entities: [{ title: "Ada Brandt" }, { title: "Hallo" }] });
  const document = analyseText("Ada Brandt met the Duke of Hallo in Zorvath.");
  const scorers = [randomScorer(8, 2, 1), randomScorer(5, 3, 2), randomScorer(9, 1, 3)];
  const scoresOf = (weights: NameScorerWeights) => {
    const lattice = new Lattice(document, new KnownNames(kb, english));
    const scorer = new NameScorer(weights, words);
    const open = scorer.open(lattice);
    return lattice.runs.flatMap((run) => {
      const { names, worths } = scorer.score(open, run);
      return [...names, ...worths];
    });
  };
  const each = scorers.map(scoresOf);
  const joined = scoresOf(joinScorers(scorers));
  expect(joined.length).toBeGreaterThan(8);
  joined.forEach((score, i) => {
    expect(score).toBeCloseTo(each.reduce((sum, scores) => sum + scores[i], 0) / each.length, 4);
  });
});
