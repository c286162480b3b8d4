import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/temporary-folder.js";
import type { DatasetProblem } from "./annotated-document.js";
import { type DatasetFormat, readDataset } from "./dataset-formats.js";

async function read(format: DatasetFormat, content: string | Buffer, skipBad: boolean) {
  const path = join(temporaryFolder(), "set");
  writeFileSync(path, content);
  const problems: DatasetProblem[] = [];
  const ids: string[] = [];
  for await (const doc of readDataset(path, { format, skipBad, onProblem: (p) => problems.push(p) })) {
    ids.push(doc.id);
  }
  return { ids, problems };
}

const good = '{"id":"a","text":"Ulm","mentions":[]}\n';
const zelda = '{"id":"a","text":"Ulm","index":[[0,3]],"wikipedia_titles":["Ulm"],"wikipedia_ids":[1]}\n';
const row = "1\t1\tUlm\ta\tb\tCANDIDATES\t1,0.5,Ulm\tGT:\t1,1,0.5,Ulm\n";

const cases: [string, DatasetFormat, string | Buffer, RegExp, number, string[]][] = [
  ["JSON cut off in mid-line", "jsonl", `${good}{"id":"b","te`, /line 2/, 2, ["a"]],
  [
    "a mention past the end",
    "jsonl",
    `{"text":"x","mentions":[{"start":0,"end":9}]}\n${good}`,
    /inside the text/,
    1,
    ["a"],
  ],
  ["a text that is a number", "jsonl", `{"text":7}\n${good}`, /"text" should be a string, found 7/, 1, ["a"]],
  [
    "bytes of another encoding",
    "jsonl",
    Buffer.concat([Buffer.from(good), Buffer.from([0x22, 0xe9, 10])]),
    /UTF-8/,
    2,
    ["a"],
  ],
  [
    "lists of different length",
    "zelda",
    `${zelda}{"text":"x","index":[[0,1]],"wikipedia_titles":[]}\n`,
    /1, 0 and 0 entries/,
    2,
    ["a"],
  ],
  [
    "labels without a span",
    "elevant",
    `{"text":"x","labels":[{"entity_id":"Q1"}]}\n`,
    /"span" should be/,
    1,
    [],
  ],
  ["too few columns", "deep-ed", `${row}1\t1\tUlm\n`, /3 columns; wanted doc, doc/, 2, ["1"]],
  [
    "a candidate without a prior",
    "deep-ed",
    row.replace("1,0.5,Ulm\t", "Ulm\t"),
    /not id,prior,title/,
    1,
    [],
  ],
  [
    "a tag that is neither B nor I",
    "aida",
    "-DOCSTART- (1 A)\nUlm\tX\tUlm\tUlm\n-DOCSTART- (2 B)\nUlm\n",
    /wanted a token alone/,
    2,
    ["2 B"],
  ],
  [
    "tokens before any document",
    "aida",
    "Ulm\n-DOCSTART- (2 B)\nUlm\n",
    /before the first -DOCSTART-/,
    1,
    ["2 B"],
  ],
];

describe("bad files", () => {
  test.each(cases)(
    "%s (%s) is told with its line, or skipped",
    async (_, format, content, sentence, line, rest) => {
      await expect(read(format, content, false)).rejects.toThrow(sentence);
      await expect(read(format, content, false)).rejects.toThrow(`line ${line}`);
      const { ids, problems } = await read(format, content, true);
      expect(ids).toEqual(rest);
      expect(problems.length).toBe(1);
      expect(problems[0].line).toBe(line);
    },
  );

  test("Turtle that breaks off says where", async () => {
    const turtle = '@prefix nif: <http://x/> .\n<http://a> nif:isString "abc';
    await expect(read("nif", turtle, false)).rejects.toThrow(/no Turtle .*line 2/);
    expect((await read("nif", turtle, true)).problems.length).toBe(1);
  });

  test("CRLF and a byte-order mark are no problem", async () => {
    const { ids } = await read("aida", "\ufeff-DOCSTART- (1 A)\r\nUlm\tB\tUlm\t--NME--\r\n\r\n", false);
    expect(ids).toEqual(["1 A"]);
  });
});
