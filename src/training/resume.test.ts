/** A run that is stopped and taken up again ends in the same bytes as one that was never stopped. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { writePreparedFolder } from "../../test/fixtures/prepared-folder.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { createPreparedWriter } from "../features/prepared-document.js";
import { type RunConfig, readMetrics, readRunConfig, runFiles, writeRunConfig } from "./run-folder.js";
import { createTrainingSettings } from "./settings.js";
import { planRuns, readPlan, resumeAll, startAll } from "./train-all.js";
import { resumeRun, startRun } from "./train-run.js";

const at = temporaryFolder();
const data = join(at, "data");
const place = { folder: data, train: "train", dev: "dev" };
const settings = createTrainingSettings({
  model: { dims: 8, hidden: 6, relations: 2, dropout: 0.2 },
  schedule: { rate: 0.01, evaluateEvery: 1, evaluateEveryLow: 1, mostEpochs: 6, patience: 4, plateau: 2 },
  averaging: 0.9,
  seed: 5,
});
let wanted: Buffer;
beforeAll(async () => {
  await writePreparedFolder(data);
  await startRun(join(at, "whole"), { settings, data: place });
  wanted = readFileSync(runFiles(join(at, "whole")).model);
});

describe("training runs", () => {
  test("two runs with one seed are the same bytes, another seed is not", async () => {
    await startRun(join(at, "again"), { settings, data: place });
    expect(readFileSync(runFiles(join(at, "again")).model).equals(wanted)).toBe(true);
    await startRun(join(at, "other"), { settings: { ...settings, seed: 6 }, data: place });
    expect(readFileSync(runFiles(join(at, "other")).model).equals(wanted)).toBe(false);
  });

  test.each([1, 7, 21, 45, 80])("stopped after %i steps and resumed, the same bytes", async (steps) => {
    const folder = join(at, `stopped-${steps}`);
    const controller = new AbortController();
    let done = 0;
    const stopping = startRun(
      folder,
      { settings, data: place },
      { signal: controller.signal, onProgress: () => ++done === steps && controller.abort() },
    );
    await expect(stopping).rejects.toMatchObject({ code: "cancelled" });
    await resumeRun(folder);
    expect(readFileSync(runFiles(folder).model).equals(wanted)).toBe(true);
    expect(await readMetrics(folder)).toEqual(await readMetrics(join(at, "whole")));
  });

  test("a run that was begun before a setting existed goes on as it began", async () => {
    const folder = join(at, "older");
    const controller = new AbortController();
    const before = { ...settings, model: { ...settings.model, lengthWeight: 0 } };
    const options = { signal: controller.signal, onProgress: () => controller.abort() };
    await expect(startRun(folder, { settings: before, data: place }, options)).rejects.toThrow();
    const { lengthWeight: _, ...model } = before.model;
    const config = { ...(await readRunConfig(folder)), settings: { ...before, model } };
    await writeRunConfig(folder, config as RunConfig);
    await resumeRun(folder);
    await startRun(join(at, "older-whole"), { settings: before, data: place });
    const [resumed, whole] = [folder, join(at, "older-whole")].map((f) => readFileSync(runFiles(f).model));
    expect(resumed.equals(whole)).toBe(true);
  });

  test("a finished run that is resumed stays as it is", async () => {
    const result = await resumeRun(join(at, "whole"));
    expect(readFileSync(runFiles(join(at, "whole")).model).equals(wanted)).toBe(true);
    expect(result.epochs).toBe((await readMetrics(join(at, "whole"))).at(-1)!.epoch);
  });

  test("seeds in parallel workers give the bytes that each gives alone", async () => {
    const folder = join(at, "many");
    const { runs, best } = await startAll(folder, planRuns({ settings, data: place }, [2], 3), {
      workers: 2,
    });
    expect(runs.map((r) => r.name)).toEqual(["seed5", "seed6", "seed7"]);
    expect(readFileSync(runFiles(join(folder, "seed5")).model).equals(wanted)).toBe(true);
    expect(
      readFileSync(runFiles(folder).model).equals(readFileSync(runFiles(join(folder, best)).model)),
    ).toBe(true);
    expect((await resumeAll(folder)).best).toBe(best);
    expect((await readPlan(folder)).length).toBe(3);
  });

  test("documents outside judge the weights that training ended with, not the picked ones twice", async () => {
    const still = { ...settings.schedule, rate: 0.1, lowRate: 0.1, plateau: 0, mostEpochs: 9 };
    const judge = async (falls: boolean) => {
      const plan = { settings: { ...settings, averaging: 0, schedule: { ...still, falls } } };
      const fold = { folds: 3, fold: 2 };
      return (await startRun(join(at, `falls-${falls}`), { ...plan, data: { ...place, fold } })).outside!;
    };
    // the rate is the same in both, so that the weights are; the first keeps its best ones, the second its last
    const [picking, keeping] = [await judge(false), await judge(true)];
    expect(picking.best).not.toBe(picking.last);
    expect(picking.last).toBe(keeping.last);
    expect(keeping.best).toBe(keeping.last);
  });

  test("a folder that holds a run is refused, and so is data that has changed", async () => {
    await expect(startRun(join(at, "whole"), { settings, data: place })).rejects.toThrow(
      /holds a training run/,
    );
    const other = join(at, "changed");
    await startRun(other, {
      settings: { ...settings, schedule: { ...settings.schedule, mostEpochs: 1 } },
      data: place,
    });
    const path = join(data, "dev.jsonl.gz");
    const before = readFileSync(path);
    writeFileSync(path, Buffer.concat([before, before]));
    await expect(resumeRun(other)).rejects.toThrow(/not the file this run was started with/);
    writeFileSync(path, before);
  });

  test("a rate that makes the loss infinite is a sentence, and the checkpoint is still there", async () => {
    const folder = join(at, "nan");
    const wild = { ...settings, schedule: { ...settings.schedule, rate: 1e38, lowRate: 1e38 } };
    await expect(startRun(folder, { settings: wild, data: place })).rejects.toThrow(/loss|NaN|infin/i);
  });

  test("a dev set without gold is refused before any training", async () => {
    const writer = await createPreparedWriter(join(data, "nogold.jsonl.gz"));
    const none = { context: [0], window: [0], left: [], mention: [0], right: [] };
    await writer.write({ mentions: [{ ...none, candidates: [[0, 1]], gold: -1 }] });
    await writer.close();
    const start = startRun(join(at, "nogold"), { settings, data: { ...place, dev: "nogold" } });
    await expect(start).rejects.toThrow(/dev set has no mention with a gold entity/);
  });
});
