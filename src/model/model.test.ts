import { describe, expect, test } from "vitest";
import { LinkingError } from "../errors.js";
import type { Kernels } from "../math/kernels.js";
import { createPlainKernels } from "../math/plain-kernels.js";
import { loadKernelsSync } from "../math/wasm-kernels-sync.js";
import { createConfig, type ModelConfig } from "./config.js";
import { createModel } from "./model.js";
import { createModelFrom, formatModel, parseModel } from "./model-format.js";
import { randomDocument, randomTables } from "./random-document.js";
import { countedAlpha } from "./trace.js";

const d = 12;
const tables = randomTables(1, d, { words: 200, entities: 100, relationWords: 100 });
const shape = { mentions: 9, candidates: 8, words: 30, ragged: true };

function newModel(kernels: Kernels, settings: Partial<ModelConfig> = {}, seed = 1) {
  const model = createModel(kernels, createConfig({ dims: d, hidden: 10, ...settings }), tables);
  model.initialise(seed);
  return model;
}

function join(pieces: Uint8Array[]): ArrayBuffer {
  return new Uint8Array(Buffer.concat(pieces)).buffer;
}

const variants: Partial<ModelConfig>[] = [
  {},
  { relations: 1, padding: false },
  { normalization: "rel-norm", relations: 6 },
  { normalization: "rel-norm", evenInfluence: true },
  { normalization: "both" },
  { normalization: "uniform" },
  { normalization: "local" },
  { asPublished: true },
  { asPublished: true, normalization: "rel-norm" },
];

describe("model", () => {
  test.each(variants)("SIMD and plain float64 give the same scores: %o", (settings) => {
    for (let seed = 0; seed < 5; seed++) {
      const document = randomDocument(seed, shape, tables);
      const plain = newModel(createPlainKernels(Float64Array), settings).predict(document);
      const simd = newModel(loadKernelsSync(), settings).predict(document);
      for (const [i, scores] of plain.scores.entries()) {
        expect(simd.scores[i]).toHaveLength(scores.length);
        for (const [c, score] of scores.entries()) expect(simd.scores[i][c]).toBeCloseTo(score, 4);
      }
    }
  });

  test("one relation of rel-norm with even influence is the relation-agnostic model", () => {
    const kernels = createPlainKernels(Float64Array);
    const even = newModel(kernels, { normalization: "rel-norm", relations: 1, evenInfluence: true });
    const agnostic = newModel(kernels, { normalization: "uniform" });
    for (const { name } of agnostic.layout.parts) agnostic.parameter(name).set(even.parameter(name));
    const document = randomDocument(5, shape, tables);
    const wanted = agnostic.predict(document).scores;
    for (const [i, scores] of even.predict(document).scores.entries()) {
      for (const [c, score] of scores.entries()) expect(score).toBeCloseTo(wanted[i][c], 12);
    }
  });

  test("a document without mentions has no scores and no loss", () => {
    const model = newModel(loadKernelsSync());
    expect(model.predict({ mentions: [] }).scores).toEqual([]);
    expect(model.predict({ mentions: [] }, { trace: true }).trace?.pairs).toEqual([]);
    expect(model.trainStep({ mentions: [] }, { rate: 0.1 })).toBe(0);
  });

  test("a mention without candidates changes nothing for the others", () => {
    const document = randomDocument(3, { ...shape, ragged: false }, tables);
    const lonely = { ...document.mentions[0], candidates: [], priors: [], gold: -1 };
    const model = newModel(loadKernelsSync());
    const without = model.predict(document).scores;
    const withIt = model.predict({ mentions: [lonely, ...document.mentions] }).scores;
    expect(withIt[0]).toHaveLength(0);
    expect(withIt.slice(1)).toEqual(without);
  });

  test("the same seed and documents give the same parameters, bit by bit", () => {
    const train = () => {
      const model = newModel(loadKernelsSync());
      for (let step = 0; step < 6; step++) {
        model.trainStep(randomDocument(step, shape, tables), { rate: 0.01, dropoutSeed: step });
      }
      return Buffer.from(Float32Array.from(model.parameters).buffer);
    };
    expect(train().equals(train())).toBe(true);
  });

  test("prediction does not depend on what was predicted before", () => {
    const model = newModel(loadKernelsSync());
    const document = randomDocument(5, shape, tables);
    const first = model.predict(document).scores;
    model.predict(randomDocument(6, { ...shape, mentions: 40 }, tables));
    expect(model.predict(document).scores).toEqual(first);
  });

  test("training lowers the loss of a document", () => {
    const model = newModel(loadKernelsSync(), { dropout: 0 });
    const document = randomDocument(5, { ...shape, ragged: false }, tables);
    const before = model.computeGradients(document);
    for (let step = 0; step < 200; step++) model.trainStep(document, { rate: 0.01 });
    expect(model.computeGradients(document)).toBeLessThan(before / 2);
  });

  test("memory is given back after each call", () => {
    const model = newModel(loadKernelsSync());
    const document = randomDocument(5, shape, tables);
    model.trainStep(document, { rate: 0.01 });
    const { used } = model.kernels;
    model.trainStep(document, { rate: 0.01 });
    model.predict(document, { trace: true });
    expect(model.kernels.used).toBe(used);
  });

  test("a row outside a table is refused with a sentence", () => {
    const model = newModel(loadKernelsSync());
    const document = randomDocument(5, { ...shape, ragged: false }, tables);
    document.mentions[2].words = [7, 999];
    expect(() => model.predict(document)).toThrow(/row 999 of the word table, which has rows 0 to 199/);
    document.mentions[2] = { ...document.mentions[1], gold: 8 };
    expect(() => model.predict(document)).toThrow(/candidate 8 is right, but it has 8/);
    document.mentions[2] = { ...document.mentions[1], priors: document.mentions[1].candidates, gold: 0 };
    document.mentions[2].priors = Float64Array.from(document.mentions[1].priors, () => Number.NaN);
    expect(() => model.predict(document)).toThrow(/candidate 0 the prior NaN/);
    document.mentions[2] = { ...document.mentions[1], priors: [1] };
    expect(() => model.predict(document)).toThrow(/8 candidates and 1 priors/);
  });

  test("numbers that are none are refused, which leaves the parameters alone", () => {
    const broken = {
      ...tables,
      entities: {
        ...tables.entities,
        readRow: (_: number, out: Float32Array | Float64Array, at: number) =>
          out.fill(Number.NaN, at, at + d),
      },
    };
    const model = createModel(loadKernelsSync(), createConfig({ dims: d }), broken);
    model.initialise(1);
    const before = model.parameters.slice();
    const document = randomDocument(5, { ...shape, ragged: false }, tables);
    expect(() => model.trainStep(document, { rate: 0.1 })).toThrow(/came out as NaN or infinity/);
    expect(model.parameters.slice()).toEqual(before);
  });
});

describe("parameters that are no numbers", () => {
  test.each([
    "rel_embs",
    "ew_embs",
    "ctx_layer.0.weight",
    "pad_ctx_vec",
    "pad_ent_emb",
    "score_combine.0.bias",
  ] as const)("%s", (name) => {
    const model = newModel(loadKernelsSync());
    model.parameter(name)[3] = Number.NaN;
    const document = randomDocument(5, { ...shape, ragged: false }, tables);
    expect(() => model.predict(document)).toThrow(/NaN or infinity/);
  });
});

describe("long documents", () => {
  const document = randomDocument(9, { ...shape, mentions: 30, ragged: false }, tables);

  test.each([{}, { normalization: "rel-norm" }, { normalization: "both" }] as Partial<ModelConfig>[])(
    "neighbours that cover everybody give the exact scores: %o",
    (settings) => {
      const exact = newModel(createPlainKernels(Float64Array), { ...settings, neighbours: 100 });
      // fewer than the others there are: the bounded path runs, and leaves out one or two neighbours
      const covering = newModel(createPlainKernels(Float64Array), { ...settings, neighbours: 30 });
      const bounded = newModel(createPlainKernels(Float64Array), { ...settings, neighbours: 28 });
      const wanted = exact.predict(document).scores;
      expect(covering.predict(document).scores).toEqual(wanted);
      for (const [i, scores] of bounded.predict(document).scores.entries()) {
        for (const [c, score] of scores.entries()) expect(score).toBeCloseTo(wanted[i][c], 2);
      }
    },
  );

  test("relation weights over the neighbours kept sum to one", () => {
    const trace = newModel(loadKernelsSync(), { neighbours: 5 }).predict(document, { trace: true }).trace!;
    const sums = new Float64Array(31);
    for (const { left, right, alphaLeft, alphaRight } of trace.pairs) {
      sums[left] += alphaLeft[1];
      sums[right] += alphaRight[1];
    }
    for (const sum of sums) expect(sum).toBeCloseTo(1, 5);
  });

  test("gradients do not depend on how many neighbours prediction keeps", () => {
    const gradients = [100, 3].map((neighbours) => {
      const model = newModel(loadKernelsSync(), { neighbours });
      model.computeGradients(document);
      return model.trainingState.gradients.slice();
    });
    expect(gradients[1]).toEqual(gradients[0]);
  });

  test("without relations the nearest in the text are kept", () => {
    const model = newModel(loadKernelsSync(), { normalization: "uniform", neighbours: 6 });
    const { trace } = model.predict(document, { trace: true });
    for (const { left, right } of trace!.pairs) expect(right - left).toBeLessThanOrEqual(3);
  });

  test("fewer neighbours keep fewer pairs", () => {
    const trace = newModel(loadKernelsSync(), { neighbours: 3 }).predict(document, { trace: true }).trace!;
    expect(trace.pairs.length).toBeLessThan(31 * 3 * 3);
    for (const pair of trace.pairs) expect(pair.left).toBeLessThan(pair.right);
  });
});

describe("trace", () => {
  const document = randomDocument(4, shape, tables);
  const { trace, scores } = newModel(loadKernelsSync()).predict(document, { trace: true });

  test("attention weights sum to one over the words kept", () => {
    for (const [i, { words }] of trace!.mentions.entries()) {
      if (document.mentions[i].candidates.length === 0 || document.mentions[i].words.length === 0) continue;
      expect(words.length).toBe(Math.min(25, document.mentions[i].words.length));
      expect(words.reduce((sum, w) => sum + w.weight, 0)).toBeCloseTo(1, 5);
    }
  });

  test("relation weights of a mention sum to one over the others", () => {
    const sums = new Map<number, number>();
    const add = (i: number, alpha: Float64Array) => sums.set(i, (sums.get(i) ?? 0) + alpha[0]);
    for (const { left, right, alphaLeft, alphaRight } of trace!.pairs) {
      add(left, alphaLeft);
      add(right, alphaRight);
    }
    for (const sum of sums.values()) expect(sum).toBeCloseTo(1, 5);
  });

  test("with both norms what counts of the weights of a pair is what couples it, with one norm all of them", () => {
    const both = newModel(loadKernelsSync(), { normalization: "both" }).predict(document, { trace: true });
    for (const pair of both.trace!.pairs) {
      const counted = countedAlpha(pair, "left", 1, "both") + countedAlpha(pair, "right", 1, "both");
      expect(counted).toBeCloseTo(pair.coupling[1], 6);
    }
    for (const pair of trace!.pairs)
      expect(countedAlpha(pair, "left", 1, "ment-norm")).toBe(pair.alphaLeft[1]);
  });

  test("beliefs of the last loop are the final ones, and there is one set for each loop", () => {
    expect(trace!.beliefs).toHaveLength(11);
    for (const [i, belief] of trace!.beliefs[10].entries()) {
      expect(belief).toHaveLength(scores[i].length);
      for (const [c, q] of belief.entries()) expect(q).toBeCloseTo(trace!.mentions[i].belief[c], 4);
    }
  });
});

describe("model files", () => {
  const origin = { seed: 1, tables: { words: "aa" }, build: "simd" as const };

  test("a model written and read again predicts the same", () => {
    const model = newModel(loadKernelsSync());
    const stored = parseModel(join(formatModel(model, origin)));
    expect(stored.origin).toEqual(origin);
    const again = createModelFrom(loadKernelsSync(), stored, tables, { words: "aa" });
    const document = randomDocument(5, shape, tables);
    expect(again.predict(document).scores).toEqual(model.predict(document).scores);
  });

  test("other tables than it was trained with are refused", () => {
    const stored = parseModel(join(formatModel(newModel(loadKernelsSync()), origin)));
    expect(() => createModelFrom(loadKernelsSync(), stored, tables, { words: "bb" })).toThrow(
      /trained with another words table/,
    );
    const narrow = randomTables(1, 8, { words: 5, entities: 5, relationWords: 5 });
    expect(() => createModelFrom(loadKernelsSync(), stored, narrow)).toThrow(
      /vectors of 8 numbers, the model wants 12/,
    );
  });

  test("a file with a missing, misshapen or foreign tensor says which", () => {
    const bytes = Buffer.from(join(formatModel(newModel(loadKernelsSync()), origin))).toString("latin1");
    // as of the first version, which had no digest
    const plain = bytes.replace('"digest"', '"nobody"').replace('"version":"2"', '"version":"1"');
    const edited = (from: string, to: string) =>
      new Uint8Array(Buffer.from(plain.replace(from, to), "latin1")).buffer as ArrayBuffer;
    expect(() => parseModel(edited('"ew_embs"', '"ew_emb!"'))).toThrow(
      /ew_embs \[3,12\] is missing; ew_emb! is not/,
    );
    expect(() => parseModel(edited("mulrel-model", "mulrel-other"))).toThrow(/format is "mulrel-other"/);
  });

  test("any changed bit of a file is noticed", () => {
    const whole = new Uint8Array(join(formatModel(newModel(loadKernelsSync()), origin)));
    for (let bit = 0; bit < 8 * whole.length; bit += 97) {
      const bytes = whole.slice();
      bytes[bit >> 3] ^= 1 << (bit & 7);
      expect(() => parseModel(bytes.buffer), `bit ${bit}`).toThrow(LinkingError);
    }
  });

  test("settings that cannot work are refused with a sentence", () => {
    expect(() => createConfig({ relations: 0 })).toThrow(
      /relations is 0; it must be a whole number of at least 1/,
    );
    expect(() => createConfig({ messageMix: 0 })).toThrow(/messageMix/);
    expect(() => createConfig({ colour: 1 } as never)).toThrow(/no setting "colour"/);
  });
});
