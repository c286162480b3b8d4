import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createKnowledgeBase } from "../kb/stores/create-knowledge-base.js";
import { analyseText } from "../text/analysed-text.js";
import { createMentionFinder } from "./find-mentions.js";

const titles = [
  "England",
  "West Germany",
  "Germany",
  "Wembley Stadium",
  "New York",
  "New York Stock Exchange",
  "Paris",
  "Paris, Texas",
  "Texas",
  "France",
  "Trinidad and Tobago",
  "Bank of England",
  "George W. Bush",
  "United States",
  "Apple Inc.",
  "House",
  "Al-Jazeera",
  "World Health Organization",
  "General Atlas",
  "Atlas",
  "University",
  "Barack Obama",
  "Shell plc",
  "Ban Ki-moon",
  "McDonald's",
  "ExxonMobil",
  "J. P. Morgan",
  "2004 Summer Olympics",
];
const statistics = new Map(
  Object.entries({ House: 0.9, Paris: 0, Bank: 0.8, University: 0.3, Shell: 0.7 }).map(
    ([surface, lowercaseShare]) => [
      surface,
      { textCount: 100, linkProbability: lowercaseShare > 0.2 ? 0.01 : 0.4, lowercaseShare },
    ],
  ),
);
const kb = createKnowledgeBase({
  entities: [
    ...titles.map((title) => ({ title })),
    { title: "Norma Major", isPerson: true, aliases: ["Norma"] },
  ],
  names: [
    { surface: "U.S.", entity: "United States", count: 50 },
    { surface: "US", entity: "United States", count: 50 },
    { surface: "WHO", entity: "World Health Organization", count: 20 },
    { surface: "Bush", entity: "George W. Bush", count: 9 },
    { surface: "Shell", entity: "Shell plc", count: 9 },
    { surface: "Olympics", entity: "2004 Summer Olympics", count: 9 },
    { surface: "German", entity: "Germany", count: 9 },
    { surface: "Germans", entity: "Germany", count: 9 },
    { surface: "Germany and France", entity: "France" },
  ],
  statistics,
});
const find = createMentionFinder(kb);
const names = (text: string) => find(analyseText(text)).map(({ start, end }) => text.slice(start, end));

describe("mentions", () => {
  test("the first word of a sentence is no part of a name for its capital, a form of address is where the title has it", () => {
    expect(names("In Paris it rained.")).toEqual(["Paris"]);
    expect(names("Shares of Texas fell.")).toEqual(["Texas"]);
    expect(names("They work for General Atlas.")).toEqual(["General Atlas"]);
    expect(names("They met General Bush.")).toEqual(["Bush"]);
  });

  test("known names are found, the longest that makes sense", () => {
    expect(names("In 1966 England beat West Germany at the New York Stock Exchange.")).toEqual([
      "England",
      "West Germany",
      "New York Stock Exchange",
    ]);
    expect(names("He joined the Bank of England in Paris, Texas.")).toEqual([
      "Bank of England",
      "Paris, Texas",
    ]);
  });
  test("a comma or an and between two names does not make them one", () => {
    expect(names("They saw Germany and France, Texas, and Trinidad and Tobago.")).toEqual([
      "Germany",
      "France",
      "Texas",
      "Trinidad and Tobago",
    ]);
  });
  test("possessives, brackets and quotes are left outside", () => {
    expect(names("“England’s” (Germany's) 'Paris'")).toEqual(["England", "Germany", "Paris"]);
  });
  test("headlines in capitals are read case-blind", () => {
    expect(names("ENGLAND BEATS WEST GERMANY IN THE FINAL")).toEqual(["ENGLAND", "WEST GERMANY"]);
  });
  test("an ordinary word with a capital at the start of a sentence is no name", () => {
    expect(names("House prices fell. Officials agreed.")).toEqual([]);
  });
  test("stop words are names only in capitals", () => {
    expect(names("The WHO told us who in the US knew. Who asked?")).toEqual(["WHO", "US"]);
  });
  test("unknown names are mentions", () => {
    expect(names("The minister, Zorban al-Vekkar, met Ludmila O'Tarkin of Quaxley & Sons.")).toEqual([
      "Zorban al-Vekkar",
      "Ludmila O'Tarkin",
      "Quaxley & Sons",
    ]);
  });
  test("a known word in a stranger's name is no name of its own", () => {
    expect(names("They met Paris Xanthrop and Bush Quennock.")).toEqual(["Paris Xanthrop", "Bush Quennock"]);
    expect(names("He studied at Xanthrop University.")).toEqual(["Xanthrop University"]);
    expect(names("Shares of Zorblax Inc. fell.")).toEqual(["Zorblax Inc."]);
  });
  test("forms of address, peoples and initials before a stranger are left out", () => {
    expect(names("They asked Mr Zorblax, President Quennock and the German Xanthrop.")).toEqual([
      "Zorblax",
      "Quennock",
      "German",
      "Xanthrop",
    ]);
    expect(names("The US Xanthrop fleet sailed.")).toEqual(["US", "Xanthrop"]);
  });
  test("a known full name is found whatever stands before it", () => {
    expect(names("President Barack Obama met Chancellor Norma Major.")).toEqual([
      "Barack Obama",
      "Norma Major",
    ]);
    expect(names("A Paris-based firm left.")).toEqual(["Paris"]);
  });
  test("kinds of things beside a name are no names", () => {
    expect(names("She left Paris University for a University in France.")).toEqual([
      "Paris",
      "University",
      "France",
    ]);
  });
  test("a common word that begins a sentence is a name when it does what companies do, or is one elsewhere", () => {
    expect(names("Shell said profits rose.")).toEqual(["Shell"]);
    expect(names("Shell is hard. House said.")).toEqual(["House"]);
    expect(names("Shares of Shell fell. Shell is large.")).toEqual(["Shell", "Shell"]);
  });
  test("small words behind a hyphen, an own 's, initials and two words for one belong to names that have them", () => {
    expect(names("He told Ban Ki-moon of Paris-based firms.")).toEqual(["Ban Ki-moon", "Paris"]);
    expect(names("They ate at McDonald's in England's north.")).toEqual(["McDonald's", "England"]);
    expect(names("They sold Exxon Mobil Corp. to J.P. Morgan at once.")).toEqual([
      "Exxon Mobil Corp.",
      "J.P. Morgan",
    ]);
  });
  test("a year belongs to the event of that year, not to a date before a name", () => {
    expect(names("She won at the 2004 Olympics and the 2008 Olympics.")).toEqual([
      "2004 Olympics",
      "Olympics",
    ]);
    expect(names("The 2004 Olympics began. In 2004 Olympics were held.")).toEqual([
      "2004 Olympics",
      "Olympics",
    ]);
  });
  test("an article belongs to a name when nothing else asks for its capital", () => {
    expect(names("They told The England Paris. The England left.")).toEqual([
      "The England",
      "Paris",
      "England",
    ]);
  });
  test("a stranger is known again at the start of a sentence", () => {
    expect(names("They met Kofi Xanthrop. Xanthrop was late. Nobody cared.")).toEqual([
      "Kofi Xanthrop",
      "Xanthrop",
    ]);
  });
  test("cells of a table and lines of a list are apart", () => {
    expect(names("Zorblax\tQuennock\tParis\n")).toEqual(["Paris"]);
    expect(names("They went to Texas - Thousands came.")).toEqual(["Texas"]);
  });
  test("initials and dots stay in the name", () => {
    expect(names("President George W. Bush left the U.S. on Apple Inc. business.")).toContain(
      "George W. Bush",
    );
    expect(names("He works for Apple Inc. in the U.S. today.")).toEqual(["Apple Inc.", "U.S."]);
  });
  test("company endings and initials that the knowledge base leaves out belong to the name", () => {
    expect(names("Shares of France Corp. fell on Tuesday. Paris Q. Texas rose.")).toContain("France Corp.");
  });
  test("forms of address, articles, days and months are left out", () => {
    expect(names("The Germany team met President George W. Bush on Monday in Sept. near Mr. Bush.")).toEqual([
      "Germany",
      "George W. Bush",
      "Bush",
    ]);
  });
  test("the full stop after a sentence is not part of its last name", () => {
    expect(names("He came from the United States.")).toEqual(["United States"]);
  });
  test("a given name before an unknown family name makes one stranger", () => {
    expect(names("They asked Norma Texas about Paris.")).toEqual(["Norma Texas", "Paris"]);
  });
  test("hyphens join and part", () => {
    expect(names("He told Al-Jazeera of England-Germany games.")).toEqual([
      "Al-Jazeera",
      "England",
      "Germany",
    ]);
  });
  test("mentions of any text are ordered, apart, inside it, and never split a surrogate pair", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        ...titles,
        "of",
        "and",
        " ",
        ", ",
        "'s",
        "\ud800",
        "A",
        "ÉCOLE",
        "1966",
        "- ",
        "😀",
        ". ",
        "\t",
        "The ",
        " Kofi Xanthrop",
        " Inc.",
        "-moon",
        " said ",
        " J.P.",
      ),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join("");
        let end = 0;
        for (const mention of find(analyseText(text))) {
          expect(mention.start).toBeGreaterThanOrEqual(end);
          expect(mention.end).toBeGreaterThan(mention.start);
          end = mention.end;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
