import { describe, expect, test } from "vitest";
import type { Entity, EntityType } from "../types.js";
import type { LinkExplanation, Voice } from "./explanation.js";
import type { Link } from "./link.js";
import { RelationNamer } from "./relation-names.js";

const entity = (id: string, type: EntityType) => ({ id, title: id, type }) as Entity;
const ada = entity("ada", "person");
const york = entity("york", "place");
const leeds = entity("leeds", "place");

/** A name that listens to others, α by relation. */
function link(own: Entity, heard: [Entity | null, number[]][]): Link {
  const voices = heard.map(([other, alphas], mention): Voice => {
    const relations = alphas.map((alpha) => ({ alpha, alphaBack: 0, pairScore: 0 }));
    const common = { surface: "", relations, relation: 0, message: [], support: 0 };
    return { ...common, mention: other ? mention : -1, entity: other };
  });
  const explanation: LinkExplanation = { candidates: [], steps: [], lead: 0, words: [], voices, lines: [] };
  return { start: 0, end: 1, mention: "x", entity: own, confidence: 1, candidates: [], explanation };
}

describe("names of relations", () => {
  test("say which kinds of things a relation connects more than the others do", () => {
    const namer = new RelationNamer();
    namer.add([
      link(ada, [
        [york, [0.9, 0.1, 0.1]],
        [ada, [0.1, 0.9, 0]],
        [null, [0.1, 0.1, 3]],
      ]),
      link(york, [[leeds, [0.2, 0.2, 0.1]]]),
    ]);
    expect(namer.names()).toEqual(["person to place", "the same thing again", "nobody in particular"]);
  });
  test("that are alike are told apart by a number", () => {
    const namer = new RelationNamer();
    namer.add([link(ada, [[york, [0.5, 0.5]]])]);
    expect(namer.names()).toEqual(["person to place", "person to place (2)"]);
  });
  test("there are none where nothing was explained", () => {
    const namer = new RelationNamer();
    namer.add([{ ...link(ada, []), explanation: undefined }]);
    expect(namer.names()).toEqual([]);
  });
});
