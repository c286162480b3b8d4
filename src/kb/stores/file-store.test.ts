import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/temporary-folder.js";
import { createKnowledgeBase, createKnowledgeBaseBytes } from "./create-knowledge-base.js";
import { openKnowledgeBaseBytes } from "./file-store.js";
import { openKnowledgeBase } from "./open-knowledge-base.js";

const small = createKnowledgeBaseBytes({
  entities: [{ title: "Rome" }, { title: "Oslo", aliases: ["Christiania"] }],
});

describe("the file store", () => {
  test("opens from a path as from its bytes", async () => {
    const folder = temporaryFolder();
    await writeFile(join(folder, "kb"), small);
    expect((await openKnowledgeBase(join(folder, "kb"))).rowOfTitle("Oslo")).toBe(1);
    await expect(openKnowledgeBase(join(folder, "none"))).rejects.toMatchObject({ code: "not-found" });
  });

  test("equal input gives equal bytes", () => {
    const again = createKnowledgeBaseBytes({
      entities: [{ title: "Rome" }, { title: "Oslo", aliases: ["Christiania"] }],
    });
    expect(Buffer.from(again).equals(Buffer.from(small))).toBe(true);
  });

  test("a foreign, cut or damaged file is refused with a sentence", () => {
    expect(() => openKnowledgeBaseBytes(new ArrayBuffer(100))).toThrow(/not a mulrel knowledge base/);
    expect(() => openKnowledgeBaseBytes(small.slice(0, small.length - 9).buffer, "kb")).toThrow(
      /kb is damaged or cut off/,
    );
    const newer = small.slice();
    newer[8] = 99;
    expect(() => openKnowledgeBaseBytes(newer.buffer)).toThrow(/version 99/);
    fc.assert(
      fc.property(fc.nat(small.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = small.slice();
        damaged[at] ^= change;
        expect(() => openKnowledgeBaseBytes(damaged.buffer)).toThrow(/make it again|fetch it again/);
      }),
    );
  });

  test("any names come back, whatever characters they are of", () => {
    const name = fc
      .string({ unit: "binary", minLength: 1, maxLength: 20 })
      .filter((s) => !/\p{Surrogate}/u.test(s));
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 20 }), (titles) => {
        const kb = createKnowledgeBase({
          entities: titles.map((title) => ({ title, aliases: [`${title}!`] })),
        });
        for (const [row, title] of titles.entries()) {
          expect(kb.rowOfTitle(title)).toBe(row);
          expect(kb.entity(row).title).toBe(title);
          expect(kb.lookup(`${title}!`)?.candidates.some((c) => c.entity === row)).toBe(true);
        }
      }),
    );
  });
});
