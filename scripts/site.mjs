// Builds the page as a folder for any static host: the linker runs in the visitor's browser, from the model's files beside it.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runnerImport } from "vite";
import { isBlockFile } from "../dist/files/block-file.js";
import { firstPieces } from "./site/first-pieces.mjs";

/** The file of all that is loaded first. */
const FIRST = "first.bin";

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
const { module: page } = await runnerImport(join(root, "web/src/examples.ts"));
const { module: remote } = await runnerImport(join(root, "web/src/remote-file.ts"));
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const manifest = JSON.parse(readFileSync(join(model, "linker.json"), "utf8"));
const files = ["linker.json", ...Object.values(manifest.files)].map((name) => {
  const bytes = readFileSync(join(model, name));
  copyFileSync(join(model, name), join(out, "model", name));
  return { name, bytes: bytes.length, sha256: sha256(bytes), isInBlocks: isBlockFile(bytes) };
});
const inBlocks = files.filter((f) => f.isInBlocks).map((f) => f.name);
const pieces = await firstPieces(model, inBlocks, page.examples[0].text, remote.GRANULE);
const contents = new Map(inBlocks.map((name) => [name, readFileSync(join(model, name))]));
const firstBytes = Buffer.concat(
  pieces.map(([name, from, to]) => /** @type {Buffer} */ (contents.get(name)).subarray(from, to)),
);
writeFileSync(join(out, "model", FIRST), firstBytes);
const first = {
  name: FIRST,
  bytes: firstBytes.length,
  sha256: sha256(firstBytes),
  pieces: pieces.map(([name, from, to]) => [files.findIndex((f) => f.name === name), from, to]),
};
writeFileSync(join(out, "model/index.json"), `${JSON.stringify({ files, first })}\n`);
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
const total = files.reduce((sum, f) => sum + f.bytes, 0);
console.log(
  `${out}: the page and a model of ${megabytes(total)} MB, ${megabytes(firstBytes.length)} MB of it before the first links; any static host can serve it.`,
);
