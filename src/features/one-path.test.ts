import { expect, test } from "vitest";
import { createSmallParts } from "../../test/fixtures/small-linker.js";
import { Linker } from "../linker/linker.js";
import { analyseText } from "../text/analysed-text.js";
import { Names } from "../vectors/names.js";
import { CandidateChooser } from "./choose-candidates.js";
import { DocumentReader } from "./document-reader.js";
import { toModelDocuments } from "./model-documents.js";
import { Preparer } from "./prepare-documents.js";

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
