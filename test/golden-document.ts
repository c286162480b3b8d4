/** Reads one file of the published code's numbers and makes the model it describes. */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Kernels } from "../src/math/kernels.js";
import { createConfig, type Normalization } from "../src/model/config.js";
import type { ModelDocument } from "../src/model/document.js";
import { createModel, type Model } from "../src/model/model.js";
import type { RowSource } from "../src/model/tables.js";

interface Tensor {
  shape: number[];
  data: number[];
}

export interface GoldenFile {
  name: string;
  variant: { normalization: Normalization; relations: number; padding: boolean; oracle: boolean };
  settings: {
    dims: number;
    hidden: number;
    top_words: number;
    margin: number;
    loops: number;
    message_mix: number;
    lambda: number;
  };
  tables: Record<"word" | "entity" | "relation_word", Tensor>;
  document: {
    context_words: number[][];
    candidates: number[][];
    prior: number[][];
    gold: number[];
    left: number[][];
    mention: number[][];
    right: number[][];
  };
  max_candidates: number;
  parameters: Record<string, Tensor>;
  expected: {
    scores: number[][];
    loss: number;
    gradients: Record<string, Tensor | null>;
    relation_weights?: Tensor;
    local_scores?: number[][];
    adam?: { learning_rate: number; losses: number[]; parameters: Record<string, Tensor> };
  };
}

const folder = resolve(import.meta.dirname, "golden");

export function goldenFiles(): GoldenFile[] {
  return readdirSync(folder).map((f) => JSON.parse(readFileSync(resolve(folder, f), "utf8")) as GoldenFile);
}

function rowsOf({ shape, data }: Tensor): RowSource {
  const [rows, d] = shape;
  return {
    rows,
    d,
    readRow: (row, out, offset) => {
      for (let l = 0; l < d; l++) out[offset + l] = data[row * d + l];
    },
  };
}

export function goldenModel(kernels: Kernels, golden: GoldenFile): Model {
  const { variant, settings, tables } = golden;
  const config = createConfig({
    normalization: variant.normalization,
    relations: variant.relations,
    padding: variant.padding,
    dims: settings.dims,
    hidden: settings.hidden,
    topWords: settings.top_words,
    margin: settings.margin,
    loops: settings.loops,
    messageMix: settings.message_mix,
    diversity: settings.lambda,
    dropout: 0,
    asPublished: true,
  });
  const model = createModel(kernels, config, {
    words: rowsOf(tables.word),
    entities: rowsOf(tables.entity),
    relationWords: rowsOf(tables.relation_word),
  });
  for (const { name } of model.layout.parts) model.parameter(name).set(golden.parameters[name].data);
  return model;
}

export function goldenDocument({ document }: GoldenFile): ModelDocument {
  return {
    mentions: document.candidates.map((candidates, i) => ({
      candidates,
      priors: document.prior[i],
      words: document.context_words[i],
      left: document.left[i],
      middle: document.mention[i],
      right: document.right[i],
      gold: document.gold[i],
    })),
  };
}
