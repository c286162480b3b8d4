// Scores a linker on the WNED sets and on the linked names of GUM: given the gold mentions, beside the prior alone (whose errors the model repairs, whose right answers it breaks), and end to end from raw text.
// Names that are given count twice: each linked to the best candidate, however unsure, and as `link` does by default, which leaves unlinked what is too unsure.
// A wider knowledge base asks for more of the mentions of a set: --known-to OTHER also tells the recall over those whose entity another linker knows.
//   node scripts/evaluate-linker.mjs [--model FOLDER] [--known-to FOLDER] [--nil NUMBER] [--data FOLDER] [--json] [--errors SET]
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { candidatesInDocument } from "../dist/candidates/document-candidates.js";
import { loadLinker } from "../dist/node.js";
import { foldSurface } from "../dist/text/surfaces.js";
import { readDataset } from "../dist/train.js";
import { scoresOf } from "../dist/training/dev-score.js";
import { readCorpora } from "./names/corpora.mjs";

const { values } = parseArgs({
  options: {
    model: { type: "string" },
    "known-to": { type: "string" },
    nil: { type: "string" },
    data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" },
    json: { type: "boolean" },
    errors: { type: "string" },
  },
});
const folder = join(values.data, "wned");
if (!existsSync(folder)) {
  console.error(`There is no ${folder}; name the data folder with --data or MULREL_DATA.`);
  process.exit(1);
}
const linker = await loadLinker(values.model);
const other = values["known-to"] && (await loadLinker(values["known-to"]));
/** Raw text is linked by the linker's own threshold, or by this one. */
const found = values.nil === undefined ? {} : { nil: Number(values.nil) };
/** What is less sure stays unlinked where names are given. */
const { nil, nilGiven: leastGiven = nil } = linker.settings;
const results = {};
for (const set of ["msnbc", "aquaint", "wikipedia"]) {
  results[set] = await evaluate(set, readDataset(join(folder, set), { format: "wned", skipBad: true }));
}
const corpora = readCorpora(values.data);
for (const set of ["GUM train", "GUM dev"]) results[set] = await evaluate(set, corpora[set].map(linkedNames));
if (values.json) console.log(JSON.stringify(results, null, 2));
else printTable();

/** The names of a GUM document whose page is known. */
function linkedNames({ id, text, flat }) {
  const known = flat.filter(({ title }) => typeof title === "string");
  const mentions = known.map(({ start, end, title }) => ({
    start,
    end,
    surface: text.slice(start, end),
    entity: title,
  }));
  return { id, text, mentions };
}

async function evaluate(set, documents) {
  const empty = () => ({ gold: 0, linked: 0, right: 0 });
  const counts = {
    model: empty(),
    name: empty(),
    prior: empty(),
    titles: empty(),
    all: empty(),
    sure: empty(),
    sureInKb: empty(),
    endToEnd: empty(),
    knownToOther: { gold: 0, right: 0 },
    priorRight: 0,
    repaired: 0,
    broken: 0,
    candidates: 0,
    mentions: 0,
  };
  for await (const doc of documents) {
    const gold = doc.mentions.filter((m) => m.entity !== null);
    scoreGoldMentions(doc, gold, counts, set);
    scoreEndToEnd(doc, gold, counts);
  }
  const { model, name, prior, titles, all, sure, sureInKb, endToEnd, candidates, mentions, priorRight } =
    counts;
  return {
    // of the mentions that have their entity among the candidates
    repaired: { mentions: counts.repaired, share: counts.repaired / (candidates - priorRight) },
    broken: { mentions: counts.broken, share: counts.broken / priorRight },
    mentions,
    inKb: model.gold,
    candidateRecall: candidates / model.gold,
    inKbScores: scoresOf(model),
    nameScores: scoresOf(name),
    priorScores: scoresOf(prior),
    titleScores: scoresOf(titles),
    allScores: scoresOf(all),
    sureScores: scoresOf(sure),
    sureInKbScores: scoresOf(sureInKb),
    endToEnd: scoresOf(endToEnd),
    ...(other && { knownToOther: counts.knownToOther }),
  };
}

function scoreGoldMentions(doc, gold, counts, set) {
  const links = linker.link(doc.text, { mentions: gold, nil: 0 });
  const byName = candidatesInDocument(
    linker.kb,
    gold.map((m) => doc.text.slice(m.start, m.end)),
  );
  gold.forEach((mention, i) => {
    const row = linker.kb.rowOfTitle(mention.entity);
    const link = links[i];
    const likeliest = [...link.candidates].sort((a, b) => b.prior - a.prior).at(0);
    const tally = (count, entity) => {
      count.gold++;
      if (entity) count.linked++;
      if (entity && entity.row === row) count.right++;
    };
    const sure = link.confidence >= leastGiven ? link.entity : undefined;
    counts.mentions++;
    tally(counts.all, link.entity);
    tally(counts.sure, sure);
    if (row < 0) return;
    tally(counts.model, link.entity);
    tally(counts.sureInKb, sure);
    tally(counts.name, bestOfName(doc.text.slice(mention.start, mention.end)));
    tally(counts.prior, byName[i][0] && { row: byName[i][0].entity });
    tally(counts.titles, likeliest?.entity);
    if (link.candidates.some((c) => c.entity.row === row)) counts.candidates++;
    const [byPrior, byModel] = [likeliest?.entity.row === row, link.entity?.row === row];
    if (byPrior) counts.priorRight++;
    if (byModel && !byPrior) counts.repaired++;
    if (!byModel && byPrior) counts.broken++;
    if (values.errors === set && link.entity?.row !== row) {
      const found = link.candidates.findIndex((c) => c.entity.row === row);
      console.log(
        `${doc.id}\t${mention.surface}\tgold ${mention.entity} (${found})\tgot ${link.candidates
          .slice(0, 3)
          .map((c) => `${c.entity.title} ${c.prior.toFixed(2)}`)
          .join(" | ")}`,
      );
    }
  });
}

/** The best by p̂(e|m) of the name just as it is stored, or of its case-blind form where it is not. */
function bestOfName(surface) {
  const info = linker.kb.lookup(surface) ?? linker.kb.lookupFolded(foldSurface(surface));
  return info?.candidates[0] && { row: info.candidates[0].entity };
}

/** Strong match: the same place and the same entity. Only gold entities that are in the knowledge base can be found. */
function scoreEndToEnd(doc, gold, { endToEnd, knownToOther }) {
  const place = ({ start, end }) => `${start} ${end}`;
  const known = gold.filter((m) => linker.kb.rowOfTitle(m.entity) >= 0);
  const wanted = new Map(known.map((m) => [place(m), linker.kb.rowOfTitle(m.entity)]));
  const toOther = new Set(known.filter((m) => other && other.kb.rowOfTitle(m.entity) >= 0).map(place));
  endToEnd.gold += wanted.size;
  knownToOther.gold += toOther.size;
  for (const link of linker.link(doc.text, found)) {
    if (!link.entity) continue;
    endToEnd.linked++;
    if (wanted.get(place(link)) !== link.entity.row) continue;
    endToEnd.right++;
    if (toOther.has(place(link))) knownToOther.right++;
  }
}

function printTable() {
  const share = (x) => (100 * x).toFixed(1);
  console.log(
    "| set | gold mentions | in the KB | candidate recall | p̂ of the name F1 | prior-only F1 | with title words | F1 in the KB | wrong priors repaired | right priors broken | F1 over all | F1 in the KB and over all, unsure ones unlinked | end to end P | R | F1 |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
  for (const [set, r] of Object.entries(results)) {
    const e = r.endToEnd;
    const cells = [
      set,
      r.mentions,
      r.inKb,
      ...[r.candidateRecall, r.nameScores.f1, r.priorScores.f1, r.titleScores.f1, r.inKbScores.f1].map(share),
      `${r.repaired.mentions} (${share(r.repaired.share)} %)`,
      `${r.broken.mentions} (${share(r.broken.share)} %)`,
      share(r.allScores.f1),
      `${share(r.sureInKbScores.f1)}, ${share(r.sureScores.f1)}`,
      ...[e.precision, e.recall, e.f1].map(share),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
  for (const [set, { knownToOther }] of other ? Object.entries(results) : [])
    console.log(
      `${set}: of ${knownToOther.gold} mentions that the other linker knows, too, ${share(knownToOther.right / knownToOther.gold)} % are found and linked right.`,
    );
}
