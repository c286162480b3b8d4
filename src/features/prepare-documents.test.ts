import { expect, test } from "vitest";
import type { AnnotatedDocument } from "../formats/annotated/annotated-document.js";
import { joinText } from "../formats/annotated/join-texts.js";
import { Names } from "../vectors/names.js";
import { VectorTable } from "../vectors/vector-table.js";
import { Preparer } from "./prepare-documents.js";

function table(names: string[]): VectorTable {
  const data = Float32Array.from(names.flatMap((_, i) => [i, 1]));
  return new VectorTable({ rows: names.length, d: 2, data, names: Names.fromList(names) });
}
const words = table(["zebra", "river", "football", "match", "city", "ulm", "bonn"]);
const entities = table(["Nowhere", "Ulm", "Bonn", "Ulm, Montana"]);

const candidates = [
  { title: "Ulm", prior: 0.8 },
  { title: "Ulm, Montana", prior: 0.1 },
  { title: "Unheard of", prior: 0.1 },
];

test("words and candidates become rows of tables that hold only what is used", () => {
  const text = "The football match in Ulm, a city.";
  const doc: AnnotatedDocument = {
    id: "1",
    text,
    mentions: [{ start: 22, end: 25, surface: "Ulm", entity: "Ulm", candidates }],
  };
  const preparer = new Preparer({ words, entities });
  const { mentions } = preparer.prepare(doc);
  const tables = preparer.tables((list) => Names.fromList(list));
  const word = (row: number) => tables.words.name(row);
  expect(mentions[0].context.map(word).sort()).toEqual(["city", "football", "match"]);
  expect(mentions[0].mention.map(word)).toEqual(["ulm"]);
  expect(mentions[0].candidates.map(([row, prior]) => [tables.entities.name(row), prior])).toEqual([
    ["Ulm", 0.8],
    ["Ulm, Montana", 0.1],
  ]);
  expect(tables.entities.name(mentions[0].gold)).toBe("Ulm");
  expect(tables.entities.rows).toBe(2);
  expect(Array.from(tables.words.vector(mentions[0].mention[0]))).toEqual([5, 1]);
});

test("a mention with its own contexts is read between them", () => {
  const mention = {
    start: 0,
    end: 3,
    surface: "Ulm",
    entity: "Bonn",
    candidates,
    context: { left: ["river"], right: ["zebra"] },
  };
  const preparer = new Preparer({ words, entities });
  const [prepared] = preparer.prepare({ id: "1", text: "Ulm football", mentions: [mention] }).mentions;
  const tables = preparer.tables((list) => Names.fromList(list));
  expect(prepared.context.map((row) => tables.words.name(row)).sort()).toEqual(["river", "zebra"]);
  expect(preparer.counts).toMatchObject({ mentions: 1, goldListed: 0, goldOutside: 0 });
});

test("csv mentions find their places in the running text, in order, and what is missing is reported", () => {
  const mention = (surface: string) => ({
    start: 0,
    end: 1,
    surface,
    entity: "Ulm",
    context: { left: [], right: [] },
  });
  const text: AnnotatedDocument = {
    id: "1 EU",
    text: "Ulm met U.S. Bonn and Ulm",
    mentions: [
      { start: 0, end: 3, surface: "Ulm", entity: null },
      { start: 8, end: 12, surface: "U.S.", entity: null },
      { start: 22, end: 25, surface: "Ulm", entity: null },
    ],
  };
  const problems: string[] = [];
  const joined = joinText(
    { id: "1", text: "", mentions: [mention("ULM"), mention("U.S ."), mention("Ulm"), mention("Nix")] },
    text,
    (p) => problems.push(p.message),
  );
  expect(joined.mentions.map((m) => [m.start, m.surface])).toEqual([
    [0, "Ulm"],
    [8, "U.S."],
    [22, "Ulm"],
  ]);
  expect(problems.length).toBe(1);
});
