/** What documents say holds: paths exist, flags exist, the tutorial runs as written, the picture is current. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { renderArchitecture } from "../scripts/architecture.mjs";
import { temporaryFolder } from "./temporary-folder.js";

const root = resolve(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

function documents(): string[] {
  const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
  const others = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "examples/README.md",
    "models/default/README.md",
  ];
  return [...others, ...docs.filter((f) => f.endsWith(".md")).map((f) => join("docs", f))];
}

/** The shell code of a document, a block each. */
const shellBlocks = (path: string) =>
  [...read(path).matchAll(/^```sh\n(.*?)^```/gms)].map(([, code]) => code);

describe("documents", () => {
  test("name files that exist", () => {
    const lost = documents().flatMap((path) =>
      [...read(path).matchAll(/`((?:src|test|scripts|bench|web|examples|docs)\/[\w./-]+)`/g)]
        .map(([, target]) => target.replace(/[./]+$/, ""))
        .filter((target) => !existsSync(join(root, target)))
        .map((target) => `${path}: ${target}`),
    );
    expect(lost).toEqual([]);
  });

  test("use commands and flags that exist", () => {
    const help = new Map(
      read("docs/cli.md")
        .split(/^## /m)
        .slice(1)
        .map((section) => [section.split("\n", 1)[0], section] as const),
    );
    const calls = documents()
      .filter((path) => path !== "docs/cli.md")
      .flatMap((path) => shellBlocks(path).flatMap((code) => code.replace(/\\\n/g, " ").split("\n")))
      .flatMap((line) =>
        [...line.matchAll(/(?:npx )?(mulrel [a-z].*?)(?=$| \||#| &)/g)].map(([, call]) => call),
      );
    expect(calls.length).toBeGreaterThan(30);
    const wrong = calls.flatMap((call) => {
      const name = [...help.keys()].find((n) => `${call} `.startsWith(`${n} `));
      if (!name) return [`there is no command for: ${call}`];
      const flags = call.replace(/"[^"]*"|'[^']*'/g, "").match(/(?<=\s)--?[a-z][\w-]*/g) ?? [];
      return flags.filter((flag) => !help.get(name)!.includes(flag)).map((flag) => `${name} has no ${flag}`);
    });
    expect(wrong).toEqual([]);
  });

  test("show the rooms as they are; `npm run docs` makes it so", () => {
    expect(read("docs/architecture.svg")).toBe(renderArchitecture());
  });
});

describe("the tutorial", () => {
  test("runs from the catalogue to the server, as written but for the port", async () => {
    const folder = temporaryFolder();
    const port = await freePort();
    const mulrel = `"${process.execPath}" "${join(root, "dist/cli/main.js")}"`;
    // whatever happens, the server that the tutorial starts does not outlive it
    const guard = "trap 'exit 1' TERM; trap 'kill $(jobs -p) 2> /dev/null || true' EXIT\n";
    const outputs = shellBlocks("docs/tutorial.md").map((code) => {
      const script = code.replaceAll("npx mulrel", mulrel).replaceAll("8080", String(port));
      const options = { cwd: folder, encoding: "utf8", stdio: "pipe", timeout: 50_000 } as const;
      return execFileSync("bash", ["-emc", guard + script], options);
    });
    const [built, searched, linked, added, scored, served] = outputs;
    expect(built).toContain("5 entities");
    expect(searched).toContain("Falcon espresso machine  [C-310]");
    expect(linked).toMatch(/Falcon 3 trail bike[\s\S]*means Falcon espresso machine/);
    expect(added).toContain("Osprey sleeping bag");
    expect(scored).toMatch(/annotated\.jsonl/);
    expect(JSON.parse(served).links[0]).toMatchObject({ mention: "Falcon", entity: { id: "C-310" } });
    expect(existsSync(join(folder, "errors.html"))).toBe(true);
  });
});

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, "127.0.0.1");
  await new Promise((ready) => listener.once("listening", ready));
  const address = listener.address();
  await new Promise((closed) => listener.close(closed));
  return typeof address === "object" && address ? address.port : 8080;
}
