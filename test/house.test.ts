/** Rules of the house that a machine can hold: short functions, few parameters, files that open with their job. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { type FunctionShape, functionsOf } from "./functions-of.js";

const root = resolve(import.meta.dirname, "..");
const MOST_LINES = 60;
const MOST_PARAMETERS = 6;

/** Code that is ours and not generated; tests are free to be long. */
function sourceFiles(): string[] {
  return ["src", "scripts", "bench", "web"]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((f) => join(folder, f)),
    )
    .filter((path) => /\.(ts|mjs)$/.test(path) && !/generated|\.test\.ts$|\.d\.ts$/.test(path));
}

function offenders(isWrong: (shape: FunctionShape) => boolean): string[] {
  return sourceFiles().flatMap((path) =>
    functionsOf(join(root, path))
      .filter(isWrong)
      .map(
        ({ name, line, lines, parameters }) =>
          `${path}:${line} ${name}, ${lines} lines, ${parameters} parameters`,
      ),
  );
}

describe("the house", () => {
  test("has no function of more than 60 lines", () => {
    expect(offenders(({ lines }) => lines > MOST_LINES)).toEqual([]);
  });

  test("has no function with more than 6 parameters", () => {
    expect(offenders(({ parameters }) => parameters > MOST_PARAMETERS)).toEqual([]);
  });

  test("opens every file with a sentence on its job", () => {
    const silent = sourceFiles().filter((path) => {
      const text = readFileSync(join(root, path), "utf8").replace(/^#!.*\n/, "");
      return !/^(\/\*\*|\/\/)\s+(\* )?\S/.test(text);
    });
    expect(silent).toEqual([]);
  });

  test("keeps its core silent: no printing, no clock, no random numbers but seeded ones", () => {
    const core = sourceFiles().filter(
      (path) => /^src\/(?!cli\/|server\/)/.test(path) && !path.endsWith("-worker.ts"),
    );
    const wrong = core.filter((path) => {
      const code = readFileSync(join(root, path), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
      return /\bconsole\.|\bMath\.random\(|\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(/.test(code);
    });
    expect(wrong).toEqual([]);
  });
});
