// Bends files of every kind that mulrel reads, and reads them: no death, no hang, every refusal a sentence that names the file, no
// artefact with a digest accepted after a change. npm run fuzz -- [--cases 20000] [--seed 1]; scripts/fuzz-server.mjs does it to the server.
import { parseArgs } from "node:util";
import { fuzzReaders } from "./fuzz/fuzz-readers.mjs";

const { values } = parseArgs({
  options: { cases: { type: "string", default: "20000" }, seed: { type: "string", default: "1" } },
});
const { cases, refused, failures } = await fuzzReaders({
  seed: Number(values.seed),
  cases: Number(values.cases),
  onCase: (done) => {
    if (done % 1000 === 0) console.log(`${done} cases`);
  },
});
for (const failure of failures.slice(0, 50)) console.log(`Wrong: ${failure}`);
console.log(`${cases} cases with seed ${values.seed}: ${refused} refused, ${failures.length} wrong.`);
process.exit(failures.length > 0 ? 1 : 0);
