// The command line in few files: a start that loads two hundred modules one by one spends a fifth of its time on finding and opening them.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, normalize, relative } from "node:path";
import { build } from "vite";

/** As deep as the modules it is made of, so that what they find by their own address (the model, the page) is where it was. */
const FOLDER = "dist/commands";

/** Modules, as paths in dist/, that are loaded together with these. */
function loadedWith(...roots) {
  const seen = new Set();
  const waiting = [...roots];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const code = readFileSync(join("dist", file), "utf8");
    for (const [, specifier] of code.matchAll(/^(?:import|export)\s(?:[^;]*?from\s+)?"(\.[^"]+)"/gms)) {
      waiting.push(normalize(join(dirname(file), specifier)));
    }
  }
  return seen;
}

/** What threads run, and what they are told to load by its address: beside each other, as in their folders. */
function threadModules() {
  const all = readdirSync("dist", { recursive: true, encoding: "utf8" });
  return all.filter(
    (file) => /(-worker|\/worker-entry|\/load-service)\.js$/.test(file) && !file.startsWith("web"),
  );
}

/** Bundles what tsc made in dist/, and makes dist/cli/main.js lead there. */
export async function bundleCommands() {
  const main = "cli/main.js";
  const start = loadedWith(main);
  const linking = loadedWith("loading/link-worker.js");
  const inDist = (id) => relative("dist", relative("", id));
  /** Modules that every start, every linker and both need; each command has the rest of its own. */
  const groups = [
    { name: "shared", test: (id) => start.has(inDist(id)) && linking.has(inDist(id)) },
    { name: "start", test: (id) => start.has(inDist(id)) && inDist(id) !== main },
    { name: "linking", test: (id) => linking.has(inDist(id)) && inDist(id) !== "loading/link-worker.js" },
  ];
  const entries = [main, ...threadModules()];
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      ssr: true,
      outDir: FOLDER,
      minify: false,
      target: "node20",
      rolldownOptions: {
        input: Object.fromEntries(entries.map((file) => [basename(file, ".js"), join("dist", file)])),
        output: {
          entryFileNames: "[name].js",
          chunkFileNames: "[name]-[hash].js",
          codeSplitting: { groups },
        },
      },
    },
  });
  writeFileSync(
    join("dist", main),
    '#!/usr/bin/env node\n// The command line, put together from the modules beside this one.\nimport "../commands/main.js";\n',
  );
}
