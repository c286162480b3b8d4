import { expect, test } from "vitest";
import { tokenize } from "../text/tokens.js";
import { candidateEvidence } from "./candidate-evidence.js";
import { TextWords, wordsAmong } from "./text-words.js";
import { forgetManyWords, wordGeneration, wordNumber } from "./word-numbers.js";

const titles = ["Hastings, Michigan", "Hastings, Nebraska"];
const kb = { title: (row: number) => titles[row], isPerson: () => false, popularity: () => 10 };

test("words stand near within 400 tokens on either side, wherever else they stand", () => {
  const words = new TextWords(tokenize(`lake ${"far ".repeat(500)}river ${"off ".repeat(500)}lake`));
  const has = (word: string, token: number) => words.near(token).has(wordNumber(word));
  expect([0, 400, 401, 601, 602, 1001].map((token) => has("lake", token))).toEqual([
    true,
    true,
    false,
    false,
    true,
    true,
  ]);
  expect([100, 101, 501, 901, 902].map((token) => has("river", token))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
  expect(has("mountain", 0)).toBe(false);
});

test("plurals are found by what they are the plural of", () => {
  for (const near of [new TextWords(tokenize("Two Lakes")).near(0), wordsAmong(["two", "lakes"])]) {
    expect(near.hasPlural(wordNumber("lake"))).toBe(true);
    expect(near.has(wordNumber("lake"))).toBe(false);
    expect(near.hasPlural(wordNumber("lakes"))).toBe(false);
  }
});

test("a text and titles that were read before all words were forgotten say the same afterwards", () => {
  const text = new TextWords(tokenize("Detroit, Michigan"));
  const told = () => titles.map((_, entity) => evidence(entity));
  const evidence = (entity: number) => [
    ...candidateEvidence(kb, "Hastings", text.near(0))({ entity, prior: 0.5 }),
  ];
  const before = told();
  expect(before[0]).not.toEqual(before[1]);
  const generation = wordGeneration();
  for (let i = 0; i < 1 << 17; i++) wordNumber(`word ${i}`);
  forgetManyWords();
  expect(wordGeneration()).toBe(generation + 1);
  wordNumber("another word comes first now");
  expect(told()).toEqual(before);
});
