/** The order of dependence: a room of src/ imports only from rooms above it in this list. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const order = [
  "types.ts",
  "errors.ts",
  "files",
  "workers",
  "math",
  "languages",
  "text",
  "corpus",
  "kb",
  "kb/names",
  "kb/stores",
  "kb/build",
  "vectors",
  "candidates",
  "mentions",
  "model",
  "formats/annotated",
  "features",
  "training",
  "evaluation",
  "linker",
  "formats/links",
  "loading",
  "server",
  "cli",
  "index.ts",
  "node.ts",
];

const src = resolve(import.meta.dirname, "../src");

interface Import {
  file: string;
  specifier: string;
  typeOnly: boolean;
}

function sourceFiles(): string[] {
  return readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((f) => f.endsWith(".ts") && !f.endsWith(".test.ts"))
    .map((f) => join(src, f));
}

function importsOf(file: string): Import[] {
  const found: Import[] = [];
  const text = readFileSync(file, "utf8");
  const statement =
    /^(?:import|export)\s+(type\s+)?(?:[^;"']*?\sfrom\s+)?["']([^"']+)["']|import\(\s*["']([^"']+)["']/gm;
  for (const match of text.matchAll(statement)) {
    found.push({ file, specifier: match[2] ?? match[3], typeOnly: Boolean(match[1]) });
  }
  return found;
}

/** The room of src/ a file belongs to: the longest listed folder around it, or its own name at the top. */
function partOf(file: string): string {
  const path = relative(src, file);
  const rooms = order.filter((room) => path === room || path.startsWith(`${room}/`));
  return rooms.reduce((longest, room) => (room.length > longest.length ? room : longest), "");
}

function targetOf(i: Import): string {
  return resolve(dirname(i.file), i.specifier).replace(/\.js$/, ".ts");
}

describe("layering", () => {
  test("every file of src/ has a place in the order", () => {
    for (const file of sourceFiles()) expect(order, file).toContain(partOf(file));
  });

  test("a folder imports only from folders above it", () => {
    const wrong = sourceFiles()
      .flatMap(importsOf)
      .filter((i) => i.specifier.startsWith("."))
      .filter((i) => order.indexOf(partOf(targetOf(i))) > order.indexOf(partOf(i.file)))
      .map((i) => `${relative(src, i.file)} imports ${i.specifier}`);
    expect(wrong).toEqual([]);
  });

  test("no two files have one name, mirrored kernels aside", () => {
    const places = new Map<string, string[]>();
    for (const file of sourceFiles().filter((f) => !partOf(f).startsWith("math"))) {
      places.set(basename(file), [...(places.get(basename(file)) ?? []), relative(src, file)]);
    }
    expect([...places.values()].filter((files) => files.length > 1)).toEqual([]);
  });

  test("the linking core reaches no Node API and no package", () => {
    const seen = new Set<string>();
    const outside: string[] = [];
    const visit = (file: string) => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const i of importsOf(file)) {
        if (i.typeOnly && !i.specifier.startsWith(".")) continue;
        if (i.specifier.startsWith(".")) visit(targetOf(i));
        else outside.push(`${relative(src, file)} imports ${i.specifier}`);
      }
    };
    visit(join(src, "index.ts"));
    expect(outside).toEqual([]);
  });
});
