/** A language added as docs/languages.md says, in a copy of src/languages: a file, its export in the list. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { buildKnowledgeBase } from "../src/kb/build/build-knowledge-base.js";
import { openKnowledgeBase } from "../src/kb.js";
import type * as Languages from "../src/languages/languages.js";
import { createMentionFinder } from "../src/mentions/find-mentions.js";
import { analyseText } from "../src/text/analysed-text.js";

const folder = mkdtempSync(join(tmpdir(), "mulrel-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The steps of the page: copy a file, rename its export, add it to the list. */
async function addPortuguese(): Promise<typeof Languages> {
  cpSync(join(import.meta.dirname, "../src/languages"), folder, { recursive: true });
  const data = readFileSync(join(import.meta.dirname, "fixtures/portuguese.ts"), "utf8");
  writeFileSync(join(folder, "portuguese.ts"), data.replace("../../src/languages/", "./"));
  const list = join(folder, "languages.ts");
  const source = readFileSync(list, "utf8")
    .replace("import { spanish }", 'import { portuguese } from "./portuguese.js";\nimport { spanish }')
    .replace("italian, dutch];", "italian, dutch, portuguese];");
  writeFileSync(list, source);
  return import(list);
}

test("a language added as the page says is listed, and names of its texts are found with it", async () => {
  const { isListed, languageOf } = await addPortuguese();
  expect(isListed("pt")).toBe(true);
  const language = languageOf("pt");
  const rows = [
    "id,title,aliases,description",
    "P1,Universidade de Valmoura,,universidade pública",
    "P2,Joaquim Teles,,pintor nascido em 1950",
    "P3,Moagens Castro Lda,,empresa",
  ];
  writeFileSync(join(folder, "own.csv"), rows.join("\n"));
  const path = join(folder, "own.kb");
  await buildKnowledgeBase({ inputs: [join(folder, "own.csv")], output: path, language: "pt" });
  const kb = await openKnowledgeBase(path);
  const find = createMentionFinder(kb, { language });
  const namesIn = (text: string) =>
    find(analyseText(text, { language })).map(({ start, end }) => text.slice(start, end));
  expect(namesIn("O pintor Joaquim Teles expõe na Universidade de Valmoura desde segunda-feira.")).toEqual([
    "Joaquim Teles",
    "Universidade de Valmoura",
  ]);
  expect(namesIn("Em março a Moagens Castro Lda. abriu uma loja.")).toEqual(["Moagens Castro Lda."]);
  kb.close();
});
