/** The recipe of docs/reproduce.md on made-up files with the names and shapes of the published ones. */
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { loadPreparedDocuments } from "../src/features/prepared-document.js";
import { openPreparedTables, preparedPart } from "../src/features/prepared-set.js";
import { Random } from "../src/math/random.js";
import { temporaryFolder } from "./temporary-folder.js";

const root = resolve(import.meta.dirname, "..");
const at = temporaryFolder();
const data = join(at, "data");

/** What the recipe's commands print, all of them in one shell, as they stand in the document. */
function followRecipe(): string {
  const program = join(at, "bin", "mulrel");
  const call = `exec "${process.execPath}" "${join(root, "dist/cli/main.js")}" "$@"`;
  write(program, `#!/bin/sh\n${call}\n`);
  chmodSync(program, 0o755);
  const recipe = readFileSync(join(root, "docs/reproduce.md"), "utf8");
  const commands = [...recipe.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block).join("");
  // one seed and few epochs: what is tried is the recipe, not the numbers
  const few = "--seeds 1 --most-epochs 2 --evaluate-every 1 --threshold 0.1";
  expect(commands).toContain("--seeds 5");
  return execFileSync("sh", ["-e", "-c", commands.replace("--seeds 5", few)], {
    encoding: "utf8",
    cwd: data,
    env: { ...process.env, PATH: `${dirname(program)}:${process.env.PATH}` },
  });
}

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

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

/** Parts by the stem of their csv, and the text that has their documents; texts of AIDA A and B are one file. */
const texts = {
  aida_train: "AIDA/aida_train.txt",
  aida_testA: "AIDA/testa_testb_aggregate_original",
  aida_testB: "AIDA/testa_testb_aggregate_original",
  ...Object.fromEntries(
    ["msnbc", "aquaint", "ace2004", "clueweb", "wikipedia"].map((name) => [
      `wned-${name}`,
      `wned-datasets/${name}/${name}.conll`,
    ]),
  ),
};

/** A model that torch has saved, its vocabulary made to know some of the made-up words and entities. */
function writeSavedModel(words: string[]): void {
  const fixture = join(root, "test/fixtures/published/old");
  const config = JSON.parse(readFileSync(`${fixture}.config`, "utf8"));
  const rename = (vocabulary: string, names: string[]) => {
    config[vocabulary].id2word.splice(1, names.length, ...names);
  };
  rename("word_voca", words);
  rename("snd_word_voca", words);
  rename(
    "entity_voca",
    entities.map((title) => `en.wikipedia.org/wiki/${title}`),
  );
  writeFileSync(join(at, "model.config"), JSON.stringify(config));
  copyFileSync(`${fixture}.state_dict`, join(at, "model.state_dict"));
}

let said: string;

beforeAll(() => {
  const vectors = join(data, "generated/embeddings/word_ent_embs");
  const words = ["came", "won", "John", "Smith", "Rome", "rome"];
  writeTable(vectors, "word", words);
  writeTable(
    vectors,
    "entity",
    entities.map((title) => `en.wikipedia.org/wiki/${title}`),
  );
  writeTable(join(vectors, "glove"), "word", ["to", "came", "John", "Smith", "Rome", "."]);
  write(join(data, "basic_data/p_e_m_data/persons.txt"), "John Smith\nJohn_Smith_(boxer)\n");
  const conll = new Map<string, string[]>();
  for (const [part, file] of Object.entries(texts)) {
    const docs = Array.from({ length: 3 }, (_, i) => `${i + 1}${part}`);
    const csv = join(data, "generated/test_train_data", `${part}.csv`);
    write(csv, `${docs.map(csvLines).join("\n")}\n`);
    conll.set(file, [...(conll.get(file) ?? []), ...docs.map(conllLines)]);
  }
  for (const [file, docs] of conll) {
    write(join(data, "basic_data/test_datasets", file), `${docs.join("\n")}\n`);
  }
  writeSavedModel(words);
  said = followRecipe();
}, 120_000);

test("both word tables are there, each with the words that are looked up in it, as they are written", async () => {
  const folder = join(data, "prepared");
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
  const folder = join(data, "prepared");
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
  expect(said).toMatch(/ment-norm \(K = 3\) +[\d.]+ \(93\.07\) +[\d.]+ \(93\.9\) +[\d.]+ \(88\.3\)/);
  expect(said).toMatch(/rel-norm \(K = 6\) +[\d.]+ \(92\.41\) +[\d.]+ \(92\.2\) +[\d.]+ \(86\.7\)/);
});

test("figure 4 is a page", () => {
  expect(readFileSync(join(data, "relations.html"), "utf8")).toContain("Relation 3");
});

test("a model that the published code has saved links the documents", async () => {
  const [{ mentions: read }] = await loadPreparedDocuments(
    preparedPart(join(data, "prepared-imported"), "aida-b"),
  );
  expect(read.map((m) => m.candidates.length)).toEqual([2, 2, 2]);
  expect(said).toMatch(/imported\/model\.safetensors +3 +9 +[\d.]+/);
});
