import { expect, test } from "vitest";
import { createKnowledgeBase } from "../kb/stores/create-knowledge-base.js";
import { candidatesInDocument } from "./document-candidates.js";

const kb = createKnowledgeBase({
  entities: [
    { title: "Sahand University of Technology", popularity: 50, aliases: ["SUT"] },
    { title: "Swinburne University", popularity: 40, aliases: ["SUT"] },
    { title: "World Health Organization", popularity: 900 },
    { title: "WHO (magazine)", popularity: 3, aliases: ["WHO"] },
    { title: "The Who", popularity: 500, aliases: ["WHO"] },
    { title: "Paris", popularity: 5000, type: "place" },
    { title: "Paris, Texas", popularity: 20, aliases: ["Paris"], type: "place" },
    { title: "Texas", popularity: 3000, type: "place", aliases: ["Paris, Texas (state)"] },
    { title: "Dallas, Texas", popularity: 800, aliases: ["Texas"], type: "place" },
    { title: "Fargo, North Dakota", popularity: 300, aliases: ["Fargo"], type: "place" },
    { title: "Fargo (film)", popularity: 900, aliases: ["Fargo"], type: "work" },
    { title: "Rome", popularity: 9000, type: "place" },
    { title: "Rome, Georgia", popularity: 50, aliases: ["Rome"], type: "place" },
    { title: "Georgia (U.S. state)", popularity: 3000, type: "place", aliases: ["Georgia"] },
    { title: "Georgia (country)", popularity: 2000, type: "place", aliases: ["Georgia"] },
    { title: "North Dakota", popularity: 2000, aliases: ["N.D."], type: "place" },
    { title: "New Delhi", popularity: 4000, aliases: ["N.D."], type: "place" },
    { title: "Missouri", popularity: 2000, aliases: ["Mo."], type: "place" },
    { title: "Kansas City, Missouri", popularity: 900, aliases: ["Mo."], type: "place" },
    { title: "Paris, Milan (song)", popularity: 4, aliases: ["Paris, Milan"], type: "work" },
  ],
});

function titles(text: string, ...names: string[]): string[][] {
  const spans = names.map((name) => ({ start: text.indexOf(name), end: text.indexOf(name) + name.length }));
  const lists = candidatesInDocument(kb, names, { text, spans });
  return lists.map((list) => list.map((c) => kb.title(c.entity)));
}

test("a short form that the text explains means what its long form means", () => {
  const text = "The World Health Organization (WHO) met. Two WHOs are one too many.";
  expect(titles(text, "WHO")[0][0]).toBe("World Health Organization");
  expect(titles(text, "WHO")[0]).toContain("WHO (magazine)");
  expect(titles(text, "WHO")[0]).not.toContain("The Who");
  expect(titles(text, "WHOs")[0][0]).toBe("World Health Organization");
  expect(titles("The WHO (World Health Organization) met.", "WHO")[0][0]).toBe("World Health Organization");
});

test("a short form of something unknown means nothing else, unless a title has a word of it", () => {
  expect(titles("The system under test (SUT) failed.", "SUT")).toEqual([[]]);
  expect(titles("The Sahand Unit of Tests (SUT) opened.", "SUT")).toEqual([
    ["Sahand University of Technology"],
  ]);
  expect(titles("SUT opened.", "SUT")[0]).toHaveLength(2);
});

test("cells of a table explain nothing", () => {
  expect(titles("Some\nUniversity | Team (SUT)", "SUT")[0]).toHaveLength(2);
});

test("a place with a larger one behind it is the one that lies there", () => {
  const text = "She moved from Paris, Texas. Later she saw Paris.";
  expect(titles(text, "Paris", "Texas")).toEqual([
    ["Paris, Texas", "Paris"],
    ["Texas", "Dallas, Texas"],
  ]);
  expect(titles("In Paris, Texans are rare.", "Paris")[0][0]).toBe("Paris");
  expect(titles("In Paris, Milan and Rome", "Paris")[0][0]).toBe("Paris");
});

test("the larger place is not what lies there", () => {
  expect(titles("He is from Dallas, Texas, I think.", "Dallas", "Texas")[1]).toEqual(["Texas"]);
  expect(titles("They moved to Kansas City, Mo.", "Kansas City", "Mo.")).toEqual([
    ["Kansas City, Missouri"],
    ["Missouri"],
  ]);
});

test("a place with a short form behind it is the one that lies there", () => {
  expect(titles("Snow fell in Fargo, N.D., all day.", "Fargo")).toEqual([
    ["Fargo, North Dakota", "Fargo (film)"],
  ]);
  expect(titles("The embassy is in N.D., they said.", "N.D.")[0][0]).toBe("New Delhi");
  expect(titles("Snow fell in Fargo, N.D., all day.", "Fargo", "N.D.")[1]).toEqual([
    "North Dakota",
    "New Delhi",
  ]);
});

test("a state keeps its own meanings, also where it ends the sentence", () => {
  expect(titles("They moved to Rome, Georgia.", "Rome", "Georgia")).toEqual([
    ["Rome, Georgia", "Rome"],
    ["Georgia (U.S. state)", "Georgia (country)"],
  ]);
});
