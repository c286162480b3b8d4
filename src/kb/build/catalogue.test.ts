import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/temporary-folder.js";
import { loadLinker } from "../../loading/load-linker.js";
import { openEntityTexts } from "../entity-texts.js";
import { openKnowledgeBase } from "../stores/open-knowledge-base.js";
import { addToKnowledgeBase } from "./add-entities.js";
import { buildKnowledgeBase } from "./build-knowledge-base.js";

test("the words of titles and descriptions are written for training vectors; what is added later has none", async () => {
  const folder = temporaryFolder();
  const csv = join(folder, "shop.csv");
  await writeFile(
    csv,
    "id,title,description\n1,Brillo Lamp,A red lamp with a red shade\n2,Otter Chair,\n3,Fern Lamp,The lamp of 1999\n",
  );
  const path = join(folder, "shop");
  await buildKnowledgeBase({ inputs: [csv], output: path });
  const texts = openEntityTexts(`${path}.texts`);
  const words = (row: number) => {
    const text = texts.read(row);
    return Object.fromEntries([...text.words].map((w, i) => [texts.words[w], text.counts[i]]));
  };
  expect(texts.words[0]).toBe("lamp");
  expect(texts.frequencies[0]).toBe(4);
  expect(words(0)).toEqual({ lamp: 2, brillo: 1, red: 2, shade: 1 });
  expect(words(1)).toEqual({ otter: 1, chair: 1 });
  texts.close();

  await writeFile(join(folder, "more.csv"), "id,title\n4,Moss Table\n");
  await addToKnowledgeBase(path, [join(folder, "more.csv")]);
  const kb = await openKnowledgeBase(path);
  expect(kb.info.settings.added).toBe(1);
  const longer = openEntityTexts(`${path}.texts`, 1);
  expect(longer.size).toBe(kb.size);
  expect([...longer.range()].map((t) => t.words.length)).toEqual([4, 2, 2, 0]);
  expect(longer.read(3).words).toHaveLength(0);
  longer.close();
});

test("a catalogue of many rows is read whole", async () => {
  const folder = temporaryFolder();
  const rows = Array.from(
    { length: 30_000 },
    (_, i) => `P${i},Thing Number ${i} Of Many,"${"word ".repeat(20)}"`,
  );
  const csv = join(folder, "many.csv");
  await writeFile(csv, ["id,title,description", ...rows].join("\n"));
  const info = await buildKnowledgeBase({ inputs: [csv], output: join(folder, "many") });
  expect(info.entities).toBe(30_000);
});

test("an LMDB store that is mapped anew all the time answers the same, also while its names are gone through", async () => {
  const folder = temporaryFolder();
  const rows = Array.from({ length: 400 }, (_, i) => `P${i},Thing ${i},Item ${i}`);
  const csv = join(folder, "many.csv");
  await writeFile(csv, ["id,title,aliases", ...rows].join("\n"));
  const path = join(folder, "many");
  await buildKnowledgeBase({ inputs: [csv], output: path, store: "lmdb" });
  const kb = await openKnowledgeBase(path, { mapped: 1 });
  let names = 0;
  for (const { surface } of kb.surfaces()) {
    names++;
    expect(kb.lookup(surface)?.surface).toBe(surface);
  }
  expect(names).toBe(kb.info.surfaces);
  for (let i = 0; i < 400; i++) {
    expect(kb.lookup(`Item ${i}`)?.candidates[0].entity).toBe(i);
    expect(kb.lookupFolded(`item ${i}`)?.candidates[0].entity).toBe(i);
    expect(kb.entity(i).title).toBe(`Thing ${i}`);
  }
  kb.close();
});

test("a catalogue in a language without lists is built, with a remark", async () => {
  const csv = join(temporaryFolder(), "cities.csv");
  await writeFile(csv, "id,title\n1,Warszawa\n");
  const warnings: string[] = [];
  const onWarning = (sentence: string) => void warnings.push(sentence);
  await buildKnowledgeBase({ inputs: [csv], output: `${csv}.kb`, language: "pl", onWarning });
  expect(warnings).toEqual([
    'There are no word lists for the language "pl"; it is read without. docs/languages.md says how to add one.',
  ]);
});

test("a list with a header only makes no knowledge base, and adds nothing to one", async () => {
  const folder = temporaryFolder();
  const [empty, one] = [join(folder, "empty.csv"), join(folder, "one.csv")];
  await writeFile(empty, "title\n");
  await writeFile(one, "title\nBrillo Lamp\n");
  const path = join(folder, "shop.kb");
  await expect(buildKnowledgeBase({ inputs: [empty], output: path })).rejects.toThrow(
    "empty.csv holds no entity; wanted at least one, in a row below the header.",
  );
  await expect(loadLinker(undefined, { kb: empty })).rejects.toThrow("empty.csv holds no entity");
  const told: string[] = [];
  const onWarning = (sentence: string) => void told.push(sentence);
  await buildKnowledgeBase({ inputs: [one, empty], output: path, onWarning });
  expect(told).toEqual([]);
  await addToKnowledgeBase(path, [empty], { onWarning });
  expect(told).toEqual([expect.stringMatching(/empty\.csv holds no entity; nothing is added\.$/)]);
  expect((await loadLinker(undefined, { add: [empty], onWarning })).link("Paris is in France.")).toHaveLength(
    2,
  );
  expect(told).toHaveLength(2);
});
