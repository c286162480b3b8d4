import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SelectedDocument } from "../features/model-documents.js";
import { judgeOutside } from "./outside.js";
import type { Trainer } from "./trainer.js";

/** A model of one number: it is right where that number is above 0. */
function trainerOf(best: number, last: number): Trainer {
  const model = {
    parameters: Float32Array.of(last),
    predict: (doc: SelectedDocument) => ({
      scores: doc.mentions.map(() => Float32Array.of(model.parameters[0], 0)),
    }),
  };
  return {
    model,
    settings: { oracle: false },
    bestParameters: Float32Array.of(best),
    // as in a run without an average of weights
    get lastParameters() {
      return Float32Array.from(model.parameters);
    },
  } as unknown as Trainer;
}

test("the last weights are judged by themselves, though the picked ones are judged before", async () => {
  const folder = await mkdtemp(join(tmpdir(), "mulrel-outside-"));
  const mention = { candidates: [0, 1], priors: [0.5, 0.5], gold: 0, goldEntity: 0 };
  const outside = [{ source: 0, mentions: [mention] }] as unknown as SelectedDocument[];
  const { best, last } = await judgeOutside(folder, trainerOf(1, -1), { train: outside, outside });
  expect([best[0].right, last[0].right]).toEqual([1, 0]);
  await rm(folder, { recursive: true });
});
