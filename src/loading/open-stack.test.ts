import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { saveSmallLinker } from "../../test/fixtures/small-linker.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { exportKnowledgeBase } from "../kb/stores/export-knowledge-base.js";
import { openKnowledgeBase } from "../kb/stores/open-knowledge-base.js";
import { openStack, writable } from "./open-stack.js";

const linker = temporaryFolder();
const place = temporaryFolder();
const products = join(place, "products.csv");
const hidden = join(place, "hidden.txt");
beforeAll(async () => {
  await saveSmallLinker(linker, { packed: "blocks" });
  writeFileSync(
    products,
    "id,title,aliases,description,same_as\nT-1,Apple tablet,Apple,A computer.,\nQ0,Apple slate,,A computer.,\nE-1,Albion,,Our market.,England\n",
  );
  writeFileSync(hidden, "Apple Inc.\n");
});

describe("a stack of knowledge bases", () => {
  test("is a linker's folder, packed or not, with layers above it", async () => {
    const { kb, layers } = await openStack(linker, { add: [products], hide: hidden });
    expect(layers).toEqual({ products: 3 });
    const titles = kb.lookup("Apple")?.candidates.map((c) => kb.entity(c.entity).title);
    expect(titles?.sort()).toEqual(["Apple", "Apple tablet"]);
    expect(kb.lookup("Albion")?.candidates.map((c) => kb.title(c.entity))).toEqual(["England"]);
    kb.close();
  });

  test("without layers is the knowledge base itself", async () => {
    const { kb, layers } = await openStack(products);
    expect([kb.size, layers]).toEqual([3, {}]);
  });

  test.each(["file", "packed", "lmdb"] as const)(
    "is written into a store (%s) with rows that follow each other",
    async (format) => {
      const output = join(place, `both.${format}`);
      const stack = await openStack(linker, { add: [products], hide: hidden });
      const below = (await openStack(linker)).kb.size;
      await exportKnowledgeBase(writable(stack), output, { format });
      const kb = await openKnowledgeBase(output);
      // two own entities more, one that is England itself, one hidden less
      expect(kb.size).toBe(below + 1);
      const entities = Array.from({ length: kb.size }, (_, row) => kb.entity(row));
      expect(entities.map((e) => e.row)).toEqual(entities.map((_, row) => row));
      expect(entities.slice(-2).map((e) => e.id)).toEqual(["T-1", "products:Q0"]);
      expect(entities.some((e) => e.title === "Apple Inc.")).toBe(false);
      expect(kb.lookup("Albion")?.candidates.map((c) => kb.title(c.entity))).toEqual(["England"]);
      kb.close();
    },
  );
});
