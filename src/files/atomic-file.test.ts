import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { createAtomicFile, writeFileAtomically } from "./atomic-file.js";

test("nothing is at the path before the commit, everything after it", async () => {
  const path = join(temporaryFolder(), "deep", "a.txt");
  const file = await createAtomicFile(path);
  await file.write("één ");
  await file.write(new Uint8Array([116, 119, 111]));
  expect(() => readFileSync(path)).toThrow();
  await file.commit();
  expect(readFileSync(path, "utf8")).toBe("één two");
});

test("an aborted file leaves the old content and no temporary file", async () => {
  const at = temporaryFolder();
  const path = join(at, "a.txt");
  writeFileSync(path, "old");
  const file = await createAtomicFile(path);
  await file.write("new".repeat(100_000));
  await file.abort();
  expect(readFileSync(path, "utf8")).toBe("old");
  expect(readdirSync(at)).toEqual(["a.txt"]);
});

test("a path that cannot be written is a sentence with the path", async () => {
  const inTheWay = join(temporaryFolder(), "file");
  writeFileSync(inTheWay, "");
  await expect(writeFileAtomically(join(inTheWay, "a.txt"), "x")).rejects.toThrow(/file\/a\.txt could not/);
});
