/** What may happen to the files of an LMDB store: cut, foreign, half replaced. */
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/temporary-folder.js";
import { contentsOf } from "../contents.js";
import { createKnowledgeBase } from "./create-knowledge-base.js";
import { writeLmdbKnowledgeBase } from "./lmdb-writer.js";
import { openKnowledgeBase } from "./open-knowledge-base.js";
import { settleStore } from "./replaced-store.js";

const of = (...titles: string[]) =>
  contentsOf(createKnowledgeBase({ entities: titles.map((title) => ({ title })) }));

let folder: string;
let store: string;
beforeAll(async () => {
  folder = temporaryFolder();
  store = join(folder, "kb");
  await writeLmdbKnowledgeBase(store, of(...Array.from({ length: 500 }, (_, i) => `Place ${i}`)));
});

function copied(name: string): string {
  const path = join(folder, name);
  cpSync(store, path, { recursive: true });
  return path;
}

test.each([1, 100, 4000, 4096, 8192, 12_288, 40_000])(
  "a file cut at byte %i is refused before it is mapped",
  async (size) => {
    const path = copied(`cut-${size}`);
    truncateSync(join(path, "data.mdb"), size);
    await expect(openKnowledgeBase(path)).rejects.toMatchObject({
      code: "bad-file",
      message: expect.stringMatching(/data\.mdb is cut off or damaged/),
    });
  },
);

test("a foreign file is refused", async () => {
  const path = copied("foreign");
  writeFileSync(join(path, "data.mdb"), "x".repeat(100_000));
  await expect(openKnowledgeBase(path)).rejects.toMatchObject({ code: "bad-file" });
});

test("writing anew replaces a store and leaves nothing else behind", async () => {
  const path = join(temporaryFolder(), "kb");
  await writeLmdbKnowledgeBase(path, of("First"));
  const reader = await openKnowledgeBase(path);
  await writeLmdbKnowledgeBase(path, of("Second", "Third"));
  expect(reader.title(0)).toBe("First");
  reader.close();
  const kb = await openKnowledgeBase(path);
  expect([kb.title(0), kb.title(1)]).toEqual(["Second", "Third"]);
  kb.close();
  expect(readdirSync(join(path, ".."))).toEqual(["kb"]);
});

test("a replacement that was broken off halfway leaves the old store, for readers and the next writer", async () => {
  const path = copied("halfway");
  renameSync(path, `${path}.replaced`);
  const kb = await openKnowledgeBase(path);
  expect(kb.size).toBe(500);
  kb.close();
  await settleStore(path);
  expect([existsSync(path), existsSync(`${path}.replaced`)]).toEqual([true, false]);
});

test("a changed bit anywhere in the file is noticed before it is mapped", async () => {
  const whole = readFileSync(join(store, "data.mdb"));
  for (let at = 20; at < whole.length; at += Math.ceil(whole.length / 23)) {
    const path = copied(`flipped-${at}`);
    const bytes = Buffer.from(whole);
    bytes[at] ^= 4;
    writeFileSync(join(path, "data.mdb"), bytes);
    await expect(openKnowledgeBase(path)).rejects.toMatchObject({ code: "bad-file" });
  }
});
