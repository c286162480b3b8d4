/** What a fresh clone stands on: a lock file that `npm ci` accepts and that names no host; files of a size that can be read. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(resolve(root, file), "utf8");

interface LockedPackage {
  version?: string;
  optionalDependencies?: Record<string, string>;
  resolved?: string;
}

describe("repository", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, LockedPackage> };
  const manifest = JSON.parse(read("package.json"));

  test("packages for other platforms are locked too, as npm ci demands", () => {
    const missing = Object.values(packages)
      .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
      .filter((name) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`)));
    expect(missing).toEqual([]);
    expect(Object.entries(packages).filter(([path, { version }]) => path && !version)).toEqual([]);
  });

  test("the lock file has no download addresses", () => {
    expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([]);
  });

  test("every dependency is pinned", () => {
    const ranges = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    for (const [name, range] of ranges) expect(range, name).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test("no file of code is longer than 400 lines", () => {
    const folders = ["src", "test", "scripts", "bench", "assembly", "web"];
    const files = folders
      .flatMap((folder) =>
        readdirSync(resolve(root, folder), { recursive: true, encoding: "utf8" }).map((f) => join(folder, f)),
      )
      .filter((f) => /\.(ts|mjs|css)$/.test(f) && !/generated|node_modules/.test(f));
    const lengths = files.map((f) => [f, read(f).split("\n").length - 1] as const);
    expect(files.length).toBeGreaterThan(100);
    expect(lengths.filter(([, lines]) => lines > 400)).toEqual([]);
  });
});
