import { expect, test } from "vitest";
import { createSmallParts } from "../../test/fixtures/small-linker.js";
import { createKnowledgeBase } from "../kb/stores/create-knowledge-base.js";
import { unknownWords } from "./unknown-words.js";

test("words of a catalogue that the model has no vector for are told, the commonest first", () => {
  const kb = createKnowledgeBase({
    entities: [
      { title: "Barista computer", description: "An espresso computer." },
      { title: "River 2", description: "The espresso of the north." },
    ],
  });
  expect(unknownWords(kb, createSmallParts().words)).toEqual({
    words: [
      { word: "espresso", count: 2 },
      { word: "barista", count: 1 },
    ],
    all: 7,
    unknown: 3,
  });
});
