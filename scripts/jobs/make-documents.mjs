// Documents to link, as many as one wants and the same ones every time: own sentences with names that the shipped knowledge base has.
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { Random } from "../../dist/math/random.js";

const people = [
  "Barack Obama",
  "Angela Merkel",
  "Bobby Moore",
  "Marie Curie",
  "Isaac Newton",
  "Nelson Mandela",
];
const places = [
  "London",
  "Paris",
  "Berlin",
  "Georgia",
  "Texas",
  "Jordan",
  "Vienna",
  "New Mexico",
  "Java",
  "Cambridge",
];
const things = [
  "IBM",
  "Apple",
  "NASA",
  "the European Union",
  "the World Bank",
  "Chelsea",
  "Barcelona",
  "the BBC",
];

/** Each takes what it needs: person, place, place, thing. */
const sentences = [
  (p, a, b) => `${p} travelled from ${a} to ${b} in the spring.`,
  (_p, a, b) => `Trains between ${a} and ${b} were late because of heavy snow.`,
  (p, a, _b, t) => `In ${a}, ${p} spoke about the future of ${t}.`,
  (_p, a, _b, t) => `${t} opened an office in ${a} and hired sixty people.`,
  (p, _a, b, t) => `A museum in ${b} shows letters that ${p} wrote to ${t}.`,
  (_p, a, b, t) => `${t} said that prices in ${a} had risen faster than in ${b}.`,
];

/** Every line has this many bytes (JSON may end in blanks), so that shards can be counted on beforehand. */
export const LINE_BYTES = 200;

/** @param {number} number @param {number} seed */
export function makeLine(number, seed) {
  const random = new Random(seed * 1_000_003 + number);
  const pick = (list) => list[random.below(list.length)];
  const text = pick(sentences)(pick(people), pick(places), pick(places), pick(things));
  return `${JSON.stringify({ id: `document-${number}`, text }).padEnd(LINE_BYTES - 1)}\n`;
}

/** Writes `count` documents as JSON lines. */
export async function writeDocuments(path, count, seed = 1) {
  const out = createWriteStream(path);
  for (let i = 0; i < count; i++) {
    if (!out.write(makeLine(i, seed))) await once(out, "drain");
  }
  out.end();
  await finished(out);
}
