import { describe, expect, test } from "vitest";
import { createKnowledgeBase } from "../stores/create-knowledge-base.js";
import { lookUpYearName } from "./year-names.js";

const kb = createKnowledgeBase({
  entities: [
    { title: "FIFA World Cup", aliases: ["World Cup"] },
    { title: "2010 FIFA World Cup" },
    { title: "Olympic Games", aliases: ["Olympics"] },
    { title: "2004 Summer Olympics", aliases: ["Olympics"] },
    { title: "2006 Winter Olympics", aliases: ["Olympics"] },
    { title: "Song Contest (Europe)", aliases: ["Song Contest"] },
    { title: "Song Contest 1974" },
  ],
});
const titles = (surface: string) =>
  lookUpYearName(kb, surface)?.candidates.map((c) => kb.title(c.entity)) ?? [];

describe("names with a year", () => {
  test("mean what the name can mean and the year belongs to", () => {
    expect(titles("2004 Olympics")).toEqual(["2004 Summer Olympics"]);
    expect(titles("Olympics 2006")).toEqual(["2006 Winter Olympics"]);
  });
  test("are found by the title that the year makes of a longer name", () => {
    expect(titles("2010 World Cup")).toEqual(["2010 FIFA World Cup"]);
    expect(titles("1974 Song Contest")).toEqual(["Song Contest 1974"]);
  });
  test("are unknown in other years, with other numbers, and without a name", () => {
    expect(titles("1999 Olympics")).toEqual([]);
    expect(titles("20040 Olympics")).toEqual([]);
    expect(titles("2004 Xanthrops")).toEqual([]);
    expect(titles("2004")).toEqual([]);
  });
});
