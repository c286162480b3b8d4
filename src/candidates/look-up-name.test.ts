import { describe, expect, test } from "vitest";
import { createKnowledgeBase } from "../kb/stores/create-knowledge-base.js";
import { english } from "../languages/english.js";
import { isProperPart } from "../text/surfaces.js";
import { candidatesInDocument } from "./document-candidates.js";
import { lookUpName } from "./look-up-name.js";
import { derivedForms, formsOfName } from "./name-forms.js";

const kb = createKnowledgeBase({
  entities: [
    { title: "West Germany", popularity: 500 },
    { title: "West, Texas", popularity: 5 },
    { title: "Bill Clinton", popularity: 900, isPerson: true, aliases: ["Clinton"] },
    { title: "Clinton County", popularity: 3000, aliases: ["Clinton"] },
    { title: "Hillary Clinton", popularity: 800, isPerson: true },
    { title: "Würzburg", popularity: 10 },
    { title: "Oil field", popularity: 20 },
    { title: "Al Jazeera", popularity: 30 },
    { title: "Prisoner of war", popularity: 30 },
    { title: "Hydroelectricity", popularity: 30 },
    { title: "Target Corporation", popularity: 30, aliases: ["Target"] },
  ],
  names: [
    { surface: "oil field", entity: "West, Texas", count: 1 },
    { surface: "U.N.", entity: "West Germany", count: 1 },
  ],
});

const best = (surface: string) => {
  const found = lookUpName(kb, surface);
  return found && kb.entity(found.candidates[0].entity).title;
};

describe("looking up a name", () => {
  test("finds it as written, in other cases, with other signs, numbers and endings", () => {
    expect(best("West Germany")).toBe("West Germany");
    expect(best("WEST GERMANY")).toBe("West Germany");
    expect(best("west germany")).toBe("West Germany");
    expect(best("West Germany’s")).toBe("West Germany");
    expect(best("the West Germany")).toBe("West Germany");
    expect(best("Wuerzburg")).toBe("Würzburg");
    expect(best("Wurzburg")).toBe("Würzburg");
    expect(best("Al-Jazeera")).toBe("Al Jazeera");
    expect(best("prisoners of war")).toBe("Prisoner of war");
    expect(best("Target Corp.")).toBe("Target Corporation");
    expect(best("President Clinton")).toBe("Clinton County");
    expect(best("UN")).toBe("West Germany");
    expect(best("hydroelectric")).toBe("Hydroelectricity");
    expect(best("Atlantis")).toBeUndefined();
    expect(best("")).toBeUndefined();
  });

  test("a person who is known under another form of the given name is found; a name that is known otherwise is not changed", () => {
    expect(best("William Clinton")).toBe("Bill Clinton");
    expect(best("Will Clinton")).not.toBe("Bill Clinton");
    expect(lookUpName(kb, "William Clinton")!.form).toBe("given-name");
    expect(lookUpName(kb, "Hillary Clinton")!.form).toBe("as-written");
  });

  test("an article titled like a common noun outweighs a link or two", () => {
    expect(best("oil field")).toBe("Oil field");
    expect(lookUpName(kb, "oil field")!.candidates.length).toBe(2);
  });

  test("gives priors between 0 and 1, best first", () => {
    for (const name of ["Clinton", "oil field", "West Germany"]) {
      const { candidates } = lookUpName(kb, name)!;
      const priors = candidates.map((c) => c.prior);
      expect(priors).toEqual([...priors].sort((a, b) => b - a));
      expect(priors.reduce((a, b) => a + b)).toBeLessThanOrEqual(1 + 1e-6);
    }
  });

  test("a name's forms begin with itself and are all different", () => {
    const forms = formsOfName("St. Paul's", english).map((f) => f.surface);
    expect(forms[0]).toBe("St. Paul's");
    expect(forms).toContain("Saint Paul");
    expect(new Set(forms).size).toBe(forms.length);
    expect(derivedForms("activist", english)).toContain("activism");
    expect(derivedForms("Oslo", english)).toEqual([]);
  });
});

describe("names of a document", () => {
  const titles = (surfaces: string[]) =>
    candidatesInDocument(kb, surfaces).map((list) => list.map((c) => kb.entity(c.entity).title));

  test("a part of a person's name means that person", () => {
    expect(titles(["Clinton"])[0][0]).toBe("Clinton County");
    expect(titles(["Hillary Clinton", "Clinton"])[1][0]).toBe("Hillary Clinton");
    const both = titles(["Bill Clinton", "Hillary Clinton", "Clinton"])[2].slice(0, 2);
    expect(both.sort()).toEqual(["Bill Clinton", "Hillary Clinton"]);
  });

  test("where a person comes from means itself", () => {
    const courts = createKnowledgeBase({
      entities: [
        { title: "Aragon", popularity: 90 },
        { title: "Catherine of Aragon", popularity: 50, isPerson: true },
      ],
    });
    const best = (...surfaces: string[]) =>
      candidatesInDocument(courts, surfaces).map((list) => courts.title(list[0].entity));
    expect(best("Catherine of Aragon", "Catherine", "Aragon")).toEqual([
      "Catherine of Aragon",
      "Catherine of Aragon",
      "Aragon",
    ]);
  });

  test("a place that is somebody's given name may be meant itself", () => {
    const cities = createKnowledgeBase({
      entities: [
        { title: "Paris", popularity: 900, type: "place" },
        { title: "Paris Hilton", popularity: 90, isPerson: true },
        { title: "London", popularity: 900, type: "place" },
        { title: "Jack London", popularity: 90, isPerson: true },
      ],
    });
    const meanings = (...surfaces: string[]) =>
      candidatesInDocument(cities, surfaces)
        .at(-1)!
        .map((c) => [cities.title(c.entity), c.isShared === true]);
    expect(meanings("Paris Hilton", "Paris")).toEqual([
      ["Paris", false],
      ["Paris Hilton", true],
    ]);
    expect(meanings("Jack London", "London")).toEqual([["Jack London", true]]);
  });

  test("parts are cut at word boundaries", () => {
    expect(isProperPart("Clinton", "Bill Clinton")).toBe(true);
    expect(isProperPart("Clint", "Bill Clinton")).toBe(false);
    expect(isProperPart("Bill Clinton", "Bill Clinton")).toBe(false);
  });

  test("a part that opens a sentence has a capital where the whole name has none", () => {
    expect(isProperPart("Al-Maliki", "Nouri al-Maliki")).toBe(true);
    expect(isProperPart("Van Gogh", "Vincent van Gogh")).toBe(true);
    expect(isProperPart("La", "Javier de la Rosa")).toBe(false);
  });

  test("an unknown name has no candidates and does no harm", () => {
    expect(titles(["Atlantis", "West Germany"])).toEqual([[], ["West Germany"]]);
  });
});
