import { describe, expect, test } from "vitest";
import { candidatesInDocument } from "../candidates/document-candidates.js";
import { createKnowledgeBase, type NameInput } from "../kb/stores/create-knowledge-base.js";
import { spelledWords } from "../text/spelling.js";
import { fitSimilarityWeights } from "./fit-similarity.js";
import { learnNames, type NamedDocument, namesOfDocument } from "./learned-names.js";
import { defaultSimilarityWeights } from "./similar-candidates.js";
import { similarBearers } from "./similar-features.js";
import { createSimilarIndex } from "./similar-index.js";
import { spellingOf, withoutNames } from "./similar-lists.js";

const entities = [
  { id: "1", title: "Breast Neoplasms", aliases: ["Cancer, Breast", "Breast Tumors"] },
  { id: "2", title: "Hemolytic Anemia, Nonspherocytic" },
  { id: "3", title: "Fish-Eye Disease", aliases: ["Dyslipoproteinemic Corneal Dystrophy"] },
  { id: "4", title: "Neoplasms", aliases: ["Tumors", "Cancer"] },
  { id: "5", title: "Sand Ague, Type 1" },
  { id: "6", title: "Sand Ague, Type 2" },
  { id: "7", title: "Eye Diseases" },
  { id: "8", title: "Ada Lovelace", isPerson: true },
];

const catalogue = (names: NameInput[] = [], similar: unknown = true) =>
  createKnowledgeBase({ entities, names, settings: { catalogue: true, similar } });

const first = (kb: ReturnType<typeof catalogue>, surface: string, text?: string) => {
  const [list] = candidatesInDocument(kb, [surface], { text });
  return list.length === 0 ? undefined : kb.entity(list[0].entity).id;
};

describe("candidates by similar spelling", () => {
  const kb = catalogue();

  test.each([
    ["breast cancer", "1"],
    ["breast tumours", "1"],
    ["BREAST NEOPLASM", "1"],
    ["nonspherocytic haemolytic anaemia", "2"],
    ["fish eye disease", "3"],
    ["tumour", "4"],
    ["cancers", "4"],
    ["sand ague type II", "6"],
    ["type 1 sand ague", "5"],
    ["Lovelace", "8"],
  ])("%s", (surface, id) => {
    expect(first(kb, surface)).toBe(id);
  });

  test("an entry with just the name goes before entries with parts of it, and p̂ adds up to 1", () => {
    const [list] = candidatesInDocument(kb, ["Neoplasms"]);
    expect(list.map((c) => kb.entity(c.entity).id).slice(0, 2)).toEqual(["4", "1"]);
    expect(list[0].prior).toBeGreaterThan(0.5);
    expect(list.reduce((sum, c) => sum + c.prior, 0)).toBeCloseTo(1);
  });

  test("short forms mean what the text says they mean", () => {
    expect(first(kb, "FED", "A case of fish-eye disease (FED).")).toBe("3");
    expect(first(kb, "FED", "FED (fish-eye disease) is rare.")).toBe("3");
    expect(first(kb, "FED", "Nobody says what FED is.")).not.toBe("3");
  });

  test("a name that shares no letters with any has no candidates", () => {
    expect(candidatesInDocument(kb, ["xyzzy", "", "…"])).toEqual([[], [], []]);
  });

  test("a name that was found in a text needs an entry that is really like it", () => {
    const lists = candidatesInDocument(kb, ["Breast cancers", "Nonsense Agency"], { leastLike: 0.6 });
    expect(lists.map((list) => list[0]?.entity)).toEqual([0, undefined]);
  });

  test("without the setting nothing is looked up by spelling", () => {
    const plain = createKnowledgeBase({ entities });
    expect(spellingOf(plain)).toBeUndefined();
    expect(candidatesInDocument(plain, ["nonspherocytic haemolytik anaemia"])).toEqual([[]]);
  });

  test("weights of its own are used, and what is no set of weights is refused", () => {
    const own = catalogue([], { ...defaultSimilarityWeights, numbers: 50 });
    expect(first(own, "sand ague type 2")).not.toBe("6");
    expect(() => candidatesInDocument(catalogue([], { cosine: 1 }), ["x"])).toThrow(
      /setting "similar" should be true or a number for each of cosine, exact/,
    );
  });
});

describe("names out of annotated documents", () => {
  const documents: NamedDocument[] = [
    {
      text: "eye pox (EP) is mild",
      mentions: [
        { surface: "eye pox", rows: [2] },
        { surface: "EP", rows: [2] },
      ],
    },
    {
      text: "eye pox and cold",
      mentions: [
        { surface: "eye pox", rows: [6] },
        { surface: "cold", rows: [1, 2] },
      ],
    },
  ];
  const names = learnNames(documents, (row) => entities[row].title);
  const kb = catalogue(names);

  test("surfaces are counted, short forms also under their long form, phrases for several entities not at all", () => {
    expect(names.map(({ surface, row, count }) => [surface, row, count])).toEqual([
      ["eye pox", 2, 2],
      ["eye pox", 6, 1],
      ["EP", 2, 1],
    ]);
    expect(first(kb, "eye pox")).toBe("3");
  });

  test("a document is read without what it taught itself", () => {
    expect(first(withoutNames(kb, namesOfDocument(documents[0])), "eye pox")).toBe("7");
    expect(first(withoutNames(kb, namesOfDocument(documents[1])), "eye pox")).toBe("3");
    expect(first(kb, "eye pox")).toBe("3");
  });
});

describe("fitSimilarityWeights", () => {
  test("learns from what is right, and stays where it began without examples", () => {
    const kb = catalogue();
    const context = { index: createSimilarIndex(kb), popularity: () => 0 };
    const bearers = similarBearers(context, spelledWords("sand ague type 2"));
    expect(fitSimilarityWeights([])).toEqual(defaultSimilarityWeights);
    const odd = Array.from({ length: 20 }, () => ({ bearers, gold: [4] }));
    expect(fitSimilarityWeights(odd).numbers).toBeGreaterThan(defaultSimilarityWeights.numbers);
    expect(fitSimilarityWeights(odd)).toEqual(fitSimilarityWeights(odd));
  });
});
