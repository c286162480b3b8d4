import { describe, expect, test } from "vitest";
import { namesByRule } from "./name-rules.js";

const names = (title: string, isPerson = false) =>
  namesByRule(title, { isPerson })
    .filter((n) => n.rule !== "part")
    .map((n) => n.surface);
const parts = (title: string, isPerson = false) =>
  namesByRule(title, { isPerson })
    .filter((n) => n.rule === "part")
    .map((n) => n.surface);

describe("names by rule", () => {
  test("a title loses its bracket and comma part", () => {
    expect(names("Mercury (planet)")).toEqual(["Mercury", "Mercury planet", "planet Mercury"]);
    expect(names("Boston, Massachusetts")).toContain("Boston");
    expect(names("Lock, Stock and Two Smoking Barrels")).not.toContain("Lock");
  });

  test("a person is called by the family name, particles and all", () => {
    expect(names("Albert Einstein", true)).toEqual(["Einstein"]);
    expect(names("Ludwig van Beethoven", true)).toEqual(["van Beethoven", "Beethoven"]);
    expect(names("George W. Bush", true)).toEqual(expect.arrayContaining(["Bush", "George Bush"]));
    expect(names("Henry VIII", true)).toEqual(["Henry"]);
    expect(names("Ken Griffey, Jr.", true)).toContain("Griffey");
    expect(parts("Rosalynn Carter", true)).toEqual(["Rosalynn"]);
  });

  test("companies, clubs, national teams, places, ministries and states lose what newspapers leave out", () => {
    expect(names("Apple Inc.")).toContain("Apple");
    expect(names("Norwich City F.C.")).toEqual(expect.arrayContaining(["Norwich City", "Norwich"]));
    expect(names("Brazil national football team")).toContain("Brazil");
    expect(names("New Zealand national rugby union team")).toContain("New Zealand");
    expect(names("River Thames")).toContain("Thames");
    expect(names("United States Department of Labor")).toContain("Labor Department");
    expect(names("Wyoming")).toEqual(["Wyo."]);
    expect(names("1996 Summer Olympics")).toContain("Summer Olympics");
  });

  test("initials make an acronym, small words left out", () => {
    expect(names("European Space Agency")).toEqual(expect.arrayContaining(["ESA", "E.S.A."]));
    expect(names("Bank of England")).toContain("BE");
    expect(names("Oil field")).toEqual([]);
  });

  test("runs of words are parts, unless they begin or end with a small word", () => {
    expect(parts("Watergate scandal")).toEqual(["Watergate", "scandal"]);
    expect(parts("Bank of England")).toEqual(["Bank", "England"]);
    expect(parts("Paris")).toEqual([]);
  });
});
