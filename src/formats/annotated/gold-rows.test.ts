import { describe, expect, test } from "vitest";
import { createKnowledgeBase } from "../../kb/stores/create-knowledge-base.js";
import { goldRows } from "./gold-rows.js";

const kb = createKnowledgeBase({
  entities: [
    { id: "D1", title: "Sand Fever" },
    { id: "200", title: "Blue Cough" },
    { id: "D3", title: "Glass Ague" },
  ],
});

describe("goldRows", () => {
  test("an identifier is found as written and without its register", () => {
    expect(goldRows(kb, { entity: "D1", entityId: "D1" })).toEqual([0]);
    expect(goldRows(kb, { entity: "OMIM:200", entityId: "OMIM:200" })).toEqual([1]);
  });

  test("several identifiers are several right answers, unknown ones left out", () => {
    const entityIds = ["D3", "D9", "OMIM:200"];
    expect(goldRows(kb, { entity: "D3", entityId: "D3", entityIds })).toEqual([2, 1]);
  });

  test("a title goes before an identifier, which counts where the title is unknown", () => {
    expect(goldRows(kb, { entity: "Blue Cough", entityId: "D1" })).toEqual([1]);
    expect(goldRows(kb, { entity: "Azure Cough", entityId: "D1" })).toEqual([0]);
  });

  test("NIL and strangers have no rows", () => {
    expect(goldRows(kb, { entity: null })).toEqual([]);
    expect(goldRows(kb, { entity: "D9", entityId: "D9" })).toEqual([]);
  });
});
