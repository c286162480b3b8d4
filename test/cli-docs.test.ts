/** The reference of the command line is what the commands say. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { renderCli } from "../scripts/cli-docs.mjs";

const root = resolve(import.meta.dirname, "..");

test("docs/cli.md is the help of every command; `npm run docs` makes it so", async () => {
  const text = await renderCli(root);
  expect(text).toContain("## mulrel kb build");
  expect(readFileSync(join(root, "docs/cli.md"), "utf8")).toBe(text);
});
