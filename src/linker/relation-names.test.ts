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
  test("are given once: who stands out less takes what is left", () => {
    const namer = new RelationNamer();
    namer.add([
      link(ada, [[york, [0.8, 0.6, 0.1]]]),
      link(york, [[leeds, [0.1, 0.3, 0.2]]]),
      link(york, [[ada, [0.1, 0.1, 0.7]]]),
    ]);
    expect(namer.names()).toEqual(["person to place", "place to place", "place to person"]);
  });
  test("say so where nothing stands out", () => {
    const namer = new RelationNamer();
    namer.add([link(ada, [[york, [0.5, 0.5]]])]);
    expect(namer.names()).toEqual(["names of all kinds", "names of all kinds (2)"]);
  });
  test("come with the share they are given for, and how many times that of all relations", () => {
    const namer = new RelationNamer();
    namer.add([link(ada, [[york, [0.75, 0.25]]]), link(york, [[leeds, [0.25, 0.75]]])]);
    expect(namer.named()).toEqual([
      { name: "person to place", share: 0.75, lift: 1.5 },
      { name: "place to place", share: 0.75, lift: 1.5 },
    ]);
  });
  test("there are none where no entity has a type", () => {
    const namer = new RelationNamer();
    const bare = (id: string) => ({ id, title: id }) as Entity;
    namer.add([
      link(bare("a"), [
        [bare("b"), [0.5]],
        [null, [0.5]],
      ]),
    ]);
    expect(namer.names()).toEqual([]);
  });
  test("there are none where nothing was explained", () => {
    const namer = new RelationNamer();
    namer.add([{ ...link(ada, []), explanation: undefined }]);
    expect(namer.names()).toEqual([]);
  });
});
