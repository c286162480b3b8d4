import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openKnowledgeBase } from "../stores/open-knowledge-base.js";
import { buildKnowledgeBase } from "./build-knowledge-base.js";
import { FamilyNamesOnPage } from "./family-names.js";

const folder = mkdtempSync(join(tmpdir(), "mulrel-family-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a word alone means the one person of the page whose whole name ends in it", () => {
  const page = new FamilyNamesOnPage();
  page.addPerson(7, 100);
  page.addPerson(7, 100);
  page.addPerson(8, 101);
  page.addPerson(9, 102);
  page.addPerson(9, 103);
  for (const word of [7, 9, 11]) page.addWord(word);
  expect([...page.persons()]).toEqual([100]);
  page.clear();
  expect([...page.persons()]).toEqual([]);
});

const person = (name: string, born: number) => `${name} (born 3 May ${born}) is a politician. `;

/** Two politicians of one name, of whom texts call one by it. */
function corpus(): string {
  const pages = [
    { title: "Ada Brandt", text: `${person("Ada Brandt", 1950)}In her youth Brandt lived in Hallo.` },
    { title: "Otto Brandt", text: `${person("Otto Brandt", 1951)}He lived in Hallo.` },
    ...Array.from({ length: 12 }, (_, i) => ({
      title: `Treaty ${i}`,
      text: `Treaty ${i} is a treaty that was signed by Ada Brandt. In time Brandt regretted it.`,
    })),
    // both are named: nobody can tell
    { title: "Talks", text: "Talks were held by Ada Brandt and Otto Brandt. In time Brandt left." },
  ];
  return pages.map((page, i) => JSON.stringify({ id: String(i), ...page })).join("\n");
}

test.each([1, 2])("texts say whom a family name means, with %i threads", async (workers) => {
  const input = join(folder, "pages.jsonl");
  writeFileSync(input, corpus());
  const output = join(folder, `names-${workers}.kb`);
  await buildKnowledgeBase({ inputs: [input], output, workers });
  const kb = await openKnowledgeBase(output);
  const [first, second] = kb.lookup("Brandt")!.candidates;
  expect([kb.title(first.entity), first.count]).toEqual(["Ada Brandt", 1]);
  expect([kb.title(second.entity), second.count]).toEqual(["Otto Brandt", 0]);
  expect(first.prior).toBeGreaterThan(2 * second.prior);
  kb.close();
});
