import { expect, test } from "vitest";
import type { Link } from "../linker/link.js";
import type { Entity } from "../types.js";
import { packLinks, unpackLinks } from "./packed-links.js";

const plain: Entity = { row: 7, id: "Paris", title: "Paris", popularity: 0.25, isPerson: false };
const full: Entity = {
  row: 3,
  id: "",
  title: "Ada \u0000 \ud800 Lovelace",
  url: "https://example.org/ada",
  description: "",
  popularity: 1e-9,
  isPerson: true,
  type: "person",
  phrase: "mathematician",
  wikidata: "Q7259",
  otherIds: ["a", "b"],
  extra: { colour: "blue" },
  layer: "own",
};

test("entities come back from a thread with all they have, and with nothing else", () => {
  const text = "Paris and Ada";
  const links: Link[] = [
    {
      start: 0,
      end: 5,
      mention: "Paris",
      entity: plain,
      confidence: 0.75,
      nameConfidence: 0,
      candidates: [
        { entity: plain, prior: 1 / 3, confidence: 0.75 },
        { entity: full, prior: 0.1, confidence: 0.2 },
      ],
    },
    {
      start: 10,
      end: 13,
      mention: "Ada",
      entity: null,
      confidence: 0.05,
      candidates: [{ entity: full, prior: 1, confidence: 0.05 }],
    },
    { start: 6, end: 9, mention: "and", entity: null, confidence: 0, candidates: [] },
  ];
  const back = unpackLinks(text, structuredClone(packLinks(links)));
  expect(back).toStrictEqual(links);
  expect(back[1].candidates[0].entity).toBe(back[0].candidates[1].entity);
});
