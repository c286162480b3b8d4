/** The recipe of docs/reproduce.md on made-up files with the names and shapes of the published ones. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { loadPreparedDocuments } from "../src/features/prepared-document.js";
import { openPreparedTables, preparedPart } from "../src/features/prepared-set.js";
import { Random } from "../src/math/random.js";
import { temporaryFolder } from "./temporary-folder.js";

const cli = resolve(import.meta.dirname, "../dist/cli/main.js");
const at = temporaryFolder();
const mulrel = (...args: string[]) =>
  execFileSync(process.execPath, [cli, ...args], { encoding: "utf8", cwd: at });
const D = 6;
const random = new Random(3);

function writeNpy(path: string, rows: number): void {
  const fields = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${D}), }`;
  const header = `${fields.padEnd(117)}\n`;
  const head = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length, 0]);
  const data = Float32Array.from({ length: rows * D }, () => random.normal());
  writeFileSync(path, Buffer.concat([head, Buffer.from(header), Buffer.from(data.buffer)]));
}

/** dict.X and X_embeddings.npy, as the published folder has them. */
function writeTable(folder: string, stem: string, names: string[]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `dict.${stem}`), names.map((name, i) => `${name}\t${i + 1}\n`).join(""));
  writeNpy(join(folder, `${stem}_embeddings.npy`), names.length);
}

const entities = ["John_Smith", "John_Smith_(boxer)", "Smith_(town)", "Rome", "A.S._Roma"];
const idOf = (title: string) => 100 + entities.indexOf(title);
const lists: Record<string, [string, number][]> = {
  "John Smith": [
    ["John_Smith_(boxer)", 0.6],
    ["John_Smith", 0.4],
  ],
  Smith: [["Smith_(town)", 1]],
  Rome: [
    ["Rome", 0.7],
    ["A.S._Roma", 0.3],
  ],
};

/** A sentence a document: John Smith came to Rome . Smith won . */
const tokens = [
  ["John", "Smith", "came", "to", "Rome", "."],
  ["Smith", "won", "."],
];
const mentions = [
  { surface: "John Smith", gold: "John_Smith_(boxer)", left: [], right: ["came", "to", "Rome"] },
  { surface: "Rome", gold: "Rome", left: ["came", "to"], right: ["Smith", "won"] },
  { surface: "Smith", gold: "John_Smith_(boxer)", left: ["to", "Rome"], right: ["won"] },
];

function csvLines(doc: string): string {
  return mentions
    .map(({ surface, gold, left, right }) => {
      const list = lists[surface];
      const place = list.findIndex(([title]) => title === gold);
      const own = list.map(([title, p]) => `${idOf(title)},${p},${title.replace(/_/g, " ")}`);
      const title = gold.replace(/_/g, " ");
      const found =
        place < 0 ? `-1,${idOf(gold)},${title}` : `${place + 1},${idOf(gold)},${list[place][1]},${title}`;
      const context = (words: string[]) => words.join(" ") || "EMPTYCTXT";
      return [doc, doc, surface, context(left), context(right), "CANDIDATES", ...own, "GT:", found].join(
        "\t",
      );
    })
    .join("\n");
}

function conllLines(doc: string): string {
  const names = new Set(["John", "Smith", "Rome"]);
  const lines = tokens.flatMap((sentence) => [
    ...sentence.map((token, i) => {
      if (!names.has(token)) return token;
      const inside = token === "Smith" && sentence[i - 1] === "John";
      const surface = inside || token === "John" ? "John Smith" : token;
      return [token, inside ? "I" : "B", surface, "--NME--"].join("\t");
    }),
    "",
  ]);
  return [`-DOCSTART- (${doc})`, ...lines].join("\n");
}

const parts = { train: "aida_train", dev: "aida_testA", "aida-b": "aida_testB", msnbc: "wned-msnbc" };

beforeAll(() => {
  const vectors = join(at, "word_ent_embs");
  const words = ["came", "won", "John", "Smith", "Rome", "rome"];
  writeTable(vectors, "word", words);
  writeTable(
    vectors,
    "entity",
    entities.map((title) => `en.wikipedia.org/wiki/${title}`),
  );
  writeTable(join(vectors, "glove"), "word", ["to", "came", "John", "Smith", "Rome", "."]);
  writeFileSync(join(at, "persons.txt"), "John Smith\nJohn_Smith_(boxer)\n");
  const conll: string[] = [];
  for (const [part, file] of Object.entries(parts)) {
    const docs = Array.from({ length: 3 }, (_, i) => `${i + 1}${part}`);
    writeFileSync(join(at, `${file}.csv`), `${docs.map(csvLines).join("\n")}\n`);
    conll.push(...docs.map(conllLines));
  }
  writeFileSync(join(at, "texts.conll"), `${conll.join("\n")}\n`);
  mulrel("vectors", "import", "word_ent_embs/word_embeddings.npy", "-o", "words.safetensors");
  mulrel("vectors", "import", "word_ent_embs/entity_embeddings.npy", "-o", "entities.safetensors");
  mulrel("vectors", "import", "word_ent_embs/glove/word_embeddings.npy", "-o", "relation-words.safetensors");
  const partFlags = Object.entries(parts).flatMap(([part, file]) => ["--part", `${part}=${file}.csv`]);
  const tables = ["--words", "words.safetensors", "--relation-words", "relation-words.safetensors"];
  mulrel(
    "prepare",
    "prepared",
    "--cased",
    "--persons",
    "persons.txt",
    ...tables,
    "--entities",
    "entities.safetensors",
    ...partFlags,
    "--text",
    "texts.conll",
  );
});

test("both word tables are there, each with the words that are looked up in it, as they are written", async () => {
  const folder = join(at, "prepared");
  const { tables, entities: titles } = await openPreparedTables(folder);
  const [{ mentions: read }] = await loadPreparedDocuments(preparedPart(folder, "train"));
  const relationName = (row: number) => (row < 0 ? "?" : (tables.relationWords as typeof titles).name(row));
  const wordName = (row: number) => (tables.words as typeof titles).name(row);
  expect(read[0].mention.map(relationName)).toEqual(["John", "Smith"]);
  expect(read[0].right.map(relationName)).toEqual(["came", "to", "Rome"]);
  expect(read[0].context.map(wordName)).toEqual(expect.arrayContaining(["came", "Rome", "Smith"]));
  expect(read[2].right.map(relationName)).toEqual(["?", "."]);
  expect(tables.unknownRelationWord?.length).toBe(D);
});

test("a part of a person's name has that person's candidates", async () => {
  const folder = join(at, "prepared");
  const { entities: titles } = await openPreparedTables(folder);
  const [{ mentions: read }] = await loadPreparedDocuments(preparedPart(folder, "train"));
  const smith = read[2].candidates.map(([row, p]) => [titles.name(row), p]);
  expect(smith).toEqual([
    ["John Smith (boxer)", 0.6],
    ["John Smith", 0.4],
  ]);
  expect(titles.name(read[2].gold)).toBe("John Smith (boxer)");
});

test("tables 1 and 2 come out, the paper's numbers behind ours", () => {
  const said = mulrel(
    "experiment",
    "paper",
    "--data",
    "prepared",
    "--out",
    "runs",
    "--as-published",
    "--seeds",
    "1",
    "--only",
    "ment-norm-k3",
    "--most-epochs",
    "2",
    "--evaluate-every",
    "1",
    "--threshold",
    "0.1",
    "--test",
    "aida-b",
    "msnbc",
  );
  expect(said).toMatch(/ment-norm \(K = 3\) +[\d.]+ \(93\.07\) +[\d.]+ \(93\.9\)/);
});
