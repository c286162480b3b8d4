/** How sure a link must be: as asked for, and less for entities that were added. */
import { expect, test } from "vitest";
import { createKnowledgeBase } from "../kb/stores/create-knowledge-base.js";
import { leastConfidence } from "./nil-threshold.js";

const kb = createKnowledgeBase({ entities: [{ title: "Mei Foo" }, { title: "Foobar" }] });
const layered = Object.assign(Object.create(kb) as typeof kb, { isOwn: (row: number) => row === 1 });

test("what the text takes for an own entity is linked however sure it is", () => {
  expect(leastConfidence(layered, 1, 0.1, {})).toBe(0);
});

test("an entity of the model needs its usual confidence, whoever else has the name", () => {
  expect(leastConfidence(layered, 0, 0.1, {})).toBe(0.1);
  expect(leastConfidence(kb, 1, 0.1, {})).toBe(0.1);
});

test("who says how sure holds for own entities too", () => {
  expect(leastConfidence(layered, 1, 0.5, { nil: 0.5 })).toBe(0.5);
  expect(leastConfidence(layered, 1, 0.6, { targetPrecision: 0.9 })).toBe(0.6);
});

test("a name without candidates has nothing to be own", () => {
  expect(leastConfidence(layered, undefined, 0.1, {})).toBe(0.1);
});
