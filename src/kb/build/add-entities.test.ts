import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/temporary-folder.js";
import { exportKnowledgeBase } from "../stores/export-knowledge-base.js";
import { openKnowledgeBase } from "../stores/open-knowledge-base.js";
import { addToKnowledgeBase } from "./add-entities.js";
import { buildKnowledgeBase } from "./build-knowledge-base.js";

let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = temporaryFolder();
  await writeFile(
    at("planets.csv"),
    "id,title,aliases,description,count,other_ids,orbit\nq1,Mercury (planet),Hermes star,The first planet,900,M1|M2,88\nq2,Venus,Morning Star|Evening Star,,1000,,\n",
  );
  await writeFile(
    at("more.jsonl"),
    '{"id":"q1","title":"Mercury (planet)","aliases":["Sol I"]}\n{"id":"p7","title":"Freddie Mercury","description":"British singer (born 1946)","count":400}\n',
  );
});

describe.each(["file", "lmdb"] as const)("adding to a %s store", (store) => {
  test("gives known entities names and makes new ones, and everything else stays", async () => {
    const kbPath = at(`added-${store}`);
    await buildKnowledgeBase({ inputs: [at("planets.csv")], output: kbPath, store });
    const result = await addToKnowledgeBase(kbPath, [at("more.jsonl")]);
    expect(result).toMatchObject({ added: 1, extended: 1 });
    const kb = await openKnowledgeBase(kbPath);
    expect(kb.size).toBe(3);
    expect(kb.info.sources.map((s) => s.name)).toEqual(["planets.csv", "more.jsonl"]);
    expect(kb.rowOfId("p7")).toBe(2);
    expect(kb.isPerson(2)).toBe(true);
    expect(kb.lookup("Sol I")?.candidates[0].entity).toBe(0);
    expect(kb.lookup("Hermes star")?.candidates[0].entity).toBe(0);
    expect(kb.lookup("Mercury")?.candidates.map((c) => c.entity)).toEqual([0, 2]);
    expect(kb.lookupFolded("mercury")?.candidates.length).toBe(2);
    expect([...kb.surfaces()].length).toBe(kb.info.surfaces);
    kb.close();
  });

  test("of two lists added at once one is refused by a sentence, or both are there", async () => {
    const kbPath = at(`twice-${store}`);
    await buildKnowledgeBase({ inputs: [at("planets.csv")], output: kbPath, store });
    await writeFile(at("comet.csv"), "id,title\nc1,Halley's Comet\n");
    const results = await Promise.allSettled(
      ["more.jsonl", "comet.csv"].map((list) => addToKnowledgeBase(kbPath, [at(list)])),
    );
    const kb = await openKnowledgeBase(kbPath);
    for (const [i, id] of ["p7", "c1"].entries()) {
      const result = results[i];
      if (result.status === "fulfilled") expect(kb.entity(kb.rowOfId(id)).id).toBe(id);
      else {
        expect(result.reason).toMatchObject({ code: "busy" });
        expect(kb.rowOfId(id)).toBe(-1);
      }
    }
    expect(results.some((r) => r.status === "fulfilled")).toBe(true);
    expect([...kb.surfaces()].length).toBe(kb.info.surfaces);
    kb.close();
  });

  test("known entities get further identifiers and columns", async () => {
    const kbPath = at(`richer-${store}`);
    await writeFile(
      at("wards.csv"),
      "id,title,other_ids,ward\nq1,Mercury (planet),P1,north\nq9,Mars,P4|P5,\n",
    );
    await writeFile(at("ids.csv"), "id,title,other_ids,moons\nq1,Mercury (planet),P9,0\n");
    await buildKnowledgeBase({ inputs: [at("wards.csv")], output: kbPath, store });
    await addToKnowledgeBase(kbPath, [at("ids.csv")]);
    const kb = await openKnowledgeBase(kbPath);
    expect(["P1", "P9", "P4", "P5", "q1"].map((id) => kb.rowOfId(id))).toEqual([0, 0, 1, 1, 0]);
    expect(kb.entity(0)).toMatchObject({ otherIds: ["P1", "P9"], extra: { ward: "north", moons: "0" } });
    kb.close();
  });

  test("what is exported builds the same knowledge base again", async () => {
    const kbPath = at(`first-${store}`);
    await buildKnowledgeBase({ inputs: [at("planets.csv")], output: kbPath, store });
    await exportKnowledgeBase(kbPath, at(`${store}.jsonl`), { format: "jsonl" });
    await buildKnowledgeBase({ inputs: [at(`${store}.jsonl`)], output: at(`second-${store}`), store });
    const [first, second] = [await openKnowledgeBase(kbPath), await openKnowledgeBase(at(`second-${store}`))];
    expect([...second.surfaces()]).toEqual([...first.surfaces()]);
    for (let row = 0; row < first.size; row++) expect(second.entity(row)).toEqual(first.entity(row));
    await exportKnowledgeBase(kbPath, at(`small-${store}`), {
      format: "file",
      entities: 1,
      descriptions: false,
    });
    const small = await openKnowledgeBase(at(`small-${store}`));
    expect(small.size).toBe(1);
    expect(small.lookup("Venus")).toBeUndefined();
    expect(small.entity(0).description).toBeUndefined();
    await exportKnowledgeBase(kbPath, at(`${store}.tsv`), { format: "names" });
    expect(await readFile(at(`${store}.tsv`), "utf8")).toContain("Evening Star\tVenus\t1.00000\t0\talias\n");
    first.close();
    second.close();
  });
});

describe("own catalogues", () => {
  test("a row that cannot be read is named with its file and line", async () => {
    await writeFile(at("bad.jsonl"), '{"title":"A"}\n{"id":3}\n');
    await expect(buildKnowledgeBase({ inputs: [at("bad.jsonl")], output: at("bad") })).rejects.toThrow(
      /bad\.jsonl, line 2: there is no title/,
    );
    await writeFile(at("bad.csv"), "identifier,label\n1,x\n");
    await expect(buildKnowledgeBase({ inputs: [at("bad.csv")], output: at("bad") })).rejects.toThrow(
      /no column "title"/,
    );
    await expect(openKnowledgeBase(at("bad"))).rejects.toMatchObject({ code: "not-found" });
  });
});

test("a packed knowledge base is added to and stays packed", async () => {
  await buildKnowledgeBase({ inputs: [at("planets.csv")], output: at("plain.kb"), store: "file" });
  await exportKnowledgeBase(at("plain.kb"), at("small.packed"), { format: "packed" });
  expect(await addToKnowledgeBase(at("small.packed"), [at("more.jsonl")])).toMatchObject({ added: 1 });
  const kb = await openKnowledgeBase(at("small.packed"));
  expect([kb.info.format, kb.size, kb.rowOfId("p7"), kb.rowOfId("M2")]).toEqual(["packed", 3, 2, 0]);
  expect(kb.lookup("Mercury")?.candidates.map((c) => c.entity)).toEqual([0, 2]);
  expect(kb.lookup("Sol I")?.candidates[0].entity).toBe(0);
  kb.close();
});
