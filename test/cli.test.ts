/** The command line as a user meets it: the built program, its help, its exit codes, its sentences. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "./temporary-folder.js";

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

  test("a file that is not there ends with 1 in every command, with a sentence that names it", async () => {
    const calls = [
      "link no-such.txt",
      "link -i jsonl no-such.jsonl",
      "link --kb no-such.kb text",
      "link --model no-such-folder text",
      "kb build no-such.csv -o /dev/null",
      "kb add no-such.kb README.md",
      "kb search no-such.kb x",
      "kb export no-such.kb -o -",
      "vectors import no-such.txt -o /dev/null",
      "vectors train -k no-such.kb -w no-such.words -o /dev/null",
      "vectors train-words no-such.txt -o /dev/null",
      "vectors near x -v no-such.vectors",
      "vectors relatedness no-such.vectors -k no-such.kb -l no-such.jsonl",
      "prepare /dev/null --part dev=no-such.jsonl --words no-such.words --entities no-such.entities",
      "train no-such-folder /dev/null",
      "train no-such-folder /dev/null --config no-such.json",
      "train --resume no-such-run",
      "eval no-such-folder --model no-such-run",
      "eval no-such.jsonl --predictions no-such.jsonl",
      "analyse no-such-folder --model no-such-run",
      "experiment paper --data no-such-folder --out /dev/null",
      "convert no-such.tsv /dev/null --to jsonl",
      "data info no-such.tsv",
      "serve --quiet --port 0 --workers 1 --model no-such-folder",
    ];
    for (const call of calls) {
      const { code, err } = await mulrel(...call.split(" "));
      expect([code, err], call).toEqual([1, expect.stringMatching(/^mulrel: .*no-such[^\n]*\.\n$/)]);
      expect(err, call).not.toContain("ENOENT");
    }
  });

  test("numbers that make no sense are refused with 2 and a sentence, before anything is read", async () => {
    const calls: [string, ...string[]][] = [
      ["link x --workers", "0", "-1", "1.5", "NaN", "99999"],
      ["link x --candidates", "-1", "0.5"],
      ["link x --nil", "2", "-0.1"],
      ["link x --target-precision", "1.5"],
      ["kb build a -o b --min-links", "-1", "1.5"],
      ["kb build a -o b --memory", "0", "lots", "-1GB"],
      ["kb search a b --limit", "0", "x"],
      ["kb export a -o b --entities", "0", "1.5"],
      ["kb export a -o b --min-prior", "2"],
      ["vectors import a -o b --limit", "0"],
      ["vectors train -k a -w b -o c --workers", "0"],
      ["vectors train -k a -w b -o c --steps", "0", "1e99"],
      ["vectors train -k a -w b -o c --rate", "0", "-1"],
      ["vectors train-words a -o b --dimensions", "0", "1e9"],
      ["vectors train-words a -o b --sample", "-1", "2"],
      ["vectors near a -v b --number", "0"],
      ["vectors relatedness a -k b -l c --distractors", "0"],
      ["train a b --relations", "0", "1-99999999"],
      ["train a b --seeds", "0", "1,2"],
      ["train a b --workers", "0"],
      ["train a b --rate", "-1"],
      ["train a b --most-epochs", "0", "2.5"],
      ["analyse a --document", "0", "1.5"],
      ["experiment paper --data a --out b --seeds", "0"],
      ["serve --port", "99999", "-1", "80.5", "http"],
      ["serve --workers", "0"],
      ["serve --queue", "0"],
      ["serve --time-limit", "0", "1e6"],
      ["serve --max-text", "0"],
    ];
    for (const [call, ...values] of calls) {
      for (const value of values) {
        const { code, err } = await mulrel(...call.split(" "), value);
        expect([code, err], `${call} ${value}`).toEqual([2, expect.stringMatching(/ is invalid\. Give a /)]);
      }
    }
  });

  test("a port that is taken and a host that is not ours are sentences", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const serve = (...args: string[]) => mulrel("serve", "--quiet", "--workers", "1", ...args);
    const onTaken = await serve("--port", String(port));
    taken.close();
    expect(onTaken).toMatchObject({ code: 2, err: expect.stringContaining(`Port ${port} is taken`) });
    const elsewhere = await serve("--port", "0", "--host", "203.0.113.7");
    expect(elsewhere).toMatchObject({ code: 2, err: expect.stringContaining("no address 203.0.113.7") });
  });

  test("one is one", async () => {
    const folder = temporaryFolder();
    const at = (name: string) => join(folder, name);
    writeFileSync(at("one.csv"), "title,descripton\nZanzibar,x\n");
    const built = await mulrel("kb", "build", at("one.csv"), "-o", at("one.kb"));
    expect(built.out).toMatch(/one\.kb: 1 entity, 1 name\n$/);
    expect(built.err).toMatch(
      /^mulrel: .*one\.csv: kept .*, but not read: "descripton"; what is read is .*\n$/,
    );
    expect((await mulrel("kb", "search", at("one.kb"), "Zanzibar")).out).toContain("1 meaning, 0 links");
    const withList = await mulrel(
      "kb",
      "build",
      at("one.csv"),
      "-o",
      at("b.kb"),
      "--redirects",
      at("one.csv"),
    );
    expect(withList).toMatchObject({ code: 2, err: expect.stringContaining("go with corpora") });
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
