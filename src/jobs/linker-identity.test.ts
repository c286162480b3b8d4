import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { saveSmallLinker } from "../../test/fixtures/small-linker.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { linkerIdentity } from "./linker-identity.js";

test("own entities are part of which linker it is: their bytes, their file's name, their share and what is hidden", async () => {
  const folder = temporaryFolder();
  const model = join(folder, "model");
  await saveSmallLinker(model);
  const catalogue = join(folder, "a.csv");
  const sameElsewhere = join(folder, "b.csv");
  const hide = join(folder, "hide.txt");
  writeFileSync(catalogue, "id,title\n1,Falcon\n");
  writeFileSync(sameElsewhere, "id,title\n1,Falcon\n");
  writeFileSync(hide, "England\n");
  const sources = [
    { model },
    { model, add: [catalogue] },
    { model, add: [sameElsewhere] },
    { model, add: [model] },
    { model, add: [catalogue, sameElsewhere] },
    { model, add: [catalogue], ownShare: 0.3 },
    { model, add: [catalogue], hide },
  ];
  const before = await Promise.all(sources.map((source) => linkerIdentity(source, "1")));
  expect(new Set(before).size).toBe(sources.length);
  expect(await linkerIdentity({ model, add: [catalogue] }, "1")).toBe(before[1]);
  writeFileSync(catalogue, "id,title\n1,Hawk\n");
  expect(await linkerIdentity({ model, add: [catalogue] }, "1")).not.toBe(before[1]);
});
