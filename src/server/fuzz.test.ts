import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { saveSmallLinker } from "../../test/fixtures/small-linker.js";
import { temporaryFolder } from "../../test/temporary-folder.js";

test("bent requests and raw bytes get a sentence, never a 500, and the server lives on", async () => {
  const model = temporaryFolder();
  await saveSmallLinker(model);
  const script = resolve(import.meta.dirname, "../../scripts/fuzz-server.mjs");
  const settings = ["--cases", "4000", "--seconds", "280", "--seed", "7", "--model", model];
  const {
    stdout: told,
    stderr,
    status,
  } = spawnSync(process.execPath, [script, ...settings], { encoding: "utf8" });
  expect(status, told + stderr).toBe(0);
  expect(told).toMatch(/^4000 requests/);
}, 300_000);
