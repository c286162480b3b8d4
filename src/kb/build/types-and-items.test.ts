/** Types, phrases and items of Wikidata, as building and adding give them. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/temporary-folder.js";
import { openKnowledgeBase } from "../stores/open-knowledge-base.js";
import { addToKnowledgeBase } from "./add-entities.js";
import { buildKnowledgeBase } from "./build-knowledge-base.js";

let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(() => {
  folder = temporaryFolder();
});

const page = (id: number, title: string, text: string) =>
  `<page><title>${title}</title><ns>0</ns><id>${id}</id><revision><text>${text}</text></revision></page>`;
const wiki = `<mediawiki>${[
  page(11, "Ida Holm", "'''Ida Holm''' (born 3 May 1970) is a Danish long-distance runner, see [[Ostby]]."),
  page(12, "Ostby", "'''Ostby''' is a village in Velmland. [[Velm Air]] flies there."),
  page(13, "Velm Air", "'''Velm Air''' was a Danish airline."),
  page(14, "Old Ostby", "#REDIRECT [[Ostby]]"),
  page(15, "The Long Way (film)", "'''The Long Way''' is a 1999 drama film by [[Ida Holm]]."),
  page(16, "1999", "'''1999''' was a year. [[Velm rain frog]]"),
].join("")}</mediawiki>`;

async function build(output: string, more: object = {}) {
  await writeFile(at("wiki.xml"), wiki);
  await buildKnowledgeBase({ inputs: [at("wiki.xml")], output: at(output), ...more });
  const kb = await openKnowledgeBase(at(output));
  return (title: string) => kb.entity(kb.rowOfTitle(title));
}

describe("a knowledge base from a corpus", () => {
  test.each(["file", "lmdb"])("says what its entities are (%s store)", async (store) => {
    const entity = await build(`types-${store}`, { store });
    expect(entity("Ida Holm")).toMatchObject({ type: "person", phrase: "Danish long-distance runner" });
    expect(entity("Ostby")).toMatchObject({ type: "place", phrase: "village in Velmland" });
    expect(entity("Velm Air")).toMatchObject({ type: "organisation", phrase: "Danish airline" });
    expect(entity("The Long Way (film)")).toMatchObject({ type: "work", phrase: "1999 drama film" });
    expect(entity("Velm rain frog")).not.toHaveProperty("phrase");
  });
  test("says so without keeping descriptions, too; of other languages only who is a person", async () => {
    const bare = await build("bare", { descriptions: false });
    expect(bare("Ostby")).toMatchObject({ type: "place", phrase: "village in Velmland" });
    expect(bare("Ostby")).not.toHaveProperty("description");
    const german = await build("german", { language: "de" });
    expect(german("Ostby")).not.toHaveProperty("type");
  });
});

describe("items of Wikidata", () => {
  test("come from a list by title, where an entity's own title goes before others, or by page number", async () => {
    const lines = ["Old_Ostby\tQ5", "Ostby\tQ12", "Old Ostby\tQ6", "1999\tQ1999", "13\tQ13", "Nowhere\tQ9"];
    await writeFile(at("items.tsv"), lines.join("\n"));
    const entity = await build("listed", { wikidata: [at("items.tsv")] });
    const items = ["Ostby", "1999", "Velm Air"].map((title) => entity(title).wikidata);
    expect(items).toEqual(["Q12", "Q1999", "Q13"]);
    expect(entity("Ida Holm")).not.toHaveProperty("wikidata");
  });
  test("come from a dump's table of page properties, whatever bytes stand beside them", async () => {
    const rows = [
      "(11,'page_image','a\xff\\'(12,x',NULL)",
      "(11,'wikibase_item','Q110',NULL)",
      "(13,'wikibase_item','Q130',NULL)",
    ];
    const sql = `-- MySQL dump 10.19\nINSERT INTO \`page_props\` VALUES ${rows.join(",")};\n`;
    await writeFile(at("page_props.sql.gz"), gzipSync(Buffer.from(sql, "latin1")));
    const entity = await build("dumped", { wikidata: [at("page_props.sql.gz")] });
    const items = ["Ida Holm", "Velm Air", "Ostby"].map((title) => entity(title).wikidata);
    expect(items).toEqual(["Q110", "Q130", undefined]);
  });
  test("that cannot be read are told in a sentence", async () => {
    await writeFile(at("bad.tsv"), "title\titem\nOstby\ttwelve\n");
    await expect(build("bad", { wikidata: [at("bad.tsv")] })).rejects.toThrow(/bad.tsv, line 2: .*like Q42/);
    await writeFile(at("other.sql"), "-- MySQL dump 10.19\nINSERT INTO `page` VALUES (1);\n");
    await expect(build("other", { wikidata: [at("other.sql")] })).rejects.toThrow(
      /no rows with 'wikibase_item'/,
    );
    await writeFile(at("second.xml"), wiki);
    await writeFile(at("pages.tsv"), "13\tQ13\n");
    const inputs = [at("wiki.xml"), at("second.xml")];
    const two = { inputs, output: at("two"), wikidata: [at("pages.tsv")] };
    await expect(buildKnowledgeBase(two)).rejects.toThrow(/page numbers, but 2 corpora/);
  });
});

describe("an own catalogue", () => {
  const csv = [
    "id,title,description,type,wikidata,phrase",
    "1,Ida Holm,Danish runner (born 1970),,,",
    "2,Falcon 3,A car for mountain roads.,,Q77,",
    "3,Orro,A car for cities.,organization,http://www.wikidata.org/entity/Q78,a maker of cars",
    "4,Brell,A lamp.,lighting,,",
    "5,Tarn,,,,",
  ].join("\n");
  test("gives types, phrases and items, and is told the others by its descriptions", async () => {
    await writeFile(at("own.csv"), csv);
    await buildKnowledgeBase({ inputs: [at("own.csv")], output: at("own") });
    const kb = await openKnowledgeBase(at("own"));
    expect(kb.entity(0)).toMatchObject({ type: "person", phrase: "Danish runner", isPerson: true });
    expect(kb.entity(1)).toMatchObject({
      type: "product",
      wikidata: "Q77",
      phrase: "car for mountain roads",
    });
    expect(kb.entity(2)).toMatchObject({ type: "organisation", wikidata: "Q78", phrase: "a maker of cars" });
    expect(kb.entity(3).extra).toEqual({ type: "lighting" });
    expect(kb.entity(4)).not.toHaveProperty("type");
    expect(kb.rowOfId("Q78")).toBe(2);
  });
  test.each(["file", "lmdb"] as const)(
    "adds to what is there: by item, with types, and no identifier twice (%s store)",
    async (store) => {
      await writeFile(at("own.csv"), csv);
      const path = at(`grown-${store}`);
      await buildKnowledgeBase({ inputs: [at("own.csv")], output: path, store });
      const more = "id,title,type,description\nQ77,Falcon III,event,\n9,Ostby,,A village in Velmland.\n";
      await writeFile(at("more.csv"), more);
      expect(await addToKnowledgeBase(path, [at("more.csv")])).toMatchObject({ added: 1, extended: 1 });
      const kb = await openKnowledgeBase(path);
      expect(kb.entity(1)).toMatchObject({ type: "event", wikidata: "Q77" });
      expect(kb.entity(5)).toMatchObject({ type: "place", phrase: "village in Velmland" });
      kb.close();
      await writeFile(at("clash.csv"), "title\n9\n");
      await expect(addToKnowledgeBase(path, [at("clash.csv")])).rejects.toThrow(/identifier "9"/);
    },
  );
  test("with an item that is none is refused", async () => {
    await writeFile(at("wrong.csv"), "title,wikidata\nOrro,P31\n");
    const building = buildKnowledgeBase({ inputs: [at("wrong.csv")], output: at("wrong") });
    await expect(building).rejects.toThrow(/wrong.csv, line 2: "P31" is no item of Wikidata/);
  });
});
