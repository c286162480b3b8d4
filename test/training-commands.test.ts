/** train, eval, analyse and experiment as a user calls them, on a small prepared folder. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { writePreparedFolder } from "./fixtures/prepared-folder.js";
import { temporaryFolder } from "./temporary-folder.js";

const cli = resolve(import.meta.dirname, "../dist/cli/main.js");
const at = temporaryFolder();
const data = join(at, "data");
const run = join(at, "run");
const mulrel = (...args: string[]) => execFileSync(process.execPath, [cli, ...args], { encoding: "utf8" });
const json = (...args: string[]) => JSON.parse(mulrel(...args, "--json"));

beforeAll(async () => {
  await writePreparedFolder(data);
  writeFileSync(
    join(at, "config.json"),
    JSON.stringify({ model: { hidden: 6 }, schedule: { mostEpochs: 3 } }),
  );
  mulrel("train", data, run, "--config", join(at, "config.json"), "--relations", "2", "--rate", "0.01");
});

test("a run keeps its settings, metrics, model and a page that needs no network", () => {
  const config = JSON.parse(readFileSync(join(run, "config.json"), "utf8"));
  expect(config.settings.model).toMatchObject({ hidden: 6, relations: 2, dims: 8 });
  expect(config.settings.schedule).toMatchObject({ rate: 0.01, mostEpochs: 3 });
  expect(Object.keys(config.hashes).length).toBe(4);
  const metrics = readFileSync(join(run, "metrics.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((l) => JSON.parse(l));
  // the rate falls to a fiftieth
  expect(metrics.at(-1)).toMatchObject({ epoch: 3, rate: expect.closeTo(0.0002, 10) });
  const page = readFileSync(join(run, "report.html"), "utf8");
  expect(page).toContain("Relation distances");
  expect(page).not.toMatch(/<(script|link)[^>]+(src|href)=/);
});

test("a finished run can be resumed, an existing folder is refused with exit code 2", () => {
  expect(json("train", "--resume", run).runs.length).toBe(1);
  const again = spawnSync(process.execPath, [cli, "train", data, run], { encoding: "utf8" });
  expect([again.status, again.stderr]).toEqual([2, expect.stringMatching(/holds a training run already/)]);
});

test("eval gives scores, reasons for errors, significance and a page", () => {
  const page = join(at, "errors.html");
  const { results, comparison } = json("eval", data, "--model", run, "--against", run, "--html", page);
  const { micro, errors, mentions, reliability } = results[0];
  const wrong = (Object.values(errors) as number[]).reduce((a, b) => a + b, 0);
  expect(micro.f1).toBeCloseTo(1 - wrong / mentions, 10);
  expect(reliability.bins.length).toBe(10);
  expect(comparison).toMatchObject({ difference: 0, pValue: 1 });
  expect(readFileSync(page, "utf8")).toContain("Every wrong mention");
});

test("eval scores another system's output", () => {
  const gold = {
    id: "1",
    text: "Ulm and Bonn",
    mentions: [
      { start: 0, end: 3, entity: "Ulm" },
      { start: 8, end: 12, entity: "Bonn" },
    ],
  };
  writeFileSync(join(at, "gold.jsonl"), JSON.stringify(gold));
  writeFileSync(join(at, "found.jsonl"), JSON.stringify({ ...gold, mentions: gold.mentions.slice(0, 1) }));
  const { results } = json("eval", join(at, "gold.jsonl"), "--predictions", join(at, "found.jsonl"));
  expect(results[0].micro).toEqual({ precision: 1, recall: 0.5, f1: 2 / 3 });
});

test("analyse tells relation distances and weights of a mention", () => {
  const { analysis, weights } = json("analyse", data, "--model", run, "--document", "1");
  expect(analysis.distancesR.length).toBe(2);
  // both norms: a relation hands out a weight of 1 over mentions, as far as pairs chose it
  for (const k of [0, 1]) {
    const given = weights.others.map((o: { alpha: number[] }) => o.alpha[k]);
    const sum = given.reduce((s: number, a: number) => s + a, weights.padding[k]);
    expect(sum).toBeGreaterThan(0);
    expect(sum).toBeLessThan(1);
  }
  const shares = analysis.perRelation.map((p: { share: number }) => p.share);
  expect(shares[0] + shares[1]).toBeCloseTo(1, 10);
});

test("experiment paper prints every model beside the paper's numbers, and goes on after a stop", () => {
  const out = join(at, "paper");
  const args = [
    "--data",
    data,
    "--out",
    out,
    "--seeds",
    "2",
    "--only",
    "ment-norm-k1",
    "local",
    "--most-epochs",
    "1",
    "--test",
    "dev",
  ];
  const { rows, priorOnly } = json("experiment", "paper", ...args);
  expect(rows.map((r: { name: string }) => r.name)).toEqual(["ment-norm-k1", "local"]);
  expect(rows[0].devF1.values.length).toBe(2);
  expect(rows[0].tests.dev.values).toEqual(rows[0].devF1.values);
  expect(priorOnly).toBeGreaterThan(0);
  expect(existsSync(join(out, "report.html"))).toBe(true);
  expect(mulrel("experiment", "paper", ...args)).toContain("ment-norm (K = 1)");
});

test("experiment paper works for one model and one seed", () => {
  const out = join(at, "paper-of-one");
  const args = ["--data", data, "--out", out, "--seeds", "1", "--only", "local", "--most-epochs", "1"];
  const { rows } = json("experiment", "paper", ...args);
  expect(rows.map((r: { name: string }) => r.name)).toEqual(["local"]);
  expect(existsSync(join(out, "model.safetensors"))).toBe(true);
  expect(mulrel("experiment", "paper", ...args)).toContain("local");
});

test("folds judge every document once and a second call finds all done", () => {
  const out = join(at, "folds");
  const args = ["--data", data, "--out", out, "--seeds", "2", "--folds", "3", "--most-epochs", "1"];
  const call = ["experiment", "paper", ...args, "--only", "ment-norm-k1", "local"];
  const { rows } = json(...call);
  expect(rows.map((r: { name: string }) => r.name)).toEqual(["ment-norm-k1", "local"]);
  expect(rows[0].folds.last.values.length).toBe(6);
  expect(rows[0].folds.seeds.values.length).toBe(2);
  expect(rows[0].folds.documents.length).toBe(28);
  const page = readFileSync(join(out, "report.html"), "utf8");
  expect(page).toContain("on documents outside");
  expect(page).toContain("Dev F1, the worst run of each model");
  expect(mulrel(...call)).toMatch(/ment-norm \(K = 1\).*\n.*local only.*p = /s);
  expect(existsSync(join(out, "model.safetensors"))).toBe(false);
});

test("a second call may ask for more models and seeds, but not for other settings", () => {
  const out = join(at, "growing");
  const call = (seeds: string, epochs: string, ...only: string[]) => {
    const args = ["--seeds", seeds, "--folds", "2", "--most-epochs", epochs, "--only", ...only];
    return ["experiment", "paper", "--data", data, "--out", out, ...args];
  };
  expect(json(...call("1", "1", "local")).rows[0].folds.last.values.length).toBe(2);
  const { rows } = json(...call("2", "1", "local", "agnostic"));
  expect(rows.map((r: { folds: { last: { values: [] } } }) => r.folds.last.values.length)).toEqual([4, 4]);
  const other = spawnSync(process.execPath, [cli, ...call("2", "2", "local")], { encoding: "utf8" });
  expect(other.stderr).toMatch(/has a run local\/fold1-seed1 with other settings; give the flags/);
});

test("training in folds tells the last model's score and the picked one's", () => {
  const out = join(at, "train-folds");
  const { runs } = json("train", data, out, "--folds", "2", "--most-epochs", "1");
  expect(runs.map((r: { name: string }) => r.name)).toEqual(["fold1-seed1", "fold2-seed1"]);
  expect(runs[0].outside.last).toBeGreaterThan(0);
  expect(mulrel("train", "--resume", out)).toMatch(/outside F1, last .*\n.*picked inside/);
});

test("a folder of folds has no model to evaluate, and the sentence names one that has", () => {
  const out = join(at, "folds-to-evaluate");
  mulrel("train", data, out, "--folds", "2", "--most-epochs", "1");
  const asked = (path: string) =>
    spawnSync(process.execPath, [cli, "eval", data, "--model", path], { encoding: "utf8" });
  expect(asked(out)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/folder of folds, each with a model of its own; name one.*fold1-seed1/),
  });
  expect(asked(at).stderr).toMatch(/holds no trained model; name a model file or a training run/);
  expect(asked(join(out, "fold1-seed1")).status).toBe(0);
});

test("a model that was never worth keeping is not evaluated, whatever its number", () => {
  const out = join(at, "never-kept");
  const args = ["--out", out, "--seeds", "1", "--most-epochs", "1", "--threshold", "1"];
  const table = mulrel("experiment", "paper", "--data", data, ...args, "--only", "ment-norm-k3-as-published");
  expect(table).toMatch(/as-published +not evaluated +\d/);
});

test("settings that cannot be are sentences", () => {
  const bad = (...args: string[]) =>
    spawnSync(process.execPath, [cli, "train", ...args], { encoding: "utf8" });
  expect(bad(data, join(at, "x"), "--dropout", "2").stderr).toMatch(
    /--dropout <x>. argument .2. is invalid. Give a number at least 0 and below 1/,
  );
  expect(bad(data, join(at, "x"), "--relations", "0").status).toBe(2);
  expect(bad(join(at, "none"), join(at, "x")).stderr).toMatch(/has no words table/);
});
