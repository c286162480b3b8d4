/** Folders for tests to write into, gone when the test file is through, whether its tests pass or fail. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const made: string[] = [];

// registered when a test file imports this module, so it runs after that file's own hooks: those run last to first
afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

/** A fresh, empty folder. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "mulrel-test-"));
  made.push(folder);
  return folder;
}
