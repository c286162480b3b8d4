/** The command line as a user meets it: the built program, its help, its exit codes, its sentences. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
const program = resolve(root, "dist/cli/main.js");

interface Outcome {
  code: number;
  out: string;
  err: string;
}

function mulrel(...args: string[]): Promise<Outcome> {
  return new Promise((done) => {
    execFile(process.execPath, [program, ...args], { cwd: root }, (error, out, err) => {
      done({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

/** Names of all commands, groups opened: "kb build". */
async function commandNames(...group: string[]): Promise<string[]> {
  const { out } = await mulrel(...group, "--help");
  const list = out.split("Commands:\n")[1]?.split("\n\n")[0] ?? "";
  const names = [...list.matchAll(/^ {2}(\w[\w-]*) /gm)].map((m) => m[1]).filter((name) => name !== "help");
  if (names.length === 0) return [group.join(" ")];
  return (await Promise.all(names.map((name) => commandNames(...group, name)))).flat();
}

describe("mulrel", () => {
  test("without arguments prints help and is content", async () => {
    const { code, out } = await mulrel();
    expect(code).toBe(0);
    expect(out).toContain("Usage: mulrel");
  });

  test("--version is the package's", async () => {
    const { version } = JSON.parse(readFileSync(resolve(root, "package.json"), "utf8"));
    expect((await mulrel("--version")).out.trim()).toBe(version);
  });

  test("every command has a help text of its own", async () => {
    const names = await commandNames();
    expect(names).toContain("version");
    for (const name of names) {
      const { code, out, err } = await mulrel(...name.split(" "), "--help");
      expect(code, `${name}: ${err}`).toBe(0);
      expect(out).toMatch(new RegExp(`^Usage: mulrel ${name}`));
    }
  });

  test("help COMMAND is COMMAND --help", async () => {
    expect(await mulrel("help", "version")).toEqual(await mulrel("version", "--help"));
    expect(await mulrel("kb", "help", "info")).toEqual(await mulrel("kb", "info", "--help"));
  });

  test("--version works beside every command", async () => {
    const { out } = await mulrel("--version");
    for (const name of [["kb"], ["kb", "info"], ["link"]]) {
      expect((await mulrel(...name, "--version")).out).toBe(out);
    }
  });

  test("an unknown command suggests the nearest and exits with 2", async () => {
    const { code, err } = await mulrel("lnik");
    expect(code).toBe(2);
    expect(err).toContain("link");
  });

  test("an unknown flag suggests the nearest and exits with 2", async () => {
    const { code, err } = await mulrel("version", "--jsno");
    expect(code).toBe(2);
    expect(err).toContain("--json");
  });

  test("work that fails says why in a sentence, without a stack, and exits with 1", async () => {
    const { code, out, err } = await mulrel("kb", "info", "no-such.kb");
    expect(code).toBe(1);
    expect(out).toBe("");
    expect(err).toMatch(/^mulrel: .*no-such\.kb.*\n$/);
  });

  test("data goes to standard output as JSON when asked", async () => {
    const { out } = await mulrel("version", "--json");
    expect(JSON.parse(out).node).toBe(process.versions.node);
  });

  test("nothing is coloured in a pipe", async () => {
    const colour = String.fromCharCode(27);
    expect((await mulrel("--help")).out).not.toContain(colour);
  });
});
