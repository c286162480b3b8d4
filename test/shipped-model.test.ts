/** The shipped model on sentences of our own, in which the company decides what a name means. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Linker } from "../src/linker/linker.js";
import { loadLinker } from "../src/loading/load-linker.js";
import { contextSentences } from "./fixtures/context-sentences.js";
import { everydaySentences } from "./fixtures/everyday-sentences.js";

interface Outcome {
  text: string;
  wanted: string[];
  got: string | undefined;
  likeliest: string | undefined;
}

/** Links every name of the sentence, as a user's call would, with the one in brackets among them. */
function judge(linker: Linker, marked: string, wanted: string[]): Outcome {
  const start = marked.indexOf("[");
  const text = marked.replace(/[[\]]/g, "");
  const target = { start, end: marked.indexOf("]") - 1 };
  const found = linker.link(text).filter((l) => l.end <= target.start || l.start >= target.end);
  const mentions = [target, ...found.map(({ start, end }) => ({ start, end }))];
  const [link] = linker.link(text, { mentions, nil: 0 });
  const byPrior = [...link.candidates].sort((a, b) => b.prior - a.prior)[0];
  return { text: marked, wanted, got: link.entity?.title, likeliest: byPrior?.entity.title };
}

describe("the shipped model", () => {
  let linker: Linker;
  beforeAll(async () => {
    linker = await loadLinker();
  });

  const isRight = (title: string | undefined, wanted: string[]) =>
    title !== undefined &&
    wanted.some((other) => linker.kb.rowOfTitle(other) === linker.kb.rowOfTitle(title));

  /** How many of the sentences are read as a person would, by the model and by the name alone; says which are not. */
  function count(sentences: [text: string, ...titles: string[]][]) {
    const outcomes = sentences.map(([text, ...wanted]) => judge(linker, text, wanted));
    const wrong = outcomes.filter((o) => !isRight(o.got, o.wanted));
    console.info(wrong.map((o) => `${o.text}  wanted ${o.wanted[0]}, got ${o.got}`).join("\n"));
    return {
      sentences: outcomes.length,
      right: outcomes.length - wrong.length,
      byPrior: outcomes.filter((o) => isRight(o.likeliest, o.wanted)).length,
    };
  }

  test("reads sentences in which the company decides", () => {
    expect(count(contextSentences)).toEqual({ sentences: 64, right: 55, byPrior: 36 });
  });

  test("reads everyday sentences", () => {
    expect(count(everydaySentences)).toEqual({ sentences: 40, right: 36, byPrior: 23 });
  });

  test("links the README's sentence to both teams, and the country where the country is meant", () => {
    const links = linker.link("England beat West Germany in the 1966 World Cup final at Wembley.");
    expect(links.slice(0, 2).map((l) => [l.mention, l.entity?.title])).toEqual([
      ["England", "England national football team"],
      ["West Germany", "Germany national football team"],
    ]);
    expect(linker.link("England lies north of France.")[0].entity?.title).toBe("England");
  });

  test("the same text has the same links twice, and after others", () => {
    const text = "Jordan scored 40 points for the Chicago Bulls, while Pippen rested.";
    const first = linker.link(text);
    linker.link("Amman is the capital of Jordan.");
    expect(linker.link(text)).toEqual(first);
  });

  test("odd input is linked without complaint", () => {
    for (const text of [
      "",
      "\0\0",
      "\ud800\udfff\ud800",
      "‮مرحبا بالعالم",
      "😀".repeat(500),
      "<p>Paris",
      "A".repeat(100_000),
    ]) {
      expect(() => linker.link(text, { explain: true })).not.toThrow();
    }
  });
});
