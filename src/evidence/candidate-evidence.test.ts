import { expect, test } from "vitest";
import { candidateEvidence, candidateEvidenceNames } from "./candidate-evidence.js";
import { wordsAmong } from "./text-words.js";

const titles = ["Hastings", "Hastings, Michigan", "Battle of Hastings"];
const kb = { title: (row: number) => titles[row], isPerson: () => false, popularity: () => 10 };

const evidence = (entity: number, words: string[]) => {
  const numbers = candidateEvidence(kb, "Hastings", wordsAmong(words))({ entity, prior: 0.5 });
  expect(numbers.length).toBe(candidateEvidenceNames.length);
  return Array.from(numbers.slice(-3));
};

test("further words of a title count when the text has them", () => {
  expect(evidence(0, ["michigan"])).toEqual([0, 0, 1]);
  expect(evidence(1, ["michigan"])).toEqual([1, 1, 0]);
  expect(evidence(2, ["michigan"])).toEqual([0, 0, 0]);
});
