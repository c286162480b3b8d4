/** What a stranger gets: mulrel from its tarball in an empty project, compiled strictly, run in Node and in a Vite page. */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build, preview } from "vite";
import { beforeAll, describe, expect, test } from "vitest";
import { startBrowser } from "../browser/browser.js";
import { type ConsumerProject, createConsumerProject, readPackageFile } from "./consumer-project.js";
import { describePackage } from "./package-content.js";

const { satisfies } = createRequire(import.meta.url)("semver") as {
  satisfies(version: string, range: string): boolean;
};

let project: ConsumerProject;
beforeAll(() => {
  project = createConsumerProject();
}, 180_000);

const strict = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  target: "es2022",
};

describePackage(() => project.packed);

describe("an empty project with mulrel installed", () => {
  test("was installed without a warning of engines or deprecated packages", () => {
    // npm 11 lists every package with an install script (lmdb's looks for its prebuilt binary), whatever it does; and it
    // complains of the machine's own settings
    const others = project.warnings.filter(
      (line) => !/^npm warn (install-scripts|Unknown \w+ config)/.test(line),
    );
    expect(others).toEqual([]);
  });

  test("holds no package that refuses Node 20, 22 or 24", () => {
    const refused = manifests(join(project.folder, "node_modules")).flatMap(({ name, engines }) =>
      ["20.0.0", "22.0.0", "24.0.0"]
        .filter((version) => engines?.node && !satisfies(version, engines.node))
        .map((version) => `${name} on ${version}`),
    );
    expect(refused).toEqual([]);
  });

  test("compiles the examples strictly with nodenext, and they run", () => {
    const options = { ...strict, module: "nodenext", types: ["node"], outDir: "built", rootDir: "." };
    project.compile({ compilerOptions: options, include: ["examples/*.ts"] });
    const run = (name: string) => project.run(join("built/examples", name));
    copyData();
    expect(run("link-file.js")).toMatch(/^Wembley → \S/m);
    const catalogue = run("own-catalogue.js");
    expect(catalogue).toContain("5 products");
    expect(catalogue).toContain("Falcon → B-100 Falcon 3 trail bike");
    expect(catalogue).toContain("Falcon → C-310 Falcon espresso machine");
    const client = run("server-client.js");
    expect(client).toMatch(/^Paris → Paris, rather than \S/m);
    expect(client).toContain("body.nil must be <= 1");
    expect(run("evaluate-set.js")).toMatch(/^9 mentions, micro F1 \d+\.\d$/m);
    expect(run("train-own-data.js")).toMatch(/^12 of 12 mentions .*\n.*\nF1 on dev \d+\.\d$/m);
  });

  test("compiles with a bundler's resolution, where nothing is known of Node", () => {
    const options = { ...strict, module: "esnext", moduleResolution: "bundler", noEmit: true };
    const browser = { ...options, types: ["vite/client"], lib: ["es2022", "dom", "dom.iterable"] };
    project.compile({ compilerOptions: browser, include: ["examples/browser/*.ts"] });
  });

  test("makes pages with Vite in which the linker runs: the example, and the README's ten lines", async () => {
    const pages = join(project.folder, "examples/browser");
    const [tenLines] = /^import \{ linkedText.*?(?=^```)/ms.exec(readPackageFile("README.md"))!;
    expect(tenLines.trim().split("\n")).toHaveLength(10);
    writeFileSync(join(pages, "ten-lines.ts"), tenLines);
    writeFileSync(
      join(pages, "ten-lines.html"),
      '<body></body><script type="module" src="./ten-lines.ts"></script>',
    );
    const options = {
      root: pages,
      configFile: false as const,
      logLevel: "error" as const,
      build: {
        outDir: join(project.folder, "page"),
        emptyOutDir: true,
        target: "es2022",
        rolldownOptions: { input: ["index.html", "ten-lines.html"].map((name) => join(pages, name)) },
      },
    };
    await build(options);
    const server = await preview({ ...options, preview: { port: 0, host: "127.0.0.1" } });
    const browser = await startBrowser();
    try {
      const { page, problems } = await browser.open(server.resolvedUrls!.local[0]);
      const title = await page.locator("#links a.mulrel").first().getAttribute("title");
      expect(title).toMatch(/^England/);
      await page.locator("textarea").fill("England lies north of France.");
      await page.locator("#links a", { hasText: "France" }).waitFor();
      expect(problems).toEqual([]);
      await page.goto(`${server.resolvedUrls!.local[0]}ten-lines.html`);
      await page.locator("a.mulrel", { hasText: "West Germany" }).waitFor();
    } finally {
      await browser.close();
      await server.close();
    }
  });
});

interface Manifest {
  name: string;
  version: string;
  engines?: { node?: string };
}

/** Every package.json below a node_modules folder, those of tools that were linked in aside. */
function manifests(folder: string): Manifest[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .flatMap(({ name }) => {
      const path = join(folder, name);
      if (name.startsWith("@")) return manifests(path);
      const file = join(path, "package.json");
      const inner = join(path, "node_modules");
      return [
        ...(existsSync(file) ? [JSON.parse(readFileSync(file, "utf8")) as Manifest] : []),
        ...(existsSync(inner) ? manifests(inner) : []),
      ];
    });
}

/** The compiler moves scripts only. */
function copyData(): void {
  const from = join(project.folder, "examples/data");
  const to = join(project.folder, "built/examples/data");
  cpSync(from, to, { recursive: true });
}
