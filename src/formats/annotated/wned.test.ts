import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/temporary-folder.js";
import type { AnnotatedDocument, DatasetProblem, ReadOptions } from "./annotated-document.js";
import { readWned } from "./wned-reader.js";
import { createWnedWriter } from "./wned-writer.js";

interface Row {
  mention: string;
  wikiName: string;
  offset: number;
  length?: number;
}

function wned(texts: Record<string, string>, rows: Record<string, Row[]>): string {
  const folder = join(temporaryFolder(), "tiny");
  mkdirSync(join(folder, "RawText"), { recursive: true });
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, "RawText", name), text);
  const documents = Object.entries(rows).map(
    ([name, annotations]) =>
      `<document docName="${name}">\n${annotations
        .map(
          (a) =>
            `<annotation><mention>${a.mention}</mention><wikiName>${a.wikiName}</wikiName>` +
            `<offset>${a.offset}</offset><length>${a.length ?? a.mention.length}</length></annotation>\n`,
        )
        .join("")}</document>\n`,
  );
  writeFileSync(join(folder, "tiny.xml"), `<?xml version="1.0"?>\n<tiny>\n${documents.join("")}</tiny>\n`);
  return folder;
}

async function collect(path: string, options: ReadOptions = {}) {
  const docs: AnnotatedDocument[] = [];
  const problems: DatasetProblem[] = [];
  for await (const doc of readWned(path, { onProblem: (p) => problems.push(p), ...options })) docs.push(doc);
  return { docs, problems };
}

test("mentions come with their text, NIL and empty names as null", async () => {
  const folder = wned(
    { a: "Ada met Bo in Ulm." },
    {
      a: [
        { mention: "Ada", wikiName: "Ada Moor", offset: 0 },
        { mention: "Bo", wikiName: "NIL", offset: 8 },
        { mention: "Ulm", wikiName: "", offset: 14 },
      ],
    },
  );
  const { docs, problems } = await collect(folder);
  expect(docs[0].mentions.map((m) => [m.surface, m.entity])).toEqual([
    ["Ada", "Ada Moor"],
    ["Bo", null],
    ["Ulm", null],
  ]);
  expect(problems).toEqual([]);
});

test("a shifted offset is moved to the nearest occurrence and reported", async () => {
  const folder = wned(
    { a: "Ulm here, Ulm there, Ulm." },
    { a: [{ mention: "Ulm", wikiName: "Ulm", offset: 13 }] },
  );
  const { docs, problems } = await collect(folder);
  expect(docs[0].mentions[0].start).toBe(10);
  expect(problems).toMatchObject([{ lost: "nothing", document: "a" }]);
});

test("offsets count the raw text while the text is free of character references", async () => {
  const raw = "Salt &amp; Co paid Moss &amp; Sons &ndash; in Ulm.";
  const folder = wned(
    { a: raw },
    {
      a: [
        { mention: "Moss &amp; Sons", wikiName: "Moss &amp; Sons", offset: raw.indexOf("Moss"), length: 15 },
        { mention: "Ulm", wikiName: "Ulm", offset: raw.indexOf("Ulm") },
      ],
    },
  );
  const { docs } = await collect(folder);
  expect(docs[0].text).toBe("Salt & Co paid Moss & Sons – in Ulm.");
  expect(docs[0].mentions.map((m) => docs[0].text.slice(m.start, m.end))).toEqual(["Moss & Sons", "Ulm"]);
});

test("a mention that is not in the text is reported with its line, not dropped silently", async () => {
  const folder = wned({ a: "Nothing here." }, { a: [{ mention: "Ulm", wikiName: "Ulm", offset: 3 }] });
  const { docs, problems } = await collect(folder);
  expect(docs[0].mentions).toEqual([]);
  expect(problems).toMatchObject([{ lost: "mention", line: 4 }]);
});

test("a document without its text stops the reading, or is left out with skipBad", async () => {
  const folder = wned({ a: "Ulm." }, { b: [], a: [{ mention: "Ulm", wikiName: "Ulm", offset: 0 }] });
  await expect(collect(folder)).rejects.toThrow(/tiny\.xml, line 3 .*no text for this document/);
  const { docs, problems } = await collect(folder, { skipBad: true });
  expect(docs.map((d) => d.id)).toEqual(["a"]);
  expect(problems).toMatchObject([{ lost: "document", document: "b" }]);
});

test("a cut xml file gives the documents before the cut, then says where it broke", async () => {
  const folder = wned(
    { a: "Ulm.", b: "Ulm." },
    { a: [{ mention: "Ulm", wikiName: "Ulm", offset: 0 }], b: [] },
  );
  const path = join(folder, "tiny.xml");
  writeFileSync(path, `<tiny>\n<document docName="a">\n</document>\n<document docName="b"><annot`);
  await expect(collect(folder)).rejects.toThrow(/tiny\.xml.*line 4.*damaged/);
  const { docs, problems } = await collect(folder, { skipBad: true });
  expect(docs.map((d) => d.id)).toEqual(["a"]);
  expect(problems.length).toBe(1);
});

test("text that looks like a character reference survives writing and reading", async () => {
  const folder = join(temporaryFolder(), "out");
  const text = "Write &amp; for & in Ulm";
  const doc = {
    id: "x/y",
    text,
    mentions: [{ start: 21, end: 24, surface: "Ulm", entity: 'Ulm "& <city>"' }],
  };
  const writer = await createWnedWriter(folder);
  await writer.write(doc);
  await writer.close();
  expect((await collect(folder)).docs).toEqual([{ ...doc, id: "x_y" }]);
});
