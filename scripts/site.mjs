// Builds the page as a folder for any static host: the linker runs in the visitor's browser, from the model's files beside it.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = parseArgs({
  options: {
    model: { type: "string", default: join(root, "models/default") },
    out: { type: "string", default: join(root, "site") },
  },
});
const model = resolve(values.model);
const out = resolve(values.out);

if (!existsSync(join(model, "linker.json"))) {
  console.error(
    `${model} holds no linker (there is no linker.json in it); give the folder of a model with --model.`,
  );
  process.exit(2);
}
const vite = join(root, "node_modules/vite/bin/vite.js");
const config = join(root, "web/vite.config.mjs");
execFileSync(process.execPath, [vite, "build", "--config", config, "--mode", "site", "--outDir", out], {
  stdio: "inherit",
});
mkdirSync(join(out, "model"), { recursive: true });
const manifest = JSON.parse(readFileSync(join(model, "linker.json"), "utf8"));
const files = ["linker.json", ...Object.values(manifest.files)].map((name) => {
  const bytes = readFileSync(join(model, name));
  copyFileSync(join(model, name), join(out, "model", name));
  return { name, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
});
writeFileSync(join(out, "model/index.json"), `${JSON.stringify({ files }, null, 1)}\n`);
const megabytes = files.reduce((sum, f) => sum + f.bytes, 0) / 1e6;
console.log(`${out}: the page and a model of ${megabytes.toFixed(1)} MB; any static host can serve it.`);
