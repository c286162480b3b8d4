// Writes a finished linker anew in packed blocks: what `mulrel make --storage packed` writes, for linkers that were made otherwise. Nothing is trained anew.
//   node scripts/pack-linker.mjs --model FOLDER --out FOLDER
import { statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { packLinker } from "../dist/loading/pack-linker.js";

const { values } = parseArgs({
  options: {
    model: { type: "string", default: "models/default" },
    out: { type: "string" },
  },
});
if (!values.out) {
  console.error("Where to? Name a folder with --out.");
  process.exit(2);
}
const files = await packLinker(values.model, values.out);
for (const name of ["linker.json", ...Object.values(files)]) {
  console.log(
    `${name.padEnd(24)} ${(statSync(join(values.out, name)).size / 1e6).toFixed(2).padStart(8)} MB`,
  );
}
