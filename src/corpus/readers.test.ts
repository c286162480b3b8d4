/** The line and table formats: WikiExtractor JSON, own entities as JSONL and CSV. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitLines } from "../files/lines.js";
import { readEntityCsv, readEntityJsonl } from "./entity-records.js";
import { readAnchors, readWikiExtractor } from "./wiki-extractor.js";

async function* bytesOf(text: string | Uint8Array, size = 50): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe("WikiExtractor lines", () => {
  const pages = async (text: string, warnings: string[] = []) => {
    const options = { name: "w", onWarning: (w: string) => warnings.push(w) };
    return (await collect(readWikiExtractor(splitLines(bytesOf(text), "w"), options))).map((p) => p.page);
  };

  test("anchors become links, escaped signs are decoded, plain text stays", () => {
    const { text, links } = readAnchors(
      'A &lt;b&gt; <a href="New%20York%20City#History">the city</a>, <a href="b">',
    );
    expect(text).toBe('A <b> the city, <a href="b">');
    expect(links).toEqual([{ start: 6, end: 14, surface: "the city", target: "New York City" }]);
  });

  test("titles, identifiers, persons, other names and pages of meanings are found", async () => {
    const [person, place, meanings] = await pages(
      [
        { id: 1, title: "Ann Lee", text: "Ann Mary Lee (born 1960), also known as Annie Bee, is a singer." },
        { id: "2", title: "Tom &amp; Co", text: "A picture of it\nTom &amp; Co is a shop." },
        { title: "Bat", text: "Bat may refer to:\nAnimals:" },
      ]
        .map((line) => JSON.stringify(line))
        .join("\n"),
    );
    expect(person).toMatchObject({ id: "1", isPerson: true, kind: "article" });
    expect(person.aliases).toEqual(expect.arrayContaining(["Ann Mary Lee", "Annie Bee"]));
    expect(place).toMatchObject({ title: "Tom & Co", summary: "Tom & Co is a shop.", isPerson: false });
    expect(meanings.kind).toBe("disambiguation");
  });

  test("a bad line is warned about with its number and left out", async () => {
    const warnings: string[] = [];
    const found = await pages('{"title":"A","text":"a"}\n{"title":\nnull\n{"id":4}\n{"title":"B"}', warnings);
    expect(found.map((p) => p.title)).toEqual(["A", "B"]);
    expect(warnings.length).toBe(3);
    expect(warnings[0]).toMatch(/^w, line 2: it is not JSON/);
  });

  test("any bytes are read or warned about", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.json(), async (noise, json) => {
        const text = Buffer.concat([
          Buffer.from(`${json}\n{"title":"A","text":"<a href="`),
          Buffer.from(noise),
        ]);
        await collect(readWikiExtractor(splitLines(bytesOf(text), "w"), { name: "w" }));
      }),
    );
  });
});

describe("own entities", () => {
  const csv = (text: string) => collect(readEntityCsv(bytesOf(text), "e.csv"));
  const jsonl = (text: string) => collect(readEntityJsonl(splitLines(bytesOf(text), "e.jsonl"), "e.jsonl"));

  test("only what parts the names of columns parts the rows", async () => {
    const titles = async (text: string) => (await csv(text)).map((r) => [r.title, r.description]);
    const wanted = [["Falcon Jacket", "warm; for winter, and rain"]];
    expect(await titles('title,description\nFalcon Jacket,"warm; for winter, and rain"\n')).toEqual(wanted);
    expect(await titles("title;description\nFalcon Jacket;warm\n")).toEqual([["Falcon Jacket", "warm"]]);
    expect(await titles("title,description\nFalcon Jacket,warm; dry\n")).toEqual([
      ["Falcon Jacket", "warm; dry"],
    ]);
    expect(await titles("title;description\nJacket, red;warm, dry\n")).toEqual([
      ["Jacket, red", "warm, dry"],
    ]);
    expect(await titles("title\tdescription\nFalcon; a\twarm, dry; new\n")).toEqual([
      ["Falcon; a", "warm, dry; new"],
    ]);
    expect(await titles('\ufeff\n"title";"the description, long";description\nA;x;y\n')).toEqual([
      ["A", "y"],
    ]);
    expect(await titles("title\nA; B\n")).toEqual([["A; B", undefined]]);
    expect(await titles("title")).toEqual([]);
    expect(await titles("")).toEqual([]);
  });

  test("further identifiers and columns of its own stay with an entity", async () => {
    const rows = 'id,Other_IDs,name,Ward,x y\nA1,B1| B2|B1,Rome,"3, left",\nA2,,Oslo,,7\n';
    const records = await collect(readEntityCsv(bytesOf(rows), "e.csv"));
    expect(records.map((r) => [r.otherIds, r.extra])).toEqual([
      [["B1", "B2"], { Ward: "3, left" }],
      [[], { "x y": "7" }],
    ]);
    const lines =
      '{"title":"Rome","other_ids":["B1"],"ward":3,"deep":{"a":[1]}}\n{"title":"Oslo","otherIds":"B|C"}\n';
    const fromJson = await collect(readEntityJsonl(splitLines(bytesOf(lines), "e"), "e"));
    expect(fromJson.map((r) => [r.otherIds, r.extra])).toEqual([
      [["B1"], { ward: "3", deep: '{"a":[1]}' }],
      [["B", "C"], undefined],
    ]);
  });

  test("a catalogue without titles is refused in one sentence", async () => {
    await expect(collect(readEntityCsv(bytesOf("id,label\n1,Rome\n"), "e.csv"))).rejects.toThrow(
      'e.csv, line 1: there is no column "title" (or "name"): the first row, which names the columns, has only "id", "label"',
    );
  });

  test("fields that are only kept are named once, with those that are read", async () => {
    const warnings: string[] = [];
    const warn = (sentence: string) => warnings.push(sentence);
    const rows = "Title,Naem,descripton\nRome,x,y\nOslo,x,y\n";
    expect(await collect(readEntityCsv(bytesOf(rows), "e.csv", warn))).toHaveLength(2);
    const lines =
      '{"title":"Rome","alias":1}\n{"title":"Oslo","alias":2,"isPerson":false,"wikipedia":"Q585"}\n';
    await collect(readEntityJsonl(splitLines(bytesOf(lines), "e.jsonl"), "e.jsonl", warn));
    expect(warnings).toEqual([
      expect.stringMatching(
        /^e\.csv: kept .*, but not read: "Naem", "descripton"; what is read is id, other_ids, title/,
      ),
      expect.stringMatching(/^e\.jsonl: kept .*, but not read: "alias", "wikipedia"; what is read is/),
    ]);
    await collect(readEntityCsv(bytesOf("id,name,Aliases,url,popularity,person\n1,Rome\n"), "e.csv", warn));
    const many = Array.from({ length: 12 }, (_, i) => `c${i}`);
    await collect(readEntityCsv(bytesOf(`title,${many}\nRome\n`), "e.csv", warn));
    expect(warnings).toHaveLength(3);
    expect(warnings[2]).toContain('"c9" and 2 more;');
  });

  test("CSV with quotes, line breaks in cells, other separators and a byte-order mark", async () => {
    expect(
      await csv('\ufeffTitle,Aliases,Description,count\n"Big, red","a|b| ","two\nlines",3\n\nSmall,,,\n'),
    ).toMatchObject([
      { title: "Big, red", aliases: ["a", "b"], description: "two lines", count: 3 },
      { title: "Small", aliases: [], description: undefined, count: undefined },
    ]);
    expect(await csv("id;title\n7;Semi\n")).toMatchObject([{ id: "7", title: "Semi" }]);
  });

  test("CSV rows know their lines, cells beyond or short of the columns do no harm, blanks become single", async () => {
    const text = 'id,title,other,aliases\n1,"a\n b",x\n\n2,  c \u00a0 d ,y,e |  f|e,left over\n3,g';
    const rows = [
      { id: "1", title: "a b", aliases: [] },
      { id: "2", title: "c d", aliases: ["e", "f"] },
      { id: "3", title: "g", aliases: [] },
    ];
    const read = await csv(text);
    expect(read).toMatchObject(rows);
    expect(read.map((r) => r.line)).toEqual([3, 5, 6]);
    await expect(csv("id,title\n1,a\n2\n")).rejects.toThrow(/e\.csv, line 3: there is no title/);
  });

  test("CSV reads the same however the file is cut into chunks", async () => {
    const bytes = Buffer.from('title,aliases,description\n"A, ""ä""",x|y,"one\ntwo"\nB,,three\n');
    const inChunks = async function* (size: number) {
      for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
    };
    const whole = await collect(readEntityCsv(inChunks(1000), "e.csv"));
    expect(whole).toMatchObject([{ title: 'A, "ä"', description: "one two" }, { title: "B" }]);
    for (const size of [1, 2, 7])
      expect(await collect(readEntityCsv(inChunks(size), "e.csv"))).toEqual(whole);
  });

  test("JSONL with numbers for identifiers, aliases as list or text", async () => {
    expect(
      await jsonl(
        '{"id":7,"title":"A","aliases":["x","x"," y "]}\n\n{"name":"B","aliases":"p|q","person":true}',
      ),
    ).toMatchObject([
      { id: "7", title: "A", aliases: ["x", "y"], line: 1 },
      { title: "B", aliases: ["p", "q"], isPerson: true, line: 3 },
    ]);
  });

  test("what cannot be read is refused with file and line", async () => {
    await expect(jsonl('{"title":"A"}\n[1]')).rejects.toThrow(/e\.jsonl, line 2: not an object/);
    await expect(jsonl('{"title":"A","count":"many"}')).rejects.toThrow(/the count is "many"/);
    await expect(csv("id,label\n1,x\n")).rejects.toThrow(/no column "title"/);
  });

  test("any text is read or refused with a sentence of ours", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "binary", maxLength: 100 }),
        fc.string({ maxLength: 60 }),
        async (a, b) => {
          for (const work of [csv(`title,aliases\n${a}\n"${b}`), jsonl(`${a}\n${b}`)]) {
            const result = await work.catch((error) => error);
            if (result instanceof Error) expect(result).toMatchObject({ code: "bad-file" });
          }
        },
      ),
    );
  });
});
