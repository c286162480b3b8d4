/** The reference of the API is what the declarations say, every public function shows how it is called, and all that is shown compiles. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { readApi, renderApi } from "../scripts/api-docs.mjs";
import { compileAgainstPackage } from "./compile-against-package.js";

const root = resolve(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** TypeScript between ```ts and ``` in a text. */
function snippets(text: string): string[] {
  return [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code);
}

/** Documents that people wrote; those of docs/api are made of doc comments. */
function documents(): string[] {
  const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
  return [
    "README.md",
    "examples/README.md",
    ...docs.filter((f) => /\.md$/.test(f)).map((f) => join("docs", f)),
  ].filter((path) => !path.startsWith("docs/api/"));
}

/** TypeScript's own names, and what is passed on but not looked into: kernels, models, prepared rows, pools. */
const insideOnly = new Set(
  "Record Readonly Partial Pick Omit ReadonlyMap ReadonlySet Iterable AsyncIterable AsyncGenerator IterableIterator ArrayLike ArrayBufferLike".split(
    " ",
  ),
);
for (const name of "KernelMemory KernelFunctions TableName PagePatterns TitlePatterns ScorerShape ByteSource".split(
  " ",
))
  insideOnly.add(name);
for (const name of "LazyBytes Layers Model SelectedDocument PreparedDocument PreparedTables PreparedCounts LinkPool".split(
  " ",
))
  insideOnly.add(name);

describe("the reference of the API", () => {
  test("is current; `npm run docs` makes it so", () => {
    const pages = renderApi(root);
    expect(readdirSync(join(root, "docs/api")).sort()).toEqual([...pages.keys()].sort());
    for (const [name, text] of pages) expect(read(join("docs/api", name)), name).toBe(text);
  });

  test("has an example for every function and class", () => {
    const bare = readApi(root)
      .flatMap(({ entries }) => entries)
      .filter(({ kind, isValue, doc }) => (isValue || kind === "class") && snippets(doc).length === 0)
      .map(({ name }) => name);
    expect(bare).toEqual([]);
  });

  test("exports the types that its functions and records name, what is inside aside", () => {
    const api = readApi(root).flatMap(({ entries }) => entries);
    const exported = new Set(api.map(({ name }) => name));
    const unnamed = api
      .filter(({ kind, isValue }) => kind === "type" || (isValue && kind === "function"))
      .flatMap(({ declaration }) => {
        const code = declaration.replace(/\/\*[\s\S]*?\*\//g, "").replace(/"[^"]*"/g, "");
        return [...code.matchAll(/(?:[:<|&,([]\s?|extends\s|=>\s|readonly\s)([A-Z]\w+)/g)].map(
          ([, name]) => name,
        );
      })
      .filter((name) => !exported.has(name) && !(name in globalThis) && !insideOnly.has(name));
    expect([...new Set(unnamed)]).toEqual([]);
  });

  test("stays small: the entry points of linking have a dozen functions at most", () => {
    const sizes = readApi(root).map(({ name, entries }) => [name, entries.filter((e) => e.isValue).length]);
    for (const [name, size] of sizes)
      expect(size, String(name)).toBeLessThanOrEqual(name === "train" ? 36 : 14);
  });
});

describe("TypeScript in doc comments and documents", () => {
  test("compiles strictly against the package", () => {
    const files: Record<string, string> = {};
    for (const { entries } of readApi(root)) {
      for (const { name, doc } of entries) {
        snippets(doc).forEach((code, i) => {
          files[`${name}-${i}.ts`] = code;
        });
      }
    }
    for (const path of documents()) {
      snippets(read(path)).forEach((code, i) => {
        files[`${path.replace(/\W/g, "-")}-${i}.ts`] = code;
      });
    }
    expect(Object.keys(files).length).toBeGreaterThan(50);
    const isolated = Object.entries(files).map(([name, code]) => [
      name,
      /^(import|export) /m.test(code) ? code : `${code}export {};\n`,
    ]);
    expect(compileAgainstPackage(Object.fromEntries(isolated), ["node"])).toBe("");
  });
});
