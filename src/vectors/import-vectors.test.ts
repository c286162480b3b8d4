import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { Random } from "../math/random.js";
import { ByteWindow } from "./byte-window.js";
import { type ImportOptions, importVectors } from "./import-vectors.js";
import { parseNumber } from "./number-bytes.js";
import { readWinkVectors } from "./read-wink-vectors.js";
import { openVectorTable, writeVectorTable } from "./vector-file.js";

const names = ["the", "naïve", "new york", '"', "]", "a\\b", "x,y", "東京"];
const d = 5;
const random = new Random(3);
const numbers = names.map(() => Float32Array.from({ length: d }, () => random.normal()));

const folder = temporaryFolder();

const line = (i: number, name = names[i]) => `${name} ${[...numbers[i]].join(" ")}`;
const winkJson = (rows = names.length) =>
  JSON.stringify({
    precision: 8,
    size: rows,
    dimensions: d,
    words: names,
    vectors: Object.fromEntries(names.map((name, i) => [name, [...numbers[i], 1.25, i]])),
    unkVector: [0],
  });

function binary(after: string): Buffer {
  const pieces: Uint8Array[] = [Buffer.from(`${names.length} ${d}\n`)];
  names.forEach((name, i) => {
    pieces.push(
      Buffer.from(`${name.replace(" ", "_")} `),
      new Uint8Array(numbers[i].buffer),
      Buffer.from(after),
    );
  });
  return Buffer.concat(pieces);
}

async function importBytes(name: string, bytes: string | Uint8Array, options?: ImportOptions) {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return importVectors(path, options);
}

function npyBytes(): Buffer {
  let header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${names.length}, ${d}), }`;
  header = `${header.padEnd(117)}\n`;
  const mark = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length, 0]);
  return Buffer.concat([mark, Buffer.from(header), ...numbers.map((x) => new Uint8Array(x.buffer))]);
}

describe("importing vectors", () => {
  const glove = names.map((_, i) => line(i)).join("\n");
  const cases: [string, string, string | Uint8Array][] = [
    ["GloVe text", "g.txt", `${glove}\n`],
    ["GloVe text without a last newline, with CRLF", "crlf.txt", glove.replaceAll("\n", "\r\n")],
    ["gzipped GloVe text", "g.txt.gz", gzipSync(glove)],
    ["word2vec text", "w.vec", `${names.length} ${d}\n${glove} \n`],
    ["word2vec binary", "w.bin", binary("")],
    ["word2vec binary with newlines", "n.bin", binary("\n")],
    ["wink JSON", "wink.json", winkJson()],
    ["npy with a dictionary", "word_embeddings.npy", npyBytes()],
  ];
  test.each(cases)("%s gives the same names and numbers after a round trip", async (_, name, bytes) => {
    await writeFile(join(folder, "dict.word"), names.map((n) => `${n}\t7`).join("\n"));
    const { table, duplicates } = await importBytes(name, bytes);
    const wanted = name.endsWith(".bin") ? names.map((n) => n.replace(" ", "_")) : names;
    const path = join(folder, `${name}.safetensors`);
    await writeVectorTable(path, table);
    const read = await openVectorTable(path);
    expect(read.names!.toList()).toEqual(wanted);
    numbers.forEach((x, row) => {
      expect([...read.vector(row)]).toEqual([...x]);
    });
    expect(duplicates).toBe(0);
    expect((await importVectors(path)).table.rows).toBe(names.length);
  });

  test("the folder of an installed package will do", async () => {
    await mkdir(join(folder, "wink-embeddings-x"), { recursive: true });
    const { table, format } = await importBytes("wink-embeddings-x/wink-embeddings-x.json", winkJson()).then(
      () => importVectors(join(folder, "wink-embeddings-x")),
    );
    expect([format, table.rows]).toEqual(["wink", names.length]);
  });

  test("wink JSON may be cut into chunks anywhere", async () => {
    const bytes = Buffer.from(winkJson());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 20 }), async (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const chunks = at.slice(1).map((end, i) => bytes.subarray(at[i], end));
        async function* stream() {
          yield* chunks;
        }
        const builder = await readWinkVectors(new ByteWindow(stream()), "x", {});
        expect(builder.finish().names!.toList()).toEqual(names);
      }),
      { numRuns: 200 },
    );
  });

  test("limit and only choose rows", async () => {
    const first = await importBytes("g.txt", glove, { limit: 2 });
    expect(first.table.names!.toList()).toEqual(names.slice(0, 2));
    for (const [name, bytes] of [
      ["g.txt", glove],
      ["wink.json", winkJson()],
      ["word_embeddings.npy", npyBytes()],
    ] as const) {
      const some = await importBytes(name, bytes, { only: new Set(["]", "the"]) });
      expect(some.table.names!.toList()).toEqual(["the", "]"]);
    }
  });

  test.each<[string, string, string | Uint8Array, RegExp]>([
    [
      "a short line",
      "a.txt",
      `${glove}\nfew 1 2\n`,
      /a\.txt, line 9: it has 2 numbers; the lines before have 5/,
    ],
    ["a long line", "b.txt", `${glove}\nmany 1 2 3 4 5 6\n`, /line 9: it has at least 6 numbers/],
    ["a word for a number", "c.txt", `${glove}\nx 1 2 3 four 5\n`, /line 9: field 5 is "four"/],
    ["NaN", "d.txt", `${glove}\nx 1 2 nan 4 5\n`, /line 9: field 4 is "nan"/],
    ["a number beyond float32", "e.txt", `${glove}\nx 1 2 1e40 4 5\n`, /line 9: number 3 of "x" is Infinity/],
    [
      "a name twice",
      "f.txt",
      `${glove}\n${line(1, "the")}\n`,
      /line 9: "the" stands twice \(first as row 0\)/,
    ],
    ["an empty line", "h.txt", `${glove}\n\n`, /line 9: it is empty/],
    ["a wrong count", "i.txt", `9 5\n${glove}\n`, /ends after 8 vectors, but its first line announces 9/],
    ["nothing", "j.txt", "", /holds no vectors/],
    ["binary cut off", "k.bin", binary("").subarray(0, -1), /cut off: it ends in vector 8 of the 8/],
    ["binary that goes on", "l.bin", Buffer.concat([binary(""), Buffer.from("more")]), /goes on after the 8/],
    ["no binary", "m.bin", "hello", /does not begin with a line of two counts/],
    ["wink cut off", "n.json", winkJson().slice(0, -120), /cut off after vector/],
    ["wink with a wrong size", "o.json", winkJson(9), /has 8 vectors, but its header says 9/],
    ["other JSON", "p.json", '{"a": 1}', /not the JSON of a wink/],
  ])("%s is a sentence", async (_, name, bytes, message) => {
    await expect(importBytes(name, bytes)).rejects.toThrow(message);
  });

  test("a name twice is left out when asked for", async () => {
    const { table, duplicates } = await importBytes("q.txt", `${glove}\n${line(1, "the")}\n`, {
      keepFirst: true,
    });
    expect([table.rows, duplicates]).toEqual([names.length, 1]);
    expect([...table.vector(0)]).toEqual([...numbers[0]]);
  });

  test("a signal stops the import", async () => {
    const signal = AbortSignal.abort();
    await expect(importBytes("r.txt", glove, { signal })).rejects.toMatchObject({ code: "cancelled" });
  });
});

describe("numbers out of bytes", () => {
  test("every number reads as JavaScript reads it", () => {
    const digits = fc.array(fc.nat(9), { minLength: 1, maxLength: 20 }).map((a) => a.join(""));
    const written = fc
      .tuple(
        fc.constantFrom("", "-", "+"),
        digits,
        fc.option(digits),
        fc.option(fc.integer({ min: -30, max: 30 })),
      )
      .map(([sign, a, b, e]) => `${sign}${a}${b === null ? "" : `.${b}`}${e === null ? "" : `e${e}`}`);
    fc.assert(
      fc.property(fc.oneof(written, fc.float().filter(Number.isFinite).map(String)), (text) => {
        const bytes = new TextEncoder().encode(text);
        expect(parseNumber(bytes, 0, bytes.length)).toBe(Number(text));
      }),
    );
  });

  test.each(["", "-", ".", "e5", "1e", "1e+", "1x", "--1", "nan", "1.2.3"])("%j is no number", (text) => {
    const bytes = new TextEncoder().encode(text);
    expect(parseNumber(bytes, 0, bytes.length)).toBeNaN();
  });
});
