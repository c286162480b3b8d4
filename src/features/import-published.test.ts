/** Models saved by torch itself (test/fixtures/published) give the published code's own scores (test/golden). */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { goldenDocument, goldenFiles, goldenModel } from "../../test/golden-document.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { createPlainKernels } from "../math/plain-kernels.js";
import { loadModel } from "../model/model-file.js";
import { createModelFrom } from "../model/model-format.js";
import { openVectorTable } from "../vectors/vector-file.js";
import { importPublishedModel } from "./import-published.js";

const fixtures = resolve(import.meta.dirname, "../../test/fixtures/published");
const at = temporaryFolder();
const goldenOf = (name: string) => goldenFiles().find((g) => g.name === name)!;

/** Largest difference between the scores of two lists of candidates. */
function apart(found: ArrayLike<number>[], wanted: ArrayLike<number>[]): number {
  return Math.max(...found.flatMap((own, i) => Array.from(own, (x, e) => Math.abs(x - wanted[i][e]))));
}

describe("models of the published code", () => {
  test("one with its tables, saved by an old torch, has the published scores to 1e-5", async () => {
    const out = join(at, "old");
    const { config, files } = await importPublishedModel(join(fixtures, "old"), out);
    expect(files).toEqual([
      "model.safetensors",
      "words.safetensors",
      "entities.safetensors",
      "relation-words.safetensors",
    ]);
    expect(config).toMatchObject({
      normalization: "ment-norm",
      relations: 3,
      padding: true,
      messageMix: 0.3,
    });
    const golden = goldenOf("ment-norm-k3-pad");
    const [words, entities, relationWords] = await Promise.all(
      files.slice(1).map((file) => openVectorTable(join(out, file))),
    );
    expect(entities.name(4)).toBe("Entity 4");
    const stored = await loadModel(join(out, "model.safetensors"));
    const model = createModelFrom(createPlainKernels(Float64Array), stored, {
      words,
      entities,
      relationWords,
    });
    const { scores } = model.predict(goldenDocument(golden));
    expect(apart(scores, golden.expected.scores)).toBeLessThan(1e-5);
  });

  test("one without tables, saved by a new torch as an archive, has them as well", async () => {
    const out = join(at, "new");
    const { config, files } = await importPublishedModel(join(fixtures, "new"), out);
    expect(files).toEqual(["model.safetensors"]);
    expect(config).toMatchObject({ normalization: "rel-norm", relations: 6, padding: false });
    const golden = goldenOf("rel-norm-k6");
    const kernels = createPlainKernels(Float64Array);
    const { tables } = goldenModel(kernels, golden);
    const model = createModelFrom(kernels, await loadModel(join(out, "model.safetensors")), tables);
    expect(apart(model.predict(goldenDocument(golden)).scores, golden.expected.scores)).toBeLessThan(1e-5);
  });

  test("a file that asks for code to be run is refused in a sentence and nothing runs", async () => {
    const folder = join(at, "evil");
    mkdirSync(folder, { recursive: true });
    const trace = join(folder, "ran");
    // what pickle.dumps writes for an object whose __reduce__ is (os.system, ("touch …",))
    const pickle = `\x80\x02cposix\nsystem\nX${lengthOf(`touch ${trace}`)}touch ${trace}\x85R.`;
    const old = readFileSync(join(fixtures, "old.state_dict"));
    const head = old.subarray(0, old.indexOf("ccollections\nOrderedDict") - 2);
    writeFileSync(join(folder, "model.state_dict"), Buffer.concat([head, Buffer.from(pickle, "latin1")]));
    writeFileSync(join(folder, "model.config"), "{}");
    await expect(importPublishedModel(join(folder, "model"), join(folder, "out"))).rejects.toThrow(
      /something else than a dictionary of tensors|no readable pickle/,
    );
    expect(() => execFileSync("ls", [trace], { stdio: "pipe" })).toThrow();
  });

  test.each(["old", "new"])(
    "the %s file cut or changed anywhere is an error that is a sentence",
    async (name) => {
      const folder = join(at, `cut-${name}`);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "m.config"), readFileSync(join(fixtures, `${name}.config`)));
      const whole = readFileSync(join(fixtures, `${name}.state_dict`));
      for (let cut = 1; cut < whole.length; cut += Math.ceil(whole.length / 40)) {
        writeFileSync(join(folder, "m.state_dict"), whole.subarray(0, cut));
        await expect(importPublishedModel(join(folder, "m"), join(folder, "out"))).rejects.toMatchObject({
          code: "bad-file",
        });
      }
    },
  );
});

/** A text's length as pickle writes it. */
function lengthOf(text: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(text.length);
  return bytes.toString("latin1");
}
