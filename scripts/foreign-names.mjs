// Names found in our own German, Italian and Dutch sentences (test/fixtures/judging-sentences.ts) with knowledge bases built from the sample dumps.
// node scripts/foreign-names.mjs [--data FOLDER]. Needs `npm run build`.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildKnowledgeBase, openKnowledgeBase } from "../dist/kb.js";
import { languageOf } from "../dist/languages/languages.js";
import { createMentionFinder } from "../dist/mentions/find-mentions.js";
import { analyseText } from "../dist/text/analysed-text.js";
import { readMarks } from "./names/marked-sentences.mjs";

const { values } = parseArgs({
  options: { data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" } },
});
const fixture = readFileSync(new URL("../test/fixtures/judging-sentences.ts", import.meta.url), "utf8");
const folder = mkdtempSync(join(tmpdir(), "mulrel-"));
for (const code of ["de", "it", "nl"]) {
  const dump = join(values.data, `languages/${code}wiki-sample.xml.gz`);
  if (!existsSync(dump)) {
    console.error(`There is no ${dump}; name the data folder with --data or MULREL_DATA.`);
    process.exit(1);
  }
  const output = join(folder, `${code}.kb`);
  await buildKnowledgeBase({ inputs: [dump], output, language: code });
  judge(code, await openKnowledgeBase(output));
}
rmSync(folder, { recursive: true });

function judge(code, kb) {
  const language = languageOf(code);
  const find = createMentionFinder(kb, { language });
  let [names, found, right] = [0, 0, 0];
  for (const marked of sentencesOf(code)) {
    const { text, names: wanted } = readMarks(marked);
    const spans = find(analyseText(text, { language }));
    const hits = spans.filter((span) =>
      wanted.some((name) => name.start === span.start && name.end === span.end),
    );
    names += wanted.length;
    found += spans.length;
    right += hits.length;
    if (hits.length < Math.max(spans.length, wanted.length)) {
      console.log(
        `  ${text}\n    found: ${spans.map(({ start, end }) => text.slice(start, end)).join(" | ") || "nothing"}`,
      );
    }
  }
  console.log(
    `${language.name}: ${names} names in ten sentences, ${found} found, ${right} of them right (${kb.size} entities)`,
  );
}

/** The fixture is TypeScript; its sentences are quoted strings, one a line. */
function sentencesOf(code) {
  const foreign = fixture.slice(fixture.indexOf("foreignSentences"));
  const block = foreign.slice(foreign.indexOf(`  ${code}: [`)).split("]", 1)[0];
  return [...block.matchAll(/^\s+"(.*)",$/gm)].map((match) => match[1]);
}
