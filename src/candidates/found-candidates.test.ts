import { describe, expect, test } from "vitest";
import { createKnowledgeBase } from "../kb/stores/create-knowledge-base.js";
import { candidatesOfFound } from "./found-candidates.js";

const statistics = new Map(
  Object.entries({ Heat: 0.9, Shell: 0.8 }).map(([surface, lowercaseShare]) => [
    surface,
    { textCount: 100, linkProbability: 0.01, lowercaseShare },
  ]),
);
const kb = createKnowledgeBase({
  entities: [
    { title: "Tony Blair", isPerson: true, popularity: 90 },
    { title: "Kofi Annan", isPerson: true, popularity: 50 },
    { title: "Heat", popularity: 20 },
    { title: "Miami Heat", popularity: 30 },
    { title: "Royal Dutch Shell", popularity: 30 },
    { title: "North Dakota", popularity: 10 },
    { title: "New Deal", popularity: 40 },
    { title: "Germany", popularity: 99 },
    { title: "Acme Rocket Skates" },
    { title: "Opera", popularity: 90, aliases: ["Harbour Opera House"] },
    { title: "Harbour Opera House", popularity: 1 },
  ],
  names: [
    { surface: "Shell", entity: "Royal Dutch Shell", count: 3 },
    { surface: "Blair", entity: "Tony Blair", source: "rule" },
    { surface: "Kofi", entity: "Kofi Annan", source: "part" },
    { surface: "Heat", entity: "Miami Heat", source: "part" },
    { surface: "N.D.", entity: "North Dakota", source: "rule" },
    { surface: "N.D.", entity: "New Deal", source: "rule" },
    { surface: "Rocket Skates", entity: "Acme Rocket Skates", source: "part" },
    { surface: "Skates", entity: "Acme Rocket Skates", source: "part" },
  ],
  statistics,
});
/** Best title for each name, in a text with these further words. */
function bestOf(names: string[], ...near: string[]): (string | undefined)[] {
  const lists = candidatesOfFound(kb, names, 30, (word) => near.includes(word));
  return lists.map((list) => (list.length > 0 ? kb.title(list[0].entity) : undefined));
}

describe("candidates of names that were found", () => {
  test("an unknown name has none, whatever its words mean", () => {
    expect(bestOf(["Blair Xanthrop", "Xanthrop Germany"])).toEqual([undefined, undefined]);
  });
  test("a given name needs its family name near by", () => {
    expect(bestOf(["Kofi"])).toEqual([undefined]);
    expect(bestOf(["Kofi"], "annan")).toEqual(["Kofi Annan"]);
  });
  test("most of a longer name will do", () => {
    expect(bestOf(["Rocket Skates", "Skates"])).toEqual(["Acme Rocket Skates", undefined]);
  });
  test("a family name is the stranger's where one was named, and the known person's where he was", () => {
    expect(bestOf(["Blair"])).toEqual(["Tony Blair"]);
    expect(bestOf(["Emily Blair", "Blair"])).toEqual([undefined, undefined]);
    expect(bestOf(["Emily Blair", "Tony Blair", "Blair"])).toEqual([undefined, "Tony Blair", "Tony Blair"]);
  });
  test("a common word with a capital does not mean the common thing", () => {
    expect(bestOf(["Heat"])).toEqual([undefined]);
    expect(bestOf(["Heat"], "miami")).toEqual(["Miami Heat"]);
    expect(bestOf(["Shell"])).toEqual(["Royal Dutch Shell"]);
  });
  test("a state's abbreviation means the state", () => {
    expect(bestOf(["N.D."])).toEqual(["North Dakota"]);
  });
  test("a name of several words that is a title means that entity", () => {
    expect(bestOf(["Harbour Opera House"])).toEqual(["Harbour Opera House"]);
  });
});
