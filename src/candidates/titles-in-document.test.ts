import { describe, expect, test } from "vitest";
import { wordsNear } from "../evidence/text-words.js";
import { createKnowledgeBase } from "../kb/stores/create-knowledge-base.js";
import { tokenize } from "../text/tokens.js";
import { candidatesInDocument } from "./document-candidates.js";

const kb = createKnowledgeBase({
  entities: [
    { title: "Hastings", popularity: 50 },
    { title: "Hastings, Michigan", popularity: 30 },
    { title: "Hastings, Nebraska", popularity: 20 },
    { title: "Battle of Hastings", popularity: 10 },
    { title: "Reed Hastings", popularity: 40, isPerson: true },
  ],
  names: ["Hastings, Michigan", "Hastings, Nebraska", "Battle of Hastings", "Reed Hastings"].map(
    (entity) => ({
      surface: "Hastings",
      entity,
      count: 5,
    }),
  ),
});
const inText = (text: string, surface = "Hastings") => {
  const start = text.lastIndexOf(surface);
  const near = wordsNear(tokenize(text), [{ start, end: start + surface.length }]);
  const [list] = candidatesInDocument(kb, [surface], { nearName: near });
  return list.map((c) => ({ title: kb.entity(c.entity).title, prior: c.prior }));
};

describe("titles spelled out in the document", () => {
  const plain = inText("They moved to Hastings.");

  test("the words that a title has beyond the name make it likelier where the text has them", () => {
    const michigan = (list: typeof plain) => list.find((c) => c.title === "Hastings, Michigan")!.prior;
    const there = inText("They left Detroit, Michigan, for Hastings.");
    expect(michigan(there)).toBeGreaterThan(2 * michigan(plain));
    expect(there[0].title).toBe("Hastings, Michigan");
    expect(inText("A fierce battle was fought at Hastings.")[0].title).toBe("Battle of Hastings");
  });

  test("lists stay sorted, priors keep their sum, stop words say nothing", () => {
    const sum = (list: typeof plain) => list.reduce((total, c) => total + c.prior, 0);
    const there = inText("From Nebraska and Michigan to Hastings.");
    expect(sum(there)).toBeCloseTo(sum(plain), 6);
    expect(there.map((c) => c.prior)).toEqual(there.map((c) => c.prior).sort((a, b) => b - a));
    expect(inText("The end of Hastings.")).toEqual(plain);
  });

  test("another person's first name says nothing", () => {
    expect(inText("Lou Reed sang in Hastings.")).toEqual(plain);
  });

  test("words far away do not count", () => {
    expect(inText(`Michigan ${"and on it goes ".repeat(200)} to Hastings.`)).toEqual(plain);
  });

  test("words of the name itself do not count", () => {
    expect(inText("Hastings, Michigan", "Hastings, Michigan")[0].title).toBe("Hastings, Michigan");
    expect(inText("Hastings Hastings")).toEqual(plain);
  });
});
