// Own entities beside the world's: how often a name that both have is linked to the right one, and that texts without own names come out as before.
//   node scripts/evaluate-layers.mjs [--part judging|choosing|ferries] [--own-share 0.85] [--wiki 100] [--data ../shared/data] [--errors]
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { linkJson } from "../dist/index.js";
import { loadLinker } from "../dist/node.js";

const { values } = parseArgs({
  options: {
    part: { type: "string", default: "judging" },
    "own-share": { type: "string" },
    wiki: { type: "string", default: "0" },
    data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" },
    errors: { type: "boolean", default: false },
    model: { type: "string" },
  },
});
const fixtures = new URL("../test/fixtures/", import.meta.url);
// settings are chosen by the sets "choosing" and "ferries", the latter of another firm; "judging" only judges
const file = values.part === "ferries" ? "ferry-catalogue.csv" : "own-catalogue.csv";
const catalogue = new URL(file, fixtures).pathname;
/** @type {Record<string, { text: string, start: number, end: number, entity: string }[]>} */
const sets = JSON.parse(readFileSync(new URL("own-sentences.json", fixtures), "utf8"));
const ownShare = values["own-share"] === undefined ? undefined : Number(values["own-share"]);

const bare = await loadLinker(values.model);
const layered = await loadLinker(values.model, { add: [catalogue], ownShare });

/** @param {typeof bare} linker @param {{ text: string, start: number, end: number, entity: string }} sentence */
function answer(linker, { text, start, end }) {
  const link = linker.link(text).find((l) => l.start < end && start < l.end);
  const entity = link?.entity;
  if (!entity) return "NIL";
  return entity.layer === undefined ? entity.title : `own:${entity.id}`;
}

const right = { own: 0, world: 0, before: 0, same: 0 };
const of = { own: 0, world: 0 };
for (const sentence of sets[values.part]) {
  const kind = sentence.entity.startsWith("own:") ? "own" : "world";
  of[kind]++;
  const found = answer(layered, sentence);
  const before = answer(bare, sentence);
  // a thing may have another title in a newer Wikipedia
  const isRight = (/** @type {string} */ title) => sentence.entity.split("|").includes(title);
  if (isRight(found)) right[kind]++;
  if (kind === "world" && isRight(before)) right.before++;
  if (kind === "world" && before === found) right.same++;
  if (!isRight(found) && values.errors)
    console.log(`  ${found} for ${sentence.entity} (without the layer ${before}): ${sentence.text}`);
}
const all = of.own + of.world;
console.log(
  `${values.part}: ${right.own + right.world} of ${all} right: own ${right.own}/${of.own}, world ${right.world}/${of.world} (without the layer ${right.before}, the same as without it ${right.same})`,
);

const many = Number(values.wiki);
if (many > 0) {
  const folder = join(values.data, "wned/wikipedia/RawText");
  if (!existsSync(folder)) {
    console.error(`There are no WIKI texts in ${folder}; say with --data where the data lies.`);
    process.exit(1);
  }
  const names = readFileSync(catalogue, "utf8")
    .split("\n")
    .slice(1)
    .flatMap((line) => [line.split(",")[1] ?? "", ...(line.split(",")[2] ?? "").split("|")]);
  const single = new Set(
    names
      .flatMap((name) => name.split(/[^\p{L}]+/u))
      .map((word) => word.toLowerCase())
      .filter((word) => word.length > 1),
  );
  let same = 0;
  let without = 0;
  let sameWithout = 0;
  let links = 0;
  let sameLinks = 0;
  for (const file of readdirSync(folder).sort().slice(0, many)) {
    const text = readFileSync(join(folder, file), "utf8");
    const [a, b] = [bare, layered].map((linker) => linker.link(text).map((link) => linkJson(link)));
    const isSame = JSON.stringify(a) === JSON.stringify(b);
    const hasOwn = (text.match(/\p{L}+/gu) ?? []).some((word) =>
      [word, word.replace(/s$/, "")].some((form) => single.has(form.toLowerCase())),
    );
    if (isSame) same++;
    if (!isSame && !hasOwn && values.errors) console.log(`  changed: ${file}`);
    if (!hasOwn) without++;
    if (!hasOwn && isSame) sameWithout++;
    links += a.length;
    const at = new Map(b.map((l) => [`${l.start}-${l.end}`, l.entity?.id]));
    sameLinks += a.filter((l) => at.get(`${l.start}-${l.end}`) === l.entity?.id).length;
  }
  console.log(
    `WIKI: ${sameWithout} of ${without} texts without any word of an own name have the same bytes, ${same} of all ${many}; ${sameLinks} of ${links} links of all are the same`,
  );
}
