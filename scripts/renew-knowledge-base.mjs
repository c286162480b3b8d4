// The knowledge base of a linker built anew with today's code, where its entities stay as they are: then vectors, words and parameters fit it still, and only names and priors are other ones.
//   node --max-old-space-size=8000 scripts/renew-knowledge-base.mjs --out FOLDER [--model models/default] [--data FOLDER] [--kb FULL]   (needs `npm run build`)
// FOLDER becomes a copy of the linker with that knowledge base; `npm run model -- --parts FOLDER` goes on from there. FULL is where the whole knowledge base is kept, taken as it is when it is there.
import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeFileAtomically } from "../dist/files/atomic-file.js";
import { buildKnowledgeBase } from "../dist/kb/build/build-knowledge-base.js";
import { openKnowledgeBaseBytes } from "../dist/kb/stores/file-store.js";
import { openKnowledgeBase } from "../dist/kb/stores/open-knowledge-base.js";
import { chooseEntities, subsetKnowledgeBase } from "../dist/making/choose-parts.js";
import { corpora, ENTITIES, nameLists } from "./shipped-sources.mjs";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" },
    model: { type: "string", default: "models/default" },
    out: { type: "string" },
    kb: { type: "string", default: "build/full.kb" },
  },
});
const inputs = corpora(values.data);
if (!values.out || !existsSync(inputs[0])) {
  console.error(`Name a folder with --out; the data (${inputs[0]}) with --data or MULREL_DATA.`);
  process.exit(1);
}
if (!existsSync(values.kb)) {
  const onProgress = progressByStage();
  const lists = nameLists(values.data);
  await buildKnowledgeBase({ inputs, ...lists, output: values.kb, entityCount: ENTITIES, onProgress });
}
const full = await openKnowledgeBase(values.kb);
const chosen = chooseEntities(full, ENTITIES);
const bytes = subsetKnowledgeBase(full, chosen, { descriptions: false, packed: true });
const file = JSON.parse(readFileSync(join(values.model, "linker.json"), "utf8")).files.kb;
const [renewed, present] = [bytes, readFileSync(join(values.model, file))].map((all) =>
  openKnowledgeBaseBytes(new Uint8Array(all).buffer),
);
for (let row = 0; row < Math.max(renewed.size, present.size); row++) {
  if (row < renewed.size && row < present.size && renewed.title(row) === present.title(row)) continue;
  console.error(
    `Entity ${row} is another one now, so that the vectors of ${values.model} do not fit; make the model anew (npm run model).`,
  );
  process.exit(1);
}
cpSync(values.model, values.out, { recursive: true });
await writeFileAtomically(join(values.out, file), bytes);
console.log(`${values.out}: ${renewed.size} entities, ${renewed.info.surfaces} names, ${bytes.length} bytes`);

function progressByStage() {
  let last;
  return ({ stage }) => {
    if (stage !== last) console.log(stage);
    last = stage;
  };
}
