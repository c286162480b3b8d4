import { describe, expect, test } from "vitest";
import { createKnowledgeBase } from "../kb/stores/create-knowledge-base.js";
import { openKnowledgeBaseBytes } from "../kb/stores/file-store.js";
import { chooseEntities, subsetKnowledgeBase } from "./choose-parts.js";

/** Two players and many other entities, the famous player first and the unknown one last. */
function manyEntities() {
  const others = Array.from({ length: 100_000 }, (_, i) => ({ title: `E${i}`, popularity: 100_000 - i }));
  return createKnowledgeBase({
    entities: [
      { title: "Tarland", popularity: 300_000 },
      { title: "Mick Tarland", popularity: 200_000 },
      ...others,
      { title: "Ned Tarland", popularity: 0 },
    ],
    names: [
      { surface: "Tarland", entity: "Tarland", count: 100_000 },
      { surface: "Tarland", entity: "Mick Tarland", source: "rule" },
      { surface: "Tarland", entity: "Ned Tarland", source: "rule" },
    ],
  });
}

describe("what of a knowledge base goes into a packed linker", () => {
  test("an unlikely meaning that was only derived is kept for the famous and for nobody else", () => {
    const kb = manyEntities();
    const bytes = subsetKnowledgeBase(kb, chooseEntities(kb, kb.size), { descriptions: false, packed: true });
    const packed = openKnowledgeBaseBytes(bytes.buffer);
    const titles = packed.lookup("Tarland")?.candidates.map(({ entity }) => packed.title(entity));
    expect(kb.lookup("Tarland")?.candidates).toHaveLength(3);
    expect(titles).toEqual(["Tarland", "Mick Tarland"]);
  });
});
