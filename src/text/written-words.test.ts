import { expect, test } from "vitest";
import { tokenize } from "./tokens.js";
import { WordMemory, wordNumbers, writtenWord } from "./written-words.js";

test("the same word has the same number in every text, and numbers lead back to words", () => {
  const first = tokenize("The river and the sea, The river.");
  const numbers = wordNumbers(first);
  expect(Array.from(numbers, writtenWord)).toEqual("The river and the sea , The river .".split(" "));
  expect(numbers[0]).toBe(numbers[6]);
  expect(numbers[0]).not.toBe(numbers[3]);
  expect(wordNumbers(tokenize("the sea"))[1]).toBe(numbers[4]);
  expect(wordNumbers(first)).toEqual(numbers);
});

test("words beyond what is remembered are numbered anew, and who remembers something of them forgets it", () => {
  const early = tokenize("Wembley");
  const before = wordNumbers(early);
  const memory = new WordMemory(2);
  memory.roomFor(before[0])[2 * before[0] + 1] = 7;
  for (let part = 0; part < 5; part++) {
    const words = Array.from({ length: 10_000 }, (_, i) => `w${part}x${i}`);
    const tokens = tokenize(words.join(" "));
    expect(Array.from(wordNumbers(tokens), writtenWord)).toEqual(words);
    expect(memory.roomFor(9999).length).toBeGreaterThan(2 * 9999);
  }
  const after = wordNumbers(early);
  expect(writtenWord(after[0])).toBe("Wembley");
  expect(memory.roomFor(after[0])[2 * after[0] + 1]).toBe(0);
});
