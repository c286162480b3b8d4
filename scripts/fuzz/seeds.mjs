// Small valid files of every kind that mulrel reads, written by its own writers, for the fuzzer to bend; and how each is read.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { readPages } from "../../dist/corpus/read-pages.js";
import { loadPreparedDocuments } from "../../dist/features/prepared-document.js";
import { sealJson } from "../../dist/files/sealed-json.js";
import { loadDataset } from "../../dist/formats/annotated/dataset-formats.js";
import { maskHtml } from "../../dist/formats/links/html-text.js";
import { readCatalogue } from "../../dist/kb/build/catalogue.js";
import { contentsOf } from "../../dist/kb/contents.js";
import { openEntityTexts, writeEntityTexts } from "../../dist/kb/entity-texts.js";
import { createKnowledgeBase, createKnowledgeBaseBytes } from "../../dist/kb/stores/create-knowledge-base.js";
import { writeLmdbKnowledgeBase } from "../../dist/kb/stores/lmdb-writer.js";
import { openKnowledgeBase } from "../../dist/kb/stores/open-knowledge-base.js";
import { loadKernels } from "../../dist/math/wasm-kernels.js";
import { createConfig } from "../../dist/model/config.js";
import { createModel } from "../../dist/model/model.js";
import { loadModel, saveModel } from "../../dist/model/model-file.js";
import { randomTables } from "../../dist/model/random-document.js";
import { readCheckpoint, writeCheckpoint } from "../../dist/training/checkpoint.js";
import { readRunConfig, writeRunConfig } from "../../dist/training/run-folder.js";
import { readPlan } from "../../dist/training/train-all.js";
import { importVectors } from "../../dist/vectors/import-vectors.js";
import { Names } from "../../dist/vectors/names.js";
import { openVectorTable, writeVectorTable } from "../../dist/vectors/vector-file.js";
import { convertStorage, VectorTable } from "../../dist/vectors/vector-table.js";

/**
 * `file`: name of the file that is bent, inside a folder of its own; `sealed`: it carries a digest, so no change may be accepted.
 * @typedef {{ name: string, file: string, sealed?: boolean, write(folder: string): unknown, read(path: string, folder: string): unknown }} Seed
 */

const kbInput = {
  entities: Array.from({ length: 40 }, (_, i) => ({
    id: `Q${i}`,
    title: `Place ${i}`,
    aliases: [`Ort ${i}`, "Shared name", `Łódź ${i}`],
    description: "A place, described at some length so that pages fill up.",
    otherIds: [`P${i}`],
    extra: { ward: "north" },
  })),
};

async function walk(path) {
  const kb = await openKnowledgeBase(path);
  try {
    for (let row = 0; row < kb.size; row++) kb.entity(row);
    for (const s of kb.surfaces()) kb.lookupFolded(s.surface.toLowerCase());
    for (const r of kb.redirects()) kb.rowOfTitle(r.title);
  } finally {
    kb.close();
  }
}

const table = () =>
  new VectorTable({
    rows: 30,
    d: 12,
    data: Float32Array.from({ length: 360 }, (_, i) => Math.sin(i)),
    names: Names.fromList(Array.from({ length: 30 }, (_, i) => `word${i}`)),
  });

const put = (file, content) => (folder) => writeFileSync(join(folder, file), content);
const dump = `<mediawiki><siteinfo><base>https://x.example/wiki/Main</base></siteinfo>${Array.from(
  { length: 8 },
  (_, i) =>
    `<page><title>Page ${i}</title><ns>0</ns><id>${i}</id><revision><text>'''Page ${i}''' links [[Page ${(i + 1) % 8}|there]] &amp;amp; {{box|a=1}} &lt;ref&gt;x&lt;/ref&gt;.</text></revision></page>`,
).join("\n")}</mediawiki>`;
const dump2 = Buffer.from(
  "QlpoOTFBWSZTWc7fKY4AAB2fgEGB8B0wAhgKN+/dxDAAyshJQmkZNGGU00bSGnogNU9T9UaaABo0aAAAqqaJ7VMEAAAAyYYzspew62tOFP22V6S5dKg2mfIRfEYiJfm5JXVkhPKIA/1CKiCigVAgKRi9ESv4kNDQumZ5gGeLnRMCF3do4M1FT1yaNTBuxq6BZRuEqAkV4h43XFrbGNEZWkxJLjbRzpOtltNlEcCTImwfsJTNyaFNtSpnv2F6snEXdDfCISkkpLcax9QxqMv4u5IpwoSGdvlMcA==",
  "base64",
);

const datasets = {
  "aida.tsv":
    "-DOCSTART- (1testa CRICKET)\nEngland\tB\tEngland\tEngland\thttp://en.wikipedia.org/wiki/England\t9316\t/m/02jx1\nwon\n.\n\nParis\tB\tParis\t--NME--\n\n",
  "ed.csv":
    "d1\td1\tEngland\tin the north\tbeat them\tCANDIDATES\t9316,0.7,England\t12,0.2,New England\tGT:\t1,9316,0.7,England\n",
  "set.jsonl": '{"id":"a","text":"England won.","mentions":[{"start":0,"end":7,"entity":"England"}]}\n',
  "elevant.jsonl":
    '{"id":1,"title":"t","text":"England won.","labels":[{"span":[0,7],"entity_id":"Q21","name":"England"}]}\n',
  "zelda.jsonl":
    '{"id":1,"text":"England won.","index":[[0,7]],"wikipedia_titles":["England"],"wikipedia_ids":["9316"]}\n',
  "set.ttl":
    '@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .\n@prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .\n<urn:a#char=0,12> a nif:Context ; nif:isString "England won." .\n<urn:a#char=0,7> a nif:Phrase ; nif:beginIndex "0" ; nif:endIndex "7" ; nif:anchorOf "England" ; nif:referenceContext <urn:a#char=0,12> ; itsrdf:taIdentRef <http://en.wikipedia.org/wiki/England> .\n',
  "set.pubtator":
    "10|t|Ataxia in England\n10|a|A case of ataxia.\n10\t0\t6\tAtaxia\tDisease\tD001259\n10\t28\t34\tataxia\tDisease\tD001259\n\n",
};

/** @type {Seed[]} */
export const seeds = [
  {
    name: "knowledge base",
    file: "a.kb",
    sealed: true,
    write: put("a.kb", createKnowledgeBaseBytes(kbInput)),
    read: walk,
  },
  {
    name: "LMDB store",
    file: "kb/data.mdb",
    sealed: true,
    write: (folder) => writeLmdbKnowledgeBase(join(folder, "kb"), contentsOf(createKnowledgeBase(kbInput))),
    read: (_, folder) => walk(join(folder, "kb")),
  },
  {
    name: "entity texts",
    file: "a.texts",
    sealed: true,
    write: (folder) =>
      writeEntityTexts(join(folder, "a.texts"), {
        words: ["one", "two", "three"],
        frequencies: [3, 2, 1],
        entities: Array.from({ length: 20 }, (_, row) => {
          const list = Uint32Array.from([0, 2]);
          return {
            row,
            words: list,
            counts: list,
            contextWords: list,
            contextCounts: list,
            outLinks: list,
            inLinks: list,
          };
        }),
      }),
    read(path) {
      const texts = openEntityTexts(path);
      try {
        for (const _ of texts.range());
      } finally {
        texts.close();
      }
    },
  },
  {
    name: "vectors",
    file: "a.safetensors",
    sealed: true,
    write: (folder) => writeVectorTable(join(folder, "a.safetensors"), table()),
    read: (path) => openVectorTable(path),
  },
  {
    name: "int8 vectors",
    file: "a.safetensors",
    sealed: true,
    write: (folder) => writeVectorTable(join(folder, "a.safetensors"), convertStorage(table(), "int8")),
    read: (path) => openVectorTable(path),
  },
  {
    name: "model",
    file: "model.safetensors",
    sealed: true,
    write: async (folder) => {
      const tables = randomTables(1, 12, { words: 5, entities: 5, relationWords: 5 });
      const model = createModel(await loadKernels(), createConfig({ dims: 12 }), tables);
      await saveModel(join(folder, "model.safetensors"), model, { seed: 1 });
    },
    read: loadModel,
  },
  {
    name: "checkpoint",
    file: "checkpoint.safetensors",
    sealed: true,
    write(folder) {
      const numbers = Float32Array.from({ length: 50 }, (_, i) => i);
      const buffers = { parameters: numbers, m: numbers, v: numbers, average: numbers, best: numbers };
      return writeCheckpoint(
        join(folder, "checkpoint.safetensors"),
        /** @type {any} */ ({ settings: { seed: 1 }, progress: { epoch: 2 }, buffers }),
      );
    },
    read: readCheckpoint,
  },
  {
    name: "run's settings",
    file: "config.json",
    write: (folder) =>
      writeRunConfig(
        folder,
        /** @type {any} */ ({ settings: { seed: 1 }, data: { folder: "x" }, hashes: {}, build: "simd" }),
      ),
    read: (_, folder) => readRunConfig(folder),
  },
  {
    name: "plan",
    file: "plan.json",
    write: put("plan.json", sealJson({ runs: [{ name: "", settings: {} }] })),
    read: (_, folder) => readPlan(folder),
  },
  ...Object.entries(datasets).map(([file, content]) => ({
    name: `data set ${file}`,
    file,
    write: put(file, content.repeat(3)),
    read: (path) => loadDataset(path),
  })),
  {
    name: "packed data set",
    file: "set.jsonl.gz",
    write: put("set.jsonl.gz", gzipSync(datasets["set.jsonl"].repeat(9))),
    read: (path) => loadDataset(path),
  },
  {
    name: "WNED set",
    file: "set/set.xml",
    write(folder) {
      mkdirSync(join(folder, "set", "RawText"), { recursive: true });
      writeFileSync(join(folder, "set", "RawText", "a.txt"), "England won.");
      writeFileSync(
        join(folder, "set", "set.xml"),
        '<?xml version="1.0"?><set.entityAnnotation><document docName="a.txt"><annotation><mention>England</mention><wikiName>England</wikiName><offset>0</offset><length>7</length></annotation></document></set.entityAnnotation>',
      );
    },
    read: (_, folder) => loadDataset(join(folder, "set")),
  },
  {
    name: "catalogue CSV",
    file: "a.csv",
    write: put("a.csv", 'id,title,aliases,count\nA,"Alpha, one",Al|Alp,3\nB,Béta,,\n'),
    read: (path) => readCatalogue([path]),
  },
  {
    name: "catalogue JSONL",
    file: "a.jsonl",
    write: put("a.jsonl", '{"id":"A","title":"Alpha","aliases":["Al"],"count":3}\n{"title":"Beta"}\n'),
    read: (path) => readCatalogue([path]),
  },
  {
    name: "packed catalogue",
    file: "a.csv.gz",
    write: put("a.csv.gz", gzipSync("id,title\nA,Alpha\nB,Beta\n")),
    read: (path) => readCatalogue([path]),
  },
  { name: "dump", file: "a.xml", write: put("a.xml", dump), read: takeAll(readPages) },
  { name: "gzip dump", file: "a.xml.gz", write: put("a.xml.gz", gzipSync(dump)), read: takeAll(readPages) },
  { name: "bzip2 dump", file: "a.xml.bz2", write: put("a.xml.bz2", dump2), read: takeAll(readPages) },
  {
    name: "WikiExtractor lines",
    file: "w.jsonl",
    write: put(
      "w.jsonl",
      '{"id":"1","title":"Ada","text":"Ada met <a href=\\"Bob%20B\\">Bob</a> &amp; left."}\n'.repeat(4),
    ),
    read: takeAll(readPages),
  },
  {
    name: "text vectors",
    file: "v.txt",
    write: put("v.txt", "one 0.1 0.2 0.3\ntwo 1 2 3\nthree -1 1e-3 0\n"),
    read: (path) => importVectors(path),
  },
  {
    name: "word2vec text",
    file: "v.vec",
    write: put("v.vec", "2 3\none 0.1 0.2 0.3\ntwo 1 2 3\n"),
    read: (path) => importVectors(path),
  },
  {
    name: "word2vec binary",
    file: "v.bin",
    write: put(
      "v.bin",
      Buffer.concat([
        Buffer.from("2 2\none "),
        Buffer.from(Float32Array.of(1, 2).buffer),
        Buffer.from("two "),
        Buffer.from(Float32Array.of(3, 4).buffer),
      ]),
    ),
    read: (path) => importVectors(path),
  },
  {
    name: "npy",
    file: "v.npy",
    write(folder) {
      const header = `${"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }".padEnd(117)}\n`;
      const front = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length, 0]);
      writeFileSync(
        join(folder, "v.npy"),
        Buffer.concat([front, Buffer.from(header), Buffer.from(Float32Array.of(1, 2, 3, 4, 5, 6).buffer)]),
      );
      writeFileSync(join(folder, "v.txt"), "one\ntwo\n");
    },
    read: (path) => importVectors(path),
  },
  {
    name: "wink JSON",
    file: "v.json",
    write: put(
      "v.json",
      '{"precision":4,"size":2,"dimensions":2,"vectors":{"one":[0.1,0.2,0.3,0],"two":[1,2,3,1]}}',
    ),
    read: (path) => importVectors(path),
  },
  {
    name: "prepared documents",
    file: "train.jsonl.gz",
    write: put(
      "train.jsonl.gz",
      gzipSync(
        '{"mentions":[{"context":[1,2],"window":[1],"left":[1],"mention":[2],"right":[-1],"candidates":[[0,0.5],[1,0.5]],"gold":0}]}\n'.repeat(
          4,
        ),
      ),
    ),
    read: (path) => loadPreparedDocuments(path),
  },
  {
    name: "HTML page",
    file: "a.html",
    write: put("a.html", "<p>Paris &amp; <b>Rome</b><script>x</script><!-- c --></p>".repeat(4)),
    read: readHtml,
  },
];

function takeAll(read) {
  return async (path) => {
    for await (const _ of read(path));
  };
}

async function readHtml(path) {
  const { readFile } = await import("node:fs/promises");
  const html = await readFile(path, "utf8");
  if (maskHtml(html).length !== html.length) throw new Error("the masked page has another length");
}
