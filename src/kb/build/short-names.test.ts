import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openKnowledgeBase } from "../stores/open-knowledge-base.js";
import { buildKnowledgeBase } from "./build-knowledge-base.js";
import {
  emptyShortNames,
  placeOfShort,
  ShortNamesOnPage,
  setFamilyName,
  setWhole,
  setWord,
} from "./short-names.js";

const folder = mkdtempSync(join(tmpdir(), "mulrel-short-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a word alone means the one whose whole name on the page begins or ends with it", () => {
  const names = emptyShortNames(14, 6);
  const whole = { isPerson: false, isTitle: true, isProper: true };
  setWhole(names, 0, { ...whole, entity: 0, ids: [7, 8] });
  setWhole(names, 1, { ...whole, entity: 1, ids: [7, 9] });
  setWhole(names, 2, { ...whole, entity: 2, ids: [5, 6], isPerson: true });
  // another name of the second, with other ends
  setWhole(names, 3, { ...whole, entity: 1, ids: [4, 11], isTitle: false });
  setWhole(names, 5, { ...whole, entity: 4, ids: [20, 30] });
  setWhole(names, 12, { ...whole, entity: 5, ids: [31, 32], isProper: false });
  setFamilyName(names, 3, 20);
  setWhole(names, 4, { ...whole, entity: 3, ids: [19, 20, 21], isPerson: true });
  for (const [surface, word] of [7, 8, 9, 5, 6, 20].entries()) setWord(names, 6 + surface, word);
  setWord(names, 13, 31);
  const page = new ShortNamesOnPage(names);
  page.addName(0, 7, 8);
  page.addName(0, 7, 8);
  page.addName(2, 5, 6);
  page.addName(3, 4, 11);
  page.addName(4, 19, 21);
  for (const word of [8, 5, 6, 11, 21]) page.addWord(word);
  const [team, person] = [placeOfShort(names, 7, 0), placeOfShort(names, 10, 2)];
  expect([...page.places()]).toEqual([person, team]);
  // by the first word too, unless two of the page begin with it
  page.addWord(7);
  expect([...page.places()]).toEqual([person, placeOfShort(names, 6, 0), team]);
  page.addName(1, 7, 9);
  expect([...page.places()]).toEqual([person, team]);
  // a person goes before what has the name from somebody
  page.addName(5, 20, 30);
  page.addName(4, 19, 20);
  page.addWord(20);
  expect([...page.places()]).toEqual([person, placeOfShort(names, 11, 3), team]);
  // American football is not American
  page.addName(12, 31, 32);
  page.addWord(31);
  expect(placeOfShort(names, 13, 5)).toBe(-1);
  expect([...page.places()]).toEqual([person, placeOfShort(names, 11, 3), team]);
  page.clear();
  expect([...page.places()]).toEqual([]);
  // no first names, and no words of others
  expect([placeOfShort(names, 9, 2), placeOfShort(names, 8, 0), placeOfShort(names, 0, 0)]).toEqual([
    -1, -1, -1,
  ]);
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

/** A team that texts call by one word, and a place that they never do. */
function otherCorpus(): string {
  const pages = [
    { title: "Hallo Dragons", text: "The Hallo Dragons are a team of ball players in Hallo." },
    { title: "Zorb of Hallo", text: "The Zorb of Hallo is a hill." },
    { title: "Dragons (film)", text: "Dragons is a film of 1990." },
    { title: "Zorb (band)", text: "Zorb was a band of four singers." },
    ...Array.from({ length: 30 }, (_, i) => ({
      title: `Season ${i}`,
      text: `In season ${i} the Hallo Dragons played below the Zorb of Hallo. In the end the Dragons won.`,
    })),
  ];
  return pages.map((page, i) => JSON.stringify({ id: String(i), ...page })).join("\n");
}

test("a word counts where it stands alone, not where it begins the whole name", async () => {
  const input = join(folder, "other.jsonl");
  writeFileSync(input, otherCorpus());
  const output = join(folder, "other.kb");
  await buildKnowledgeBase({ inputs: [input], output, workers: 1 });
  const kb = await openKnowledgeBase(output);
  const countOf = (word: string, title: string) =>
    kb.lookup(word)?.candidates.find(({ entity }) => kb.title(entity) === title)?.count;
  expect(countOf("Dragons", "Hallo Dragons")).toBe(3);
  expect(countOf("Zorb", "Zorb of Hallo") ?? 0).toBe(0);
  kb.close();
});
