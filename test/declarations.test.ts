/** The package's declarations stand alone: a strict compiler without skipLibCheck needs nothing installed beside mulrel. */
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { compileAgainstPackage } from "./compile-against-package.js";

const root = resolve(import.meta.dirname, "..");
const dist = join(root, "dist");

test("declarations reach no package and no Node types", () => {
  const seen = new Set<string>();
  const outside: string[] = [];
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
    for (const [, specifier] of text.matchAll(/(?:from|import\()\s*"([^"]+)"/g)) {
      if (specifier.startsWith(".")) visit(resolve(dirname(file), specifier.replace(/\.js$/, ".d.ts")));
      else outside.push(`${relative(dist, file)} imports ${specifier}`);
    }
    if (/\bNodeJS\.|\bBuffer\b/.test(text))
      outside.push(`${relative(dist, file)} speaks of Node's own types`);
  };
  for (const entry of ["index", "node", "kb", "train", "server"]) visit(join(dist, `${entry}.d.ts`));
  expect(seen.size).toBeGreaterThan(40);
  expect(outside).toEqual([]);
});

test("a user's strict program compiles against mulrel alone", () => {
  const program = `import { createKnowledgeBase, type Link } from "mulrel";
import { openKnowledgeBase } from "mulrel/kb";
import { linkAll, loadLinker } from "mulrel/node";
import { createServer } from "mulrel/server";
import { startAll } from "mulrel/train";
const linker = await loadLinker();
const links: Link[] = linker.link("England lies north of France.");
export const titles: (string | undefined)[] = links.map((link) => link.entity?.title);
export const listen = async (): Promise<string> => (await createServer({ module: "x" })).app.listen({ port: 0 });
export { createKnowledgeBase, linkAll, openKnowledgeBase, startAll };
`;
  expect(compileAgainstPackage({ "use.ts": program })).toBe("");
});
