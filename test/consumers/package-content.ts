/** What `npm publish` would send: everything that runs and explains, nothing of the workshop, and links that lead somewhere. */
import { posix } from "node:path";
import { describe, expect, test } from "vitest";
import { type Packed, readPackageFile } from "./consumer-project.js";

/** Targets of the relative links of a Markdown file, without their anchors. */
function relativeLinks(path: string): string[] {
  const text = readPackageFile(path).replace(/^```.*?^```/gms, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target.split("#")[0])
    .filter((target) => target !== "" && !/^[a-z]+:/.test(target))
    .map((target) => posix.normalize(posix.join(posix.dirname(path), target)));
}

/** Tests of the tarball that `packed` gives once it is made. */
export function describePackage(packed: () => Packed): void {
  const paths = () => new Set(packed().files.map((f) => f.path));
  describe("the package", () => {
    const manifest = JSON.parse(readPackageFile("package.json"));

    test("has what its manifest names: entry points with types, the command, the model, the papers", () => {
      const named = Object.values(manifest.exports as Record<string, string | Record<string, string>>)
        .flatMap((target) => (typeof target === "string" ? [target] : Object.values(target)))
        .concat(manifest.bin.mulrel)
        .map((path: string) => path.replace(/^\.\//, ""))
        .filter((path) => !path.includes("*"));
      const model = JSON.parse(readPackageFile("models/default/linker.json"));
      const modelFiles = Object.values<string>(model.files).map((name) => `models/default/${name}`);
      const wanted = [
        ...named,
        ...modelFiles,
        "models/default/README.md",
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
      ];
      expect(wanted.filter((path) => !paths().has(path))).toEqual([]);
      for (const entry of [".", "./node", "./kb", "./train", "./server", "./models/*"]) {
        expect(Object.keys(manifest.exports)).toContain(entry);
      }
    });

    test("has nothing of the workshop", () => {
      const foreign = [...paths()].filter(
        (path) =>
          !/^(dist|models|docs|examples)\//.test(path) &&
          !["package.json", "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md"].includes(path),
      );
      expect(foreign).toEqual([]);
      expect([...paths()].filter((path) => /\.test\.|\.tmp$|built-from|(^|\/)test\//.test(path))).toEqual([]);
      expect(packed().size).toBeLessThan(90e6);
    });

    test("says where it comes from, and that importing it does nothing", () => {
      for (const field of ["license", "description", "engines", "sideEffects"]) {
        expect(manifest[field], field).toBeTruthy();
      }
      expect(manifest.sideEffects).toEqual(["./dist/cli/main.js"]);
    });

    test("links inside its Markdown lead to files of the package", () => {
      const lost = [...paths()]
        .filter((path) => path.endsWith(".md"))
        .flatMap((path) =>
          relativeLinks(path)
            .filter(
              (target) =>
                ![...paths()].some((p) => p === target || p.startsWith(`${target.replace(/\/$/, "")}/`)),
            )
            .map((target) => `${path} → ${target}`),
        );
      expect(lost).toEqual([]);
    });
  });
}
