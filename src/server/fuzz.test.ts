import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { saveSmallLinker } from "../../test/fixtures/small-linker.js";

test("bent requests and raw bytes get a sentence, never a 500, and the server lives on", async () => {
  const model = mkdtempSync(join(tmpdir(), "mulrel-fuzz-"));
  try {
    await saveSmallLinker(model);
    const script = resolve(import.meta.dirname, "../../scripts/fuzz-server.mjs");
    const told = execFileSync(process.execPath, [script, "--seconds", "4", "--model", model], {
      encoding: "utf8",
    });
    expect(told).toMatch(/^\d+ requests in 4 s/);
  } finally {
    rmSync(model, { recursive: true });
  }
});
