// Finds out what each relation of a linker connects, over pages of a corpus, and with --write notes it in the linker's manifest, as `mulrel make` does on held-out texts.
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createGunzip } from "node:zlib";
import { openSealedJson } from "../dist/files/sealed-json.js";
import { writeManifest } from "../dist/loading/save-linker.js";
import { nameRelations } from "../dist/making/name-relations.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = parseArgs({
  options: {
    model: { type: "string", default: join(root, "models/default") },
    data: { type: "string", default: process.env.MULREL_DATA ?? join(root, "../shared/data") },
    pages: { type: "string", default: "80" },
    write: { type: "boolean", default: false },
  },
});
const corpus = join(values.data, "corpora/schools-2007.jsonl.gz");
if (!existsSync(corpus)) {
  console.error(`${corpus} is not there; name the folder of the data with --data or MULREL_DATA.`);
  process.exit(2);
}
async function* texts() {
  const lines = createInterface({ input: createReadStream(corpus).pipe(createGunzip()) });
  for await (const line of lines) {
    const { text } = JSON.parse(line);
    if (typeof text === "string") yield text.replace(/<[^>]*>/g, "");
  }
}

const folder = resolve(values.model);
const relations = await nameRelations(folder, texts(), { most: Number(values.pages) });
for (const [k, { name, share, lift }] of relations.entries()) {
  console.log([k + 1, name, share?.toFixed(3) ?? "", lift?.toFixed(2) ?? ""].join("\t"));
}
if (values.write) {
  const manifest = /** @type {any} */ (
    openSealedJson(readFileSync(join(folder, "linker.json"), "utf8"), "linker.json")
  );
  await writeManifest(folder, { ...manifest, relations: relations.map(({ name }) => name) });
}
