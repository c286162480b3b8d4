import { expect, test } from "vitest";
import { createSmallParts } from "../../test/fixtures/small-linker.js";
import { Linker } from "../linker/linker.js";
import { analyseText } from "../text/analysed-text.js";
import { Names } from "../vectors/names.js";
import { CandidateChooser, MODEL_EVIDENCE } from "./choose-candidates.js";
import { DocumentReader } from "./document-reader.js";
import { featuresOf, toModelDocuments } from "./model-documents.js";
import { Preparer, preparedMention, sameRows } from "./prepare-documents.js";

const text =
  "England beat Germany on penalties. Apple makes a computer north of the river; Lovelace ate a pie.";
const names = ["England", "Germany", "Apple", "Lovelace"];
const mentions = names.map((surface) => {
  const start = text.indexOf(surface);
  return { start, end: start + surface.length, surface, entity: "England" };
});

/** So narrow that the context must choose. */
const selection = { considered: 30, byPrior: 1, byContext: 1, fill: false };

test("linking and prepared documents give the model the same numbers, and the same scores come out", () => {
  const parts = createSmallParts();
  parts.settings = { ...parts.settings, candidates: selection };
  const { kb, words, entities, model } = parts;

  const reader = new DocumentReader({
    kb,
    vocabulary: (word) => words.rowOf(word),
    context: parts.settings.context,
    considered: 30,
  });
  const readable = reader.open(analyseText(text));
  const lists = reader.candidateLists(readable, mentions);
  const chooser = new CandidateChooser({ words: model.tables.words, entities }, selection);
  const linked = mentions.map((m, i) => chooser.choose(reader.read(readable, m, lists[i])));

  const preparer = new Preparer({ words, entities: named(entities, kb), kb });
  const prepared = JSON.parse(JSON.stringify(preparer.prepare({ id: "1", text, mentions })));
  const tables = preparer.tables((list) => Names.fromList(list));
  const [trained] = toModelDocuments(
    [prepared],
    { words: tables.words.unitRows(), entities: tables.entities, relationWords: tables.words },
    { selection, missingGold: "keep", longest: 100 },
  );
  linked.forEach((mention, i) => {
    const other = trained.mentions[i];
    const title = (row: number) => kb.rowOfTitle(tables.entities.name(row));
    expect(Array.from(other.candidates, title)).toEqual(Array.from(mention.candidates));
    expect(Array.from(other.priors)).toEqual(Array.from(mention.priors));
    const word = (row: number) => (row < 0 ? "?" : tables.words.name(row));
    const own = (row: number) => (row < 0 ? "?" : words.name(row));
    expect(Array.from(other.words, word).sort()).toEqual(Array.from(mention.words, own).sort());
    for (const side of ["left", "middle", "right"] as const) {
      expect(Array.from(other[side], word)).toEqual(Array.from(mention[side], own));
    }
  });

  const direct = model.predict({ mentions: linked }).scores;
  const links = new Linker(parts).link(text, { mentions });
  links.forEach((link, i) => {
    const best = direct[i].indexOf(Math.max(...direct[i]));
    expect(link.candidates[0].entity.row).toBe(linked[i].candidates[best]);
  });
});

function named(
  entities: ReturnType<typeof createSmallParts>["entities"],
  kb: { title(row: number): string },
) {
  const rows = Array.from({ length: entities.rows }, (_, row) => row);
  return entities.select(rows, Names.fromList(rows.map((row) => kb.title(row))));
}

test("what speaks for a candidate is the same in linking and in documents written down, and links follow it", () => {
  const parts = createSmallParts({ evidence: MODEL_EVIDENCE, evidenceUnits: 1 });
  const { kb, words, entities, model } = parts;
  const reader = new DocumentReader({
    kb,
    vocabulary: (word) => words.rowOf(word),
    context: parts.settings.context,
    considered: 30,
    evidence: true,
  });
  const readable = reader.open(analyseText(text));
  const lists = reader.candidateLists(readable, mentions);
  const chooser = new CandidateChooser({ words: model.tables.words, entities }, parts.settings.candidates);
  const england = reader.read(readable, mentions[0], lists[0]);
  const linked = chooser.choose(england);
  const written = JSON.parse(JSON.stringify(preparedMention(england, -1, sameRows)));
  const read = chooser.choose(featuresOf(written));
  expect(linked.evidence?.length).toBe(2 * MODEL_EVIDENCE);
  expect(Array.from(read.evidence!)).toEqual(Array.from(linked.evidence!, (x) => expect.closeTo(x, 4)));

  expect(new Linker(parts).link(text, { mentions })[0].entity?.title).toBe("England");
  // whose title is the name shall lose
  model.parameter("evidence.0.weight").fill(0).fill(1, 0, 1);
  model.parameter("evidence.0.bias").fill(0);
  model.parameter("evidence.2.weight").set([-1000, 0]);
  const [link] = new Linker(parts).link(text, { mentions });
  expect(link.entity?.title).toBe("England national football team");
});

test("a model with other evidence than this version's is refused", () => {
  expect(() => new Linker(createSmallParts({ evidence: 3 }))).toThrow("3 numbers for each candidate");
});
