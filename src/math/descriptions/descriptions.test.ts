/** What follows from the descriptions: the assembly has their signatures, the checks hold their bounds. */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { createGraph } from "../../../test/kernel-graph.js";
import { builds } from "../../../test/kernel-twins.js";
import { type Kernels, NONE } from "../kernels.js";
import { loadKernelsSync } from "../wasm-kernels-sync.js";
import { kernelDescriptions } from "./all.js";
import type { Argument, KernelDescription } from "./describe.js";

const kernels: [string, KernelDescription][] = Object.entries(kernelDescriptions);

/** The type an argument has in the assembly. */
function assemblyType({ kind }: Argument): string {
  if (kind === "float32") return "f32";
  if (kind === "float64") return "f64";
  return kind === "flag" ? "bool" : "i32";
}

const assembly = resolve(import.meta.dirname, "../../../assembly");
const sources = readdirSync(assembly)
  .filter((file) => file.endsWith(".ts"))
  .map((file) => readFileSync(resolve(assembly, file), "utf8"))
  .join("\n");

describe("the assembly", () => {
  test.each(kernels)("%s has the arguments described, by name, order and type", (name, description) => {
    const [, parameters, result] =
      new RegExp(`^export function ${name}\\(([^)]*)\\): (\\w+) \\{`, "m").exec(sources) ?? [];
    const found = parameters?.split(",").map((parameter) => parameter.trim());
    expect(found?.filter(Boolean)).toEqual(
      description.arguments.map((argument) => `${argument.name}: ${assemblyType(argument)}`),
    );
    expect(result).toBe(description.returns);
  });

  test("exports what is described and nothing else", () => {
    const index = readFileSync(resolve(assembly, "index.ts"), "utf8");
    const exported = [...index.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names]) =>
      names.split(",").map((name) => name.trim()),
    );
    expect(exported.filter(Boolean).sort()).toEqual(kernels.map(([name]) => name).sort());
  });
});

describe("a description", () => {
  test.each(kernels)("of %s names each argument once and tables and distances that exist", (_, described) => {
    const names = described.arguments.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const kindOf = (name: string) => described.arguments.find((argument) => argument.name === name)?.kind;
    for (const argument of described.arguments) {
      if (argument.kind === "matrix") expect(kindOf(argument.distance)).toBe("distance");
      if (argument.kind !== "rowNumbers") continue;
      for (const table of argument.tables) expect(kindOf(table)).toBe("table");
    }
  });

  test.each(kernels)("of %s has a further check where an extent is told by memory", (_, described) => {
    const isTold = described.arguments.some(({ kind }) => kind === "told");
    if (isTold) expect(described.furtherCheck).toBe(true);
  });
});

const ROOM = 600;
const SIZE = 2;

/** Arguments that fit: every size is SIZE, every array has ROOM zeros, every list of row numbers names row 0. */
function fittingArguments(k: Kernels, { arguments: described }: KernelDescription): Map<string, unknown> {
  const fitting = ({ name, kind }: Argument): number | boolean => {
    if (kind === "size") return SIZE;
    if (kind === "distance") return 2 * SIZE;
    if (kind === "int32") return NONE;
    if (kind === "flag") return false;
    if (kind === "float32" || kind === "float64") return name === "step" || name === "seed" ? 1 : 0.3;
    if (kind === "graph") return createGraph(k, [3, 4], false).address;
    const address = k.allocZero(ROOM);
    // lists of one number each
    if (name === "counts") k.ints.fill(1, address, address + ROOM);
    return address;
  };
  return new Map(described.map((argument) => [argument.name, fitting(argument)]));
}

function call(k: Kernels, name: string, { call }: KernelDescription, values: Map<string, unknown>): unknown {
  const kernel = k[name as keyof Kernels] as (...args: unknown[]) => unknown;
  return call === "names" ? kernel(Object.fromEntries(values)) : kernel(...values.values());
}

describe.each(builds)("the %s build", (build) => {
  const k = loadKernelsSync({ build });
  const far = 2 ** 29;

  test.each(kernels)("%s takes what fits and refuses each argument that does not", (name, described) => {
    const mark = k.mark();
    const values = fittingArguments(k, described);
    expect(() => call(k, name, described, values)).not.toThrow();
    for (const argument of described.arguments) {
      const isArray = !["distance", "int32", "float32", "float64", "flag", "size"].includes(argument.kind);
      if (!isArray && argument.kind !== "size") continue;
      for (const bad of isArray ? [far, -5, 2.5, Number.NaN] : [-1, 1.5, 2 ** 31, Number.NaN]) {
        const one = new Map(values).set(argument.name, bad);
        const refusal = expect.objectContaining({
          code: "shape-mismatch",
          message: expect.stringMatching(new RegExp(`^${name}: .*`)),
        });
        expect(() => call(k, name, described, one), `${argument.name} = ${bad}`).toThrow(refusal);
      }
      if ("orNone" in argument) {
        expect(() => call(k, name, described, new Map(values).set(argument.name, NONE))).not.toThrow();
      }
    }
    k.release(mark);
  });
});
