// What the kill tests work on, made up by a seeded generator: a corpus with links, catalogues, and what the program makes of them first.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Random } from "../../dist/math/random.js";
import { run } from "./run-command.mjs";

const PAGES = 400;
const syllables = ["ka", "ro", "lin", "mes", "tor", "vi", "bel", "du", "sha", "pen", "gri", "mo"];
const random = new Random(7);
const pick = (list) => list[Math.floor(random.uniform() * list.length)];
const word = () =>
  Array.from({ length: 2 + Math.floor(random.uniform() * 2) }, () => pick(syllables)).join("");
const vocabulary = Array.from({ length: 600 }, word);
const titles = Array.from(
  { length: PAGES },
  (_, i) => `${word().replace(/^./, (c) => c.toUpperCase())} ${i}`,
);

function sentence(i) {
  const words = Array.from({ length: 12 }, () => pick(vocabulary));
  const target = titles[(i * 7 + Math.floor(random.uniform() * 5)) % PAGES];
  words[4] = `<a href="${encodeURIComponent(target)}">${target}</a>`;
  return `${words.join(" ")}.`;
}

function page(title, i) {
  const sentences = Array.from({ length: 12 }, () => sentence(i)).join(" ");
  return JSON.stringify({ id: String(i), title, text: `${title} is a ${pick(vocabulary)}. ${sentences}` });
}

function catalogue(from, to) {
  const row = (n) =>
    `X${n},Thing ${n},Thg ${n}|${pick(vocabulary)},"A ${pick(vocabulary)} for ${pick(vocabulary)}"`;
  const rows = Array.from({ length: to - from }, (_, i) => row(from + i));
  return ["id,title,aliases,description", ...rows].join("\n");
}

function document(i) {
  const [a, b] = [titles[i % PAGES], titles[(i * 3 + 1) % PAGES]];
  const text = `${a} ${pick(vocabulary)} ${pick(vocabulary)} ${b} ${pick(vocabulary)}.`;
  const second = text.indexOf(b, a.length);
  const mentions = [
    { start: 0, end: a.length, entity: a },
    { start: second, end: second + b.length, entity: b },
  ];
  return JSON.stringify({ id: String(i), text, mentions });
}

const documents = (from, to) => Array.from({ length: to - from }, (_, i) => document(from + i)).join("\n");

export async function makeMaterials(folder) {
  const at = (name) => join(folder, name);
  const files = {
    "corpus.jsonl": titles.map(page).join("\n"),
    "things.csv": catalogue(0, 800),
    "others.csv": catalogue(5000, 5900),
    "more.csv": catalogue(800, 1200),
    "further.csv": catalogue(2000, 2300),
    "train.jsonl": documents(0, 120),
    "dev.jsonl": documents(200, 240),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(at(name), content);
  const words = at("words.safetensors");
  const entities = at("entities.safetensors");
  const kb = at("corpus.kb");
  const small = ["-d", "16", "--epochs", "1", "--min-count", "1", "--workers", "1"];
  await run(["vectors", "train-words", at("corpus.jsonl"), "-o", words, ...small]);
  await run(["kb", "build", at("corpus.jsonl"), "-o", kb]);
  const quick = ["--steps", "20", "--workers", "1"];
  await run(["vectors", "train", "--kb", kb, "--words", words, "-o", entities, ...quick]);
  const parts = ["train", "dev"].flatMap((part) => ["--part", `${part}=${at(`${part}.jsonl`)}`]);
  await run(["prepare", at("prepared"), ...parts, "--kb", kb, "--words", words, "--entities", entities]);
}
