import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createKnowledgeBase } from "../kb/stores/create-knowledge-base.js";
import { analyseText } from "../text/analysed-text.js";
import { bestCut, spanChances } from "./cut.js";
import { createMentionFinder } from "./find-mentions.js";
import type { Run } from "./lattice.js";

const titles =
  "England|West Germany|Germany|New York Stock Exchange|Paris|Texas|France|Bank of England|United States|McDonald's|Ban Ki-moon|Moon Jae-in|Stratford-upon-Avon|Apple Inc.|2004 Summer Olympics|Swiss franc|Cosham railway station|Roe v. Wade".split(
    "|",
  );
const kb = createKnowledgeBase({
  entities: [...titles.map((title) => ({ title })), { title: "Barack Obama", isPerson: true }],
  names: [
    { surface: "Obama", entity: "Barack Obama", count: 9 },
    { surface: "Olympics", entity: "2004 Summer Olympics", count: 9 },
    { surface: "Paris", entity: "Paris", count: 90 },
    { surface: "house", entity: "England", count: 1 },
  ],
  statistics: new Map([
    ["house", { textCount: 100, linkProbability: 0.01, lowercaseShare: 0.9 }],
    ["Paris", { textCount: 900, linkProbability: 0.4, lowercaseShare: 0 }],
  ]),
});
const find = createMentionFinder(kb);
const found = (text: string) => find(analyseText(text));
const names = (text: string) => found(text).map(({ start, end }) => text.slice(start, end));

describe("finding names", () => {
  test("known names are found, the longest that makes sense, without what belongs to the sentence", () => {
    expect(names("In 1966 England beat West Germany at the New York Stock Exchange.")).toEqual([
      "England",
      "West Germany",
      "New York Stock Exchange",
    ]);
    expect(names("“England’s” Bank of England closed in Paris.")).toEqual([
      "England",
      "Bank of England",
      "Paris",
    ]);
    expect(names("House prices fell. Officials agreed.")).toEqual([]);
  });

  test("names that nobody knows are names, and their parts are none", () => {
    const text = "They met Paris Xanthrop and Ludmila O'Tarkin in Texas. Xanthrop left.";
    expect(names(text)).toEqual(["Paris Xanthrop", "Ludmila O'Tarkin", "Texas", "Xanthrop"]);
    const [stranger, , texas, again] = found(text);
    expect(stranger.worth).toBeLessThan(texas.worth!);
    expect(again.worth).toBe(stranger.worth);
  });

  test("a known name may end in small words, as it is known and not in the plural", () => {
    expect(names("They paid in Swiss francs. They left Cosham railway station by night.")).toEqual([
      "Swiss",
      "Cosham railway station",
    ]);
  });

  test("a name may end in a small word behind a hyphen, whatever the word", () => {
    expect(names("They saw Ban Ki-moon with Moon Jae-in and went on to Stratford-upon-Avon.")).toEqual([
      "Ban Ki-moon",
      "Moon Jae-in",
      "Stratford-upon-Avon",
    ]);
    expect(names("A Paris-in-spring mood.")).toEqual(["Paris"]);
  });

  test("a case at law is one name, a match is two", () => {
    expect(names("The court overturned Roe v. Wade in June.")).toEqual(["Roe v. Wade"]);
    expect(names("They watched England v. Germany in Paris.")).toEqual(["England", "Germany", "Paris"]);
  });

  test("a part of a person's name is worth what the whole is", () => {
    const text = "They met Barack Obama in Paris. Nobody knew why Obama left.";
    const worthOf = (name: string) =>
      found(text).find(({ start, end }) => text.slice(start, end) === name)?.worth;
    expect(worthOf("Obama")).toBeGreaterThan(0.5);
    expect(worthOf("Obama")).toBe(worthOf("Barack Obama"));
  });

  test("a place at the end of a longer name that nobody knows keeps its own worth", () => {
    const worth = (text: string) => found(text).at(-1)!.worth!;
    // the same text but for the longer name: how often it says Texas counts, too
    const alone = worth("The mills of Texas opened. They flew to Texas.");
    expect(worth("The Zorvath Mills of Texas opened. They flew to Texas.")).toBeCloseTo(alone, 1);
  });

  test("common nouns are found where asked, around the names, a phrase before its parts", () => {
    const nouns = createKnowledgeBase({
      entities: ["Nuclear power", "Power (physics)", "France", "Inflation"].map((title) => ({ title })),
      names: [
        { surface: "nuclear power", entity: "Nuclear power", count: 40 },
        { surface: "power", entity: "Power (physics)", count: 40 },
        { surface: "inflation", entity: "Inflation", count: 40 },
        { surface: "year", entity: "Inflation", count: 1 },
      ],
      statistics: new Map([
        ["nuclear power", { textCount: 100, linkProbability: 0.4, lowercaseShare: 1 }],
        ["power", { textCount: 400, linkProbability: 0.1, lowercaseShare: 1 }],
        ["inflation", { textCount: 100, linkProbability: 0.4, lowercaseShare: 1 }],
        ["year", { textCount: 90_000, linkProbability: 0, lowercaseShare: 1 }],
      ]),
    });
    const text = "The nuclear power of France kept inflation low this year.";
    const read = (concepts: boolean) =>
      createMentionFinder(nouns)(analyseText(text), { concepts }).map((m) => text.slice(m.start, m.end));
    expect(read(true)).toEqual(["nuclear power", "France", "inflation"]);
    expect(read(false)).toEqual(["France"]);
  });

  test("texts without capitals are read by what is known", () => {
    expect(names("they flew from paris to west germany and back")).toEqual(["paris", "west germany"]);
    expect(names("PARIS BEATS WEST GERMANY IN THE FINAL")).toEqual(["PARIS", "WEST GERMANY"]);
  });

  test("chances are those of all cuts together, and the best cut adds up most above the least", () => {
    const spans = [
      [0, 1],
      [0, 2],
      [1, 2],
      [2, 3],
    ].map(([first, end]) => ({ first, end, known: undefined }));
    const none = new Int32Array(3);
    const run: Run = { from: 0, to: 3, spans, longest: none, shortest: none };
    const scores = [1, 0.5, -1, 2];
    const cuts = [[], [0], [1], [2], [3], [0, 2], [0, 3], [1, 3], [2, 3], [0, 2, 3]];
    const weights = cuts.map((cut) => Math.exp(cut.reduce((sum, s) => sum + scores[s], 0)));
    const sum = weights.reduce((a, b) => a + b);
    const { chances, logZ } = spanChances(run, scores);
    expect(logZ).toBeCloseTo(Math.log(sum), 10);
    chances.forEach((chance, s) => {
      const with_ = weights.filter((_, c) => cuts[c].includes(s)).reduce((a, b) => a + b, 0);
      expect(chance).toBeCloseTo(with_ / sum, 10);
    });
    expect(bestCut(run, [0.5, 0.6, 0.3, 0.2], 0.25)).toEqual([1]);
    expect(bestCut(run, [0.5, 0.6, 0.3, 0.2], 0.1)).toEqual([0, 2, 3]);
  });

  test("names of any text are ordered, apart, inside it, and likelier than nothing", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        ...titles,
        "of",
        " and ",
        ", ",
        "'s",
        "\ud800",
        "A",
        "ÉCOLE",
        "1966 ",
        "-moon",
        "😀",
        ". ",
        "\t",
        " Inc.",
        " J.P.",
      ),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join("");
        let end = 0;
        for (const name of found(text)) {
          expect(name.start).toBeGreaterThanOrEqual(end);
          expect(name.end).toBeGreaterThan(name.start);
          expect(name.chance).toBeGreaterThan(0);
          end = name.end;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
