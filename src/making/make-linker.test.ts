import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { writeSmallCorpus } from "../../test/fixtures/small-corpus.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { loadLinker } from "../loading/load-linker.js";
import { makeLinker, planMake } from "./make-linker.js";
import type { MakeOptions } from "./make-options.js";
import type { PlannedStep } from "./run-steps.js";

const folder = temporaryFolder();
const corpus = join(folder, "corpus.jsonl");
beforeAll(() => writeSmallCorpus(corpus));

const options = (out: string, more: Partial<MakeOptions["settings"]> = {}): MakeOptions => ({
  out: join(folder, out),
  sources: { corpora: [corpus] },
  settings: {
    name: out,
    training: { model: { relations: 2 }, missingGold: "keep", schedule: { mostEpochs: 1, evaluateEvery: 1 } },
    ...more,
  },
  workers: 1,
});

async function make(options: MakeOptions): Promise<PlannedStep[]> {
  const steps: PlannedStep[] = [];
  await makeLinker({ ...options, onStep: (step) => steps.push(step) });
  return steps;
}

const toDo = (steps: PlannedStep[]) => steps.filter((s) => s.state !== "done").map((s) => s.name);
const bytesOf = (out: string) =>
  readdirSync(join(folder, out))
    .sort()
    .map((file) => [file, readFileSync(join(folder, out, file)).toString("base64")]);

describe("mulrel make", () => {
  test("makes a linker out of a corpus alone that finds and links names", async () => {
    const steps = await make(options("first"));
    expect(toDo(steps)).toEqual([
      "words",
      "knowledge-base",
      "entities",
      "parts",
      "documents",
      "training",
      "calibration",
      "linker",
    ]);
    const linker = await loadLinker(join(folder, "first"));
    const text = "Ships brought wool from Arvelo to the harbour of Brenholt.";
    expect(linker.link(text, { nil: 0 }).map((l) => [l.mention, l.candidates.length > 0])).toEqual([
      ["Arvelo", true],
      ["Brenholt", true],
    ]);
    expect(readFileSync(join(folder, "first.work/report.html"), "utf8")).toContain("Accuracy, names given");
    // few held-out links fit no confidence: the shipped linker's serves, and lets enough of them be links to name relations by
    const { relations } = JSON.parse(readFileSync(join(folder, "first/linker.json"), "utf8"));
    expect(relations).toEqual(["place to place", "nobody in particular"]);
  });

  test("losers teach: training looks at more candidates than linking, and makes the right ones likely", () => {
    const read = (file: string) => JSON.parse(readFileSync(join(folder, file), "utf8"));
    const taught = read("first.work/run/config.json").settings;
    expect(taught.selection).toMatchObject({ byPrior: 6, byContext: 6 });
    expect(taught.model).toMatchObject({ sharpness: 10, diversity: 1e-5 });
    expect(read("first/linker.json").settings.candidates).toMatchObject({ byPrior: 3, byContext: 5 });
  });

  test("given again it does nothing; another setting redoes only what depends on it", async () => {
    expect(toDo(await make(options("first")))).toEqual([]);
    const plan = await planMake(options("first", { nil: 0.5 }));
    expect(toDo(plan)).toEqual(["linker"]);
    expect(toDo(await planMake(options("first", { seed: 2 })))).toEqual([
      "training",
      "calibration",
      "linker",
    ]);
  });

  test("a damaged or missing artefact is made again, to the same bytes", async () => {
    const before = bytesOf("first");
    writeFileSync(join(folder, "first.work/prepared/words.safetensors"), "x");
    rmSync(join(folder, "first/linker.json"));
    expect(toDo(await make(options("first")))).toEqual(["parts", "linker"]);
    expect(bytesOf("first")).toEqual(before);
  });

  test("elsewhere it makes the same bytes", async () => {
    await make({ ...options("second"), settings: { ...options("first").settings } });
    expect(bytesOf("second")).toEqual(bytesOf("first"));
    // another OUT with a work folder that is done
    const moved = {
      ...options("third"),
      settings: options("first").settings,
      work: join(folder, "first.work"),
    };
    expect(toDo(await make(moved))).toEqual(["linker"]);
    expect(bytesOf("third")).toEqual(bytesOf("first"));
    await make(options("first"));
  });

  test("of several runs the one in the middle is kept, and more runs go on from those that are there", async () => {
    const steps = await make(options("first", { runs: 2 }));
    expect(toDo(steps)).toEqual(["training", "calibration", "linker"]);
    const weights = (run: string) => readFileSync(join(folder, "first.work/run", run, "model.safetensors"));
    const before = statSync(join(folder, "first.work/run/seed1/model.safetensors")).mtimeMs;
    await make(options("first", { runs: 3 }));
    expect(statSync(join(folder, "first.work/run/seed1/model.safetensors")).mtimeMs).toBe(before);
    const { runs } = JSON.parse(readFileSync(join(folder, "first.work/run/summary.json"), "utf8"));
    const [, middle] = runs.sort((a: { devF1: number }, b: { devF1: number }) => a.devF1 - b.devF1);
    expect(weights("").equals(weights(middle.name))).toBe(true);
    expect(weights("seed1").equals(weights("seed2"))).toBe(false);
    expect(toDo(await make(options("first", { runs: 3 })))).toEqual([]);
    await make(options("first"));
  });

  test("a newer knowledge base takes over words and parameters without training", async () => {
    const steps = await make({
      ...options("newer"),
      sources: { corpora: [corpus], model: join(folder, "first") },
    });
    expect(steps.map((s) => s.name)).not.toContain("training");
    const linker = await loadLinker(join(folder, "newer"));
    expect(linker.link("The bridge of Esker", { nil: 0 })[0].candidates[0].entity.title).toMatch(/^Esker/);
  });

  test("a linker's parts are taken as they are, and its parameters are trained anew", async () => {
    const steps = await make({
      ...options("tuned", { seed: 2 }),
      sources: { corpora: [corpus], parts: join(folder, "first") },
    });
    expect(toDo(steps)).toEqual(["parts", "documents", "training", "calibration", "linker"]);
    const files = (out: string) => new Map(bytesOf(out) as [string, string][]);
    const [before, after] = [files("first"), files("tuned")];
    const same = [...before.keys()].filter((file) => before.get(file) === after.get(file));
    expect(same).toEqual(["entities.safetensors", "knowledge-base.kb", "words.safetensors"]);
    const first = join(folder, "first");
    // either of its two kinds of confidence is an own one or the one taken over, and never lost
    const confidences = (out: string) => {
      const { calibration, catalogueCalibration } = JSON.parse(
        readFileSync(join(folder, out, "linker.json"), "utf8"),
      );
      return [calibration, catalogueCalibration].map(Boolean);
    };
    expect(confidences("tuned")).toEqual(confidences("first"));
    const sources = { corpora: [corpus], parts: first, model: first };
    expect(toDo(await planMake({ ...options("calibrated"), sources }))).toEqual([
      "parts",
      "documents",
      "calibration",
      "linker",
    ]);
  });

  test("a training run becomes a linker", async () => {
    const steps = await make({
      ...options("from-run"),
      sources: {
        run: join(folder, "first.work/run"),
        kb: join(folder, "first.work/prepared/knowledge-base.kb"),
        words: join(folder, "first.work/prepared/words.safetensors"),
        entities: join(folder, "first.work/prepared/entities.safetensors"),
        corpora: [corpus],
      },
    });
    expect(toDo(steps)).toEqual(["words", "entities", "parts", "documents", "calibration", "linker"]);
    const text = "Ships brought wool from Arvelo.";
    const titles = async (name: string) =>
      (await loadLinker(join(folder, name))).link(text, { nil: 0 }).map((l) => l.entity?.title);
    expect(await titles("from-run")).toEqual(await titles("first"));
  });
});

describe("what cannot be made", () => {
  const fails = (sources: MakeOptions["sources"]) => makeLinker({ ...options("bad"), sources });

  test("no sources, a catalogue beside corpora, a run without its tables: a sentence each", async () => {
    await expect(fails({})).rejects.toThrow(/Nothing to make a linker from; name corpora/);
    await expect(fails({ corpora: [corpus], catalogue: ["x.csv"] })).rejects.toThrow(/mulrel kb add/);
    await expect(fails({ run: "run", kb: corpus })).rejects.toThrow(/give the --kb and the --words/);
    const parts = join(folder, "first");
    await expect(fails({ parts, kb: corpus })).rejects.toThrow(/--kb cannot be given beside it/);
    await expect(fails({ parts })).rejects.toThrow(/Nothing to train with beside --parts/);
    await expect(fails({ parts, numbers: [folder] })).rejects.toThrow(/need the --words/);
    await expect(fails({ kb: join(folder, "none.kb") })).rejects.toThrow(/There is no knowledge base/);
  });

  test("a catalogue without titles and annotations of other entities are told", async () => {
    const csv = join(folder, "bad.csv");
    writeFileSync(csv, "label,what\nFalcon,a bicycle\n");
    await expect(fails({ catalogue: [csv] })).rejects.toThrow(/title/);
    const good = join(folder, "good.csv");
    writeFileSync(good, "id,title,description\n1,Falcon,a bicycle\n2,Aurora,a lamp\n");
    const annotated = join(folder, "other.jsonl");
    const mention = { start: 0, end: 6, entity: "Peregrine" };
    writeFileSync(annotated, `${JSON.stringify({ id: "a", text: "Falcon flies", mentions: [mention] })}\n`);
    await expect(fails({ catalogue: [good], annotated: [annotated] })).rejects.toThrow(
      /1 of 1 annotated mention mean entities that the knowledge base does not have, first Peregrine/,
    );
  });
});
