import { describe, expect, test } from "vitest";
import { createKnowledgeBase } from "../kb/stores/create-knowledge-base.js";
import { english } from "../languages/english.js";
import { KnownNames } from "./known-names.js";

const kb = createKnowledgeBase({
  entities: [
    { title: "California", popularity: 900, aliases: ["Calif."] },
    { title: "United Kingdom", popularity: 900, aliases: ["UK"] },
    { title: "Washington, D.C.", popularity: 900 },
    { title: "Standard & Poor's", popularity: 90, aliases: ["Standard & Poor"] },
    { title: "McDonald's", popularity: 300 },
    { title: "Archie McDonald", popularity: 5, aliases: ["McDonald"] },
    { title: "Ford Motor Company", popularity: 400, aliases: ["Ford", "Ford's"] },
    {
      title: "United States House of Representatives",
      popularity: 900,
      aliases: ["Rep."],
      type: "organisation",
    },
    { title: "Mississippi", popularity: 900, aliases: ["Miss."], type: "place" },
    { title: "Ford's Theatre", popularity: 40, aliases: ["Ford's"] },
  ],
  redirects: [
    { title: "UK.", to: "United Kingdom" },
    { title: "D.C.", to: "Washington, D.C." },
  ],
});
const names = new KnownNames(kb, english);

describe("a sign at the end is a name's own", () => {
  test("the dot of an abbreviation that is known with it", () => {
    expect(names.find("Calif.", "own")?.info.surface).toBe("Calif.");
    expect(names.find("D.C.", "own")?.info.surface).toBe("D.C.");
  });

  test("the dot of a form of address only where it is a place", () => {
    expect(names.find("Rep.", "own")).toBeUndefined();
    expect(names.find("Miss.", "own")?.info.surface).toBe("Miss.");
  });

  test("the dot of a sentence that somebody took for the name's is none", () => {
    expect(names.find("UK.", "words")?.info.surface).toBe("UK.");
    expect(names.find("UK.", "own")).toBeUndefined();
  });

  test("the possessive of a name that is another one without it", () => {
    expect(names.find("McDonald's", "own")?.info.surface).toBe("McDonald's");
    expect(names.find("Standard & Poor's", "own")?.info.surface).toBe("Standard & Poor's");
    expect(names.find("Ford's", "own")).toBeUndefined();
  });
});
