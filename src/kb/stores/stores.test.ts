/** What every store must answer: one suite, run on each. */
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/temporary-folder.js";
import { memorySource } from "../../files/byte-source.js";
import type { Entity } from "../../types.js";
import { contentsOf } from "../contents.js";
import type { KnowledgeBase } from "../knowledge-base.js";
import { describeNameSources } from "../name-sources.js";
import { createKnowledgeBase, type KnowledgeBaseInput } from "./create-knowledge-base.js";
import { openKnowledgeBaseBytes } from "./file-store.js";
import { encodeKnowledgeBase } from "./file-writer.js";
import { writeLmdbKnowledgeBase } from "./lmdb-writer.js";
import { openKnowledgeBase } from "./open-knowledge-base.js";
import { openPackedKnowledgeBase } from "./packed-store.js";
import { encodePackedKnowledgeBase } from "./packed-writer.js";

const input: KnowledgeBaseInput = {
  entities: [
    { title: "England", id: "9316", popularity: 158848, url: "https://en.wikipedia.org/wiki/England" },
    {
      title: "England national football team",
      id: "9904",
      popularity: 4000,
      type: "organisation",
      phrase: "men's football team",
      wikidata: "Q47762",
    },
    {
      title: "Lynndie England",
      description: "An American soldier.",
      type: "person",
      url: "https://example.org/lynndie",
    },
    {
      title: "Łódź",
      phrase: "city in Poland",
      aliases: ["Lodz"],
      otherIds: ["PL-10", "9904"],
      extra: { mayor: "Ó. Ż", "postal code": "90" },
    },
  ],
  names: [
    { surface: "England", entity: "England", count: 30 },
    { surface: "England", entity: "England national football team", count: 10 },
    { surface: "ENGLAND", entity: "England national football team", count: 5 },
    { surface: "England", entity: "Lynndie England", source: "rule" },
  ],
  redirects: [{ title: "Inglaterra", to: "England" }],
  statistics: new Map([["England", { textCount: 200, linkProbability: 0.2, lowercaseShare: 0 }]]),
  sources: [{ name: "own.csv", sha256: "00" }],
  settings: { urlPrefix: "https://en.wikipedia.org/wiki/" },
};

let folder: string;
beforeAll(async () => {
  folder = temporaryFolder();
  await writeLmdbKnowledgeBase(join(folder, "lmdb"), contentsOf(createKnowledgeBase(input)));
});

const packed = encodePackedKnowledgeBase(contentsOf(createKnowledgeBase(input)));

const stores: [string, () => Promise<KnowledgeBase>][] = [
  ["file", async () => createKnowledgeBase(input)],
  ["packed", async () => openPackedKnowledgeBase(memorySource(packed.buffer), "kb")],
  ["lmdb", () => openKnowledgeBase(join(folder, "lmdb"))],
];

describe.each(stores)("a knowledge base in the %s store", (format, open) => {
  test("an entity has its further identifiers and columns, and is found by each identifier that is no other's own", async () => {
    const kb = await open();
    expect(kb.entity(3)).toMatchObject({
      otherIds: ["PL-10", "9904"],
      extra: { mayor: "Ó. Ż", "postal code": "90" },
    });
    expect(kb.entity(0)).not.toHaveProperty("otherIds");
    expect(kb.entity(0)).not.toHaveProperty("extra");
    expect(["PL-10", "9904", "Łódź", "PL-11", ""].map((id) => kb.rowOfId(id))).toEqual([3, 1, 3, -1, -1]);
    kb.close();
  });

  test("an entity has its type, its phrase and its item in Wikidata, by which it is found", async () => {
    const kb = await open();
    expect(kb.entity(1)).toMatchObject({
      type: "organisation",
      phrase: "men's football team",
      wikidata: "Q47762",
    });
    expect(kb.entity(2)).toMatchObject({ type: "person", isPerson: true });
    expect(kb.entity(3)).toMatchObject({ phrase: "city in Poland" });
    for (const field of ["type", "phrase", "wikidata"]) expect(kb.entity(0)).not.toHaveProperty(field);
    expect(["Q47762", "Q4776", "Q0", "Q99999999999"].map((id) => kb.rowOfId(id))).toEqual([1, -1, -1, -1]);
    kb.close();
  });

  test("knows what it holds and was made from", async () => {
    const kb = await open();
    expect(kb.size).toBe(4);
    expect(kb.info).toMatchObject({
      format: format.split(" ")[0],
      entities: 4,
      surfaces: 7,
      redirects: 1,
      sources: input.sources,
    });
  });

  test("gives entities by row, title, redirect and identifier", async () => {
    const kb = await open();
    expect(kb.entity(0)).toEqual({
      row: 0,
      id: "9316",
      title: "England",
      url: "https://en.wikipedia.org/wiki/England",
      popularity: 158848,
      isPerson: false,
    });
    expect(kb.entity(2)).toMatchObject({
      id: "Lynndie England",
      description: "An American soldier.",
      url: "https://example.org/lynndie",
      isPerson: true,
    });
    expect(kb.entity(3).url).toBeUndefined();
    expect(kb.rowOfTitle("Łódź")).toBe(3);
    expect(kb.rowOfTitle("Inglaterra")).toBe(0);
    expect(kb.rowOfTitle("inglaterra#History")).toBe(0);
    expect(kb.rowOfTitle("England_national football team")).toBe(1);
    expect(kb.rowOfTitle("The Lynndie England")).toBe(2);
    expect(kb.rowOfTitle("The England")).toBe(-1);
    expect(kb.rowOfTitle("Atlantis")).toBe(-1);
    expect(kb.rowOfId("9904")).toBe(1);
    expect(kb.rowOfId("Lynndie England")).toBe(2);
    expect(kb.rowOfId("England")).toBe(-1);
    expect(kb.rowOfId("")).toBe(-1);
    expect(kb.popularity(1)).toBe(4000);
    expect(kb.isPerson(2)).toBe(true);
    expect(() => kb.entity(4)).toThrow(/rows 0 to 3/);
  });

  test("gives a surface's candidates best first, with counts and sources", async () => {
    const england = (await open()).lookup("England")!;
    expect(england.linkCount).toBe(40);
    expect(england.textCount).toBe(200);
    expect(england.linkProbability).toBeCloseTo(0.2, 2);
    expect(england.candidates.map((c) => c.entity)[0]).toBe(0);
    expect(england.candidates.map((c) => c.count).sort()).toEqual([0, 10, 30]);
    expect(describeNameSources(england.candidates[0].sources)).toEqual(["link", "title"]);
    for (const c of england.candidates) {
      expect(c.prior).toBeGreaterThan(0);
      expect(c.prior).toBeLessThanOrEqual(1);
    }
    expect((await open()).lookup("england")).toBeUndefined();
    expect((await open()).lookup("")).toBeUndefined();
  });

  test("adds up the surfaces that fold to the same form", async () => {
    const kb = await open();
    const england = kb.lookupFolded("england")!;
    expect(england.linkCount).toBe(45);
    expect(england.candidates.find((c) => c.entity === 1)?.count).toBe(15);
    expect(kb.lookupFolded("lodz")!.candidates).toMatchObject([{ entity: 3 }]);
    expect(kb.lookupFolded("England")).toBeUndefined();
    expect(kb.lookupFolded("nowhere")).toBeUndefined();
  });

  test("lists its surfaces and redirects", async () => {
    const kb = await open();
    const surfaces = [...kb.surfaces()];
    expect(surfaces.map((s) => s.surface)).toContain("ENGLAND");
    expect(surfaces.length).toBe(7);
    for (const s of surfaces) expect(kb.lookup(s.surface)).toEqual(s);
    expect([...kb.redirects()]).toEqual([{ title: "Inglaterra", row: 0 }]);
  });
});

describe("an identifier that two entities have", () => {
  const entity = (row: number, id: string, title: string) => ({
    row,
    id,
    title,
    popularity: 0,
    isPerson: false,
  });
  const twice = (...entities: Entity[]) => ({
    ...contentsOf(createKnowledgeBase({ entities: [{ title: "x" }] })),
    entities,
  });
  const clashes = [
    twice(entity(0, "7", "Seven"), entity(1, "7", "Sept")),
    twice(entity(0, "Seven", "Seven"), entity(1, "Seven", "Sept")),
    twice(entity(0, "Seven", "Seven"), entity(1, "Seven", "Seven")),
  ];
  test("is refused by every store, as it is by whoever creates one in memory", async () => {
    for (const contents of clashes) {
      expect(() => encodeKnowledgeBase(contents)).toThrow(/Two entities have the identifier "(7|Seven)"/);
      await expect(writeLmdbKnowledgeBase(join(folder, "twice"), contents)).rejects.toThrow(
        /Two entities have the identifier/,
      );
    }
    expect(() => createKnowledgeBase({ entities: [{ title: "A" }, { title: "A" }] })).toThrow(
      /identifier "A"/,
    );
  });
  test("does not matter where it is a further one, or a title", async () => {
    const fine = twice(
      { ...entity(0, "7", "Seven"), otherIds: ["8"] },
      { ...entity(1, "8", "Seven"), otherIds: ["7"] },
    );
    expect(openKnowledgeBaseBytes(encodeKnowledgeBase(fine).buffer).rowOfId("8")).toBe(1);
    await writeLmdbKnowledgeBase(join(folder, "fine"), fine);
    expect((await openKnowledgeBase(join(folder, "fine"))).rowOfId("7")).toBe(0);
  });
});
