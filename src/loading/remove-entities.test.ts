import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { createKnowledgeBase } from "../kb/stores/create-knowledge-base.js";
import { exportKnowledgeBase } from "../kb/stores/export-knowledge-base.js";
import { openKnowledgeBase } from "../kb/stores/open-knowledge-base.js";
import { openVectorTable, writeVectorTable } from "../vectors/vector-file.js";
import { VectorTable } from "../vectors/vector-table.js";
import { isKnowledgeBase, removeFromKnowledgeBase } from "./remove-entities.js";

const entities = [
  { id: "A", title: "Falcon machine", aliases: ["Falcon"] },
  { id: "B", title: "Falcon bike", aliases: ["Falcon", "The Bird"] },
  { id: "C", title: "Aurora lamp", aliases: ["Aurora"] },
];

describe.each(["file", "packed", "lmdb"] as const)(
  "entities taken out of a knowledge base (%s)",
  (format) => {
    const write = async () => {
      const path = join(temporaryFolder(), `products.${format}`);
      await exportKnowledgeBase(createKnowledgeBase({ entities }), path, { format });
      return path;
    };
    const meanings = async (path: string, name: string) => {
      const kb = await openKnowledgeBase(path);
      const ids = kb.lookup(name)?.candidates.map((c) => kb.entity(c.entity).id);
      kb.close();
      return ids;
    };

    test("are gone with their names; the others' names stay", async () => {
      const path = await write();
      expect(isKnowledgeBase(path)).toBe(true);
      await removeFromKnowledgeBase(path, [{ entity: "A" }, { entity: "Aurora lamp" }]);
      const kb = await openKnowledgeBase(path);
      expect([kb.size, kb.info.entities, kb.rowOfId("A"), kb.rowOfId("B")]).toEqual([1, 1, -1, 0]);
      expect(kb.lookup("Falcon")?.candidates).toMatchObject([{ entity: 0, prior: 1 }]);
      expect(kb.lookup("Aurora")).toBeUndefined();
      kb.close();
    });

    test("stay under their other names when one name is taken away", async () => {
      const path = await write();
      await removeFromKnowledgeBase(path, [{ entity: "B", name: "falcon" }]);
      expect(await meanings(path, "Falcon")).toEqual(["A"]);
      expect(await meanings(path, "The Bird")).toEqual(["B"]);
    });

    test("that are not there leave all as it was", async () => {
      const path = await write();
      await expect(removeFromKnowledgeBase(path, [{ entity: "A" }, { entity: "Z" }])).rejects.toThrow(
        /no entity "Z".*nothing was removed/,
      );
      expect(await meanings(path, "Falcon")).toEqual(["A", "B"]);
    });

    test("take their vectors with them", async () => {
      const path = await write();
      const data = Float32Array.of(1, 2, 3, 4, 5, 6);
      await writeVectorTable(`${path}.vectors`, new VectorTable({ rows: 3, d: 2, data }));
      writeFileSync(`${path}.texts`, "");
      await removeFromKnowledgeBase(path, [{ entity: "B" }]);
      expect([...(await openVectorTable(`${path}.vectors`)).toFloat32()]).toEqual([1, 2, 5, 6]);
      expect(existsSync(`${path}.texts`)).toBe(false);
    });
  },
);

test("a folder of changes is no knowledge base, and a linker keeps its own", async () => {
  const folder = temporaryFolder();
  expect([isKnowledgeBase(folder), isKnowledgeBase(join(folder, "none"))]).toEqual([false, false]);
  mkdirSync(join(folder, "linker"));
  writeFileSync(join(folder, "linker", "linker.json"), "{}");
  await expect(removeFromKnowledgeBase(join(folder, "linker"), [{ entity: "A" }])).rejects.toThrow(
    /is a linker/,
  );
});
