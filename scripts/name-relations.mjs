// Finds out what each relation of a linker connects, over pages of a corpus, and with --write notes it in the linker's manifest.
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createGunzip } from "node:zlib";
import { writeFileAtomically } from "../dist/files/atomic-file.js";
import { RelationNamer } from "../dist/linker/relation-names.js";
import { loadLinker } from "../dist/node.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = parseArgs({
  options: {
    model: { type: "string", default: join(root, "models/default") },
    data: { type: "string", default: process.env.MULREL_DATA ?? join(root, "../shared/data") },
    pages: { type: "string", default: "200" },
    write: { type: "boolean", default: false },
  },
});
const corpus = join(values.data, "corpora/schools-2007.jsonl.gz");
if (!existsSync(corpus)) {
  console.error(`${corpus} is not there; name the folder of the data with --data or MULREL_DATA.`);
  process.exit(2);
}
const linker = await loadLinker(resolve(values.model));
const namer = new RelationNamer();
let pages = 0;
const lines = createInterface({ input: createReadStream(corpus).pipe(createGunzip()) });
for await (const line of lines) {
  const { text } = JSON.parse(line);
  if (typeof text !== "string") continue;
  const plain = text.replace(/<[^>]*>/g, "");
  namer.add(linker.link(plain.slice(0, 4000), { explain: true }));
  if (++pages >= Number(values.pages)) break;
}
linker.close();
const names = namer.names();
console.log(`${pages} pages, ${names.length} relations:`);
for (const [k, name] of names.entries()) console.log(`${k + 1}\t${name}`);
if (values.write) {
  const manifest = join(resolve(values.model), "linker.json");
  const content = { ...JSON.parse(readFileSync(manifest, "utf8")), relations: names };
  await writeFileAtomically(manifest, `${JSON.stringify(content, null, 1)}\n`);
}
