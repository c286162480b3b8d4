/** `npm ci --omit=dev` in a checkout. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "./temporary-folder.js";

describe("`npm ci --omit=dev` in a checkout", () => {
  test("does not fail for want of a compiler, and says what is missing", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "scripts"));
    cpSync(resolve(import.meta.dirname, "../scripts/prepare.mjs"), join(folder, "scripts/prepare.mjs"));
    const said = execFileSync(process.execPath, [join(folder, "scripts/prepare.mjs")], { encoding: "utf8" });
    expect(said).toMatch(/^mulrel is not built, because typescript, assemblyscript, vite are not installed/);
    expect(existsSync(join(folder, "dist"))).toBe(false);
  });
});
