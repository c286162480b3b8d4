import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/temporary-folder.js";
import type { AnnotatedDocument } from "./annotated-document.js";
import { convertDataset } from "./convert-dataset.js";
import { type DatasetFormat, datasetFormats, detectFormat, readDataset } from "./dataset-formats.js";

async function collect(path: string, format?: DatasetFormat): Promise<AnnotatedDocument[]> {
  const docs: AnnotatedDocument[] = [];
  for await (const doc of readDataset(path, { format })) docs.push(doc);
  return docs;
}

async function write(format: DatasetFormat, docs: AnnotatedDocument[]): Promise<string> {
  const path = join(temporaryFolder(), "set");
  const writer = await datasetFormats[format].createWriter(path);
  for (const doc of docs) await writer.write(doc);
  await writer.close();
  return path;
}

/** What each format can say beyond text, ranges and titles decides what a document must not contain. */
const running: DatasetFormat[] = ["jsonl", "wned", "nif", "elevant", "zelda"];

const word = fc.constantFrom(
  "Ulm",
  "São",
  "𝒜da",
  "U.S.",
  "&amp;",
  "&",
  "<b>",
  "O'Neil",
  "東京",
  '"x"',
  "\u00a0",
  "\n\n",
);
const documents = fc
  .array(
    fc.record({
      words: fc.array(word, { minLength: 1, maxLength: 12 }),
      linked: fc.array(
        fc.tuple(fc.nat(11), fc.option(fc.constantFrom("Ulm", "A & B", 'He said "x"', "C/D (e)"))),
        {
          maxLength: 4,
        },
      ),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((list) =>
    list.map(({ words, linked }, n): AnnotatedDocument => {
      const text = words.join(" ");
      const places = new Map(linked.filter(([at]) => at < words.length && words[at].trim()));
      const mentions = [...places.entries()]
        .sort((a, b) => a[0] - b[0])
        .map(([at, entity]) => {
          const start = words.slice(0, at).join(" ").length + (at > 0 ? 1 : 0);
          return { start, end: start + words[at].length, surface: words[at], entity: entity ?? null };
        });
      return { id: `doc ${n}`, text, mentions };
    }),
  );

describe("round trips", () => {
  test.each(running)("%s gives back texts, ranges and titles exactly", async (format) => {
    await fc.assert(
      fc.asyncProperty(documents, async (docs) => {
        expect(await collect(await write(format, docs), format)).toEqual(docs);
      }),
      { numRuns: 30 },
    );
  });

  const aida = [
    "-DOCSTART- (1 ULM)",
    "Ulm\tB\tUlm\tUlm\thttp://en.wikipedia.org/wiki/Ulm\t31834\t/m/07x4c",
    "beat",
    "Neu\tB\tNeu - Ulm\t--NME--",
    "-\tI\tNeu - Ulm\t--NME--",
    "Ulm\tI\tNeu - Ulm\t--NME--",
    "",
    "Ada\tB\tAda\tAda_\\u0028ship\\u0029\thttp://en.wikipedia.org/wiki/Ada_%28ship%29\t12\t",
    "Bo\tB\tBo\tBo_Vik\thttp://en.wikipedia.org/wiki/Bo_Vik\t7\t",
    ".",
    "",
    "-DOCSTART- (947testa CHESS)",
    "1.\tB\t1.\t--NME--",
    "",
    "",
  ].join("\n");

  test("AIDA tsv goes to our JSONL and back, byte for byte", async () => {
    const at = temporaryFolder();
    writeFileSync(join(at, "a.tsv"), aida);
    await convertDataset(join(at, "a.tsv"), join(at, "b.jsonl"), { to: "jsonl" });
    await convertDataset(join(at, "b.jsonl"), join(at, "c.tsv"), { to: "aida" });
    const normal = (text: string) => text.replace(/\n+(?=-DOCSTART-|$)/g, "\n");
    expect(normal(readFileSync(join(at, "c.tsv"), "utf8"))).toBe(normal(aida));
    const docs = await collect(join(at, "a.tsv"));
    expect(docs.map((d) => d.split)).toEqual(["train", "testa"]);
    expect(docs[0].mentions.map((m) => [m.surface, m.entity])).toEqual([
      ["Ulm", "Ulm"],
      ["Neu - Ulm", null],
      ["Ada", "Ada (ship)"],
      ["Bo", "Bo Vik"],
    ]);
  });

  const deepEd = [
    "1 X\t1 X\tUlm\ta b\tc d\tCANDIDATES\t31834,0.9,Ulm\t12,0.1,Ulm, Montana\tGT:\t1,31834,0.9,Ulm",
    "1 X\t1 X\tBo\tEMPTYCTXT\tc\tCANDIDATES\tEMPTYCAND\tGT:\t-1,7,Bo, the Great",
    "2 Y\t2 Y\tAda\ta\tEMPTYCTXT\tCANDIDATES\t5,1,Ada\tGT:\t-1",
    "",
  ].join("\n");

  test("deep-ed csv goes to our JSONL and back, byte for byte", async () => {
    const at = temporaryFolder();
    writeFileSync(join(at, "a.csv"), deepEd);
    await convertDataset(join(at, "a.csv"), join(at, "b.jsonl"), { to: "jsonl" });
    await convertDataset(join(at, "b.jsonl"), join(at, "c.csv"), { to: "deep-ed" });
    expect(readFileSync(join(at, "c.csv"), "utf8")).toBe(deepEd);
  });

  test("raw text becomes AIDA tokens whose mentions are found again", async () => {
    const text = "Ada-Lovelace wrote. Then U.S.-based Ulm paid her.";
    const mentions = [
      { start: 4, end: 12, surface: "Lovelace", entity: "Ada Lovelace" },
      { start: 36, end: 39, surface: "Ulm", entity: null },
    ];
    const back = await collect(await write("aida", [{ id: "9 X", text, mentions }]), "aida");
    expect(back[0].mentions.map((m) => [m.surface, m.entity])).toEqual([
      ["Lovelace", "Ada Lovelace"],
      ["Ulm", null],
    ]);
    expect(back[0].text.split("\n").length).toBe(2);
  });

  test.each(running)("%s keeps a document that is annotated twice as two", async (format) => {
    const one = { start: 0, end: 3, surface: "Ulm", entity: "Ulm" };
    const docs = [one, { ...one, entity: null }].map((m) => ({ id: "x", text: "Ulm!", mentions: [m] }));
    expect(await collect(await write(format, docs), format)).toEqual(docs);
  });

  test("identifiers survive the formats that have a place for them", async () => {
    const mentions = [{ start: 0, end: 3, surface: "Ulm", entity: "Ulm city", entityId: "Q3012" }];
    const docs = [{ id: "x", text: "Ulm!", mentions }];
    for (const format of ["jsonl", "nif", "elevant", "zelda"] as const) {
      expect(await collect(await write(format, docs), format), format).toEqual(docs);
    }
  });
});

describe("formats are recognised by content", () => {
  test.each(["jsonl", "aida", "deep-ed", "wned", "nif", "elevant", "zelda"] as const)(
    "%s",
    async (format) => {
      const mentions = [{ start: 0, end: 3, surface: "Ulm", entity: "Ulm" }];
      expect(await detectFormat(await write(format, [{ id: "1", text: "Ulm!", mentions }]))).toBe(format);
    },
  );
});
