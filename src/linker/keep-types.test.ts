import { describe, expect, test } from "vitest";
import { createKnowledgeBase } from "../kb/stores/create-knowledge-base.js";
import type { EntityType } from "../types.js";
import { keepTypes } from "./keep-types.js";
import type { Link } from "./link.js";

const kb = createKnowledgeBase({
  entities: [{ title: "Ada", type: "person" }, { title: "Ostby", type: "place" }, { title: "Orro" }],
});
const links = [0, 1, 2].map(
  (row): Link => ({
    start: row,
    end: row + 1,
    mention: kb.title(row),
    entity: kb.entity(row),
    confidence: 1,
    candidates: [],
    explanation: {
      candidates: [],
      steps: [],
      lead: 0,
      words: [],
      voices: [0, 1, 2, -1].map((mention) => ({
        mention,
        surface: "",
        entity: null,
        relations: [],
        relation: 0,
        message: [],
        support: 0,
      })),
      lines: [],
    },
  }),
);

describe("links held to types", () => {
  const titles = (types: EntityType[]) => keepTypes(kb, links, { types }).map((l) => l.entity?.title);
  test("are those to entities of one of them; others, and those whose type nobody knows, are left out", () => {
    expect(titles(["person"])).toEqual(["Ada"]);
    expect(titles(["place", "person"])).toEqual(["Ada", "Ostby"]);
    expect(titles(["event"])).toEqual([]);
  });
  test("keep the order of names that the caller gave: others lose their entity", () => {
    const mentions = links.map(({ start, end }) => ({ start, end }));
    expect(keepTypes(kb, links, { types: ["place"], mentions }).map((l) => l.entity?.title)).toEqual([
      undefined,
      "Ostby",
      undefined,
    ]);
  });
  test("number their voices by the links that are left", () => {
    const [ostby] = keepTypes(kb, links, { types: ["place"] });
    expect(ostby.explanation!.voices.map((v) => v.mention)).toEqual([-1, 0, -1, -1]);
  });
  test("cannot be had from a knowledge base without types", () => {
    const untyped = createKnowledgeBase({ entities: [{ title: "Ada" }] });
    expect(() => keepTypes(untyped, [], { types: ["person"] })).toThrow(/does not say what types/);
  });
});
