/** What README and Dockerfile tell people to run is run here, as written but for the port. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer as createListener } from "node:net";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { transformWithOxc } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "./temporary-folder.js";

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "..");
const folder = temporaryFolder();
const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");
let port: number;
let stop: () => Promise<void>;

/** The arguments of a Dockerfile's instruction in its JSON form. */
function instruction(name: string): string[] {
  const line = dockerfile.split("\n").find((l) => l.startsWith(name))!;
  return JSON.parse(line.slice(line.indexOf("["))) as string[];
}

/** The variables that the Dockerfile sets, with a file of our own for the address. */
function variables(): Record<string, string> {
  const line = dockerfile.split("\n").find((l) => l.startsWith("ENV "))!;
  const pairs = line.slice(4).split(" ");
  return {
    ...Object.fromEntries(pairs.map((pair) => pair.split("="))),
    MULREL_ADDRESS_FILE: join(folder, "address"),
  };
}

function serveSection(): string {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  return readme.split(/^## /m).find((part) => part.startsWith("Serve\n"))!;
}

function snippets(language: string): string[] {
  const blocks = serveSection().matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"));
  return [...blocks].map(([, code]) => code.replaceAll("8080", String(port)));
}

async function freePort(): Promise<number> {
  const listener = createListener().listen(0, "127.0.0.1");
  await new Promise((ready) => listener.once("listening", ready));
  const { port: free } = listener.address() as AddressInfo;
  await new Promise((closed) => listener.close(closed));
  return free;
}

async function isHealthy(): Promise<boolean> {
  const [command, ...args] = instruction("HEALTHCHECK");
  return run(command, args, { cwd: root, env: { ...process.env, ...variables() } }).then(
    () => true,
    () => false,
  );
}

beforeAll(async () => {
  port = await freePort();
  const [command, ...args] = [...instruction("ENTRYPOINT"), ...instruction("CMD"), "--port", String(port)];
  const child = execFile(command, args, { cwd: root, env: { ...process.env, ...variables() } });
  const ended = new Promise((exit) => child.once("exit", exit));
  stop = async () => {
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  };
  for (let tries = 0; tries < 100 && !(await isHealthy()); tries++)
    await new Promise((next) => setTimeout(next, 200));
});
afterAll(async () => {
  await stop();
});

describe("the Dockerfile", () => {
  test("starts a server that its health check finds, whatever its port", async () => {
    expect(await isHealthy()).toBe(true);
  });
  test("is built by the steps that these tests were built by, and runs as no root", () => {
    expect(dockerfile.match(/^RUN .*$/gm)).toEqual([
      "RUN npm ci",
      "RUN npm prune --omit=dev --ignore-scripts",
    ]);
    expect(dockerfile).toMatch(/^USER node$/m);
    for (const [, name] of dockerfile.matchAll(/^COPY --from=build \/mulrel\/(dist|node_modules)/gm)) {
      expect(existsSync(join(root, name))).toBe(true);
    }
  });
});

describe("the README's section on serving", () => {
  test("its curl calls answer with links", async () => {
    const [, link, dialects] = snippets("sh");
    const { stdout } = await run("bash", ["-ec", link]);
    expect(JSON.parse(stdout)).toHaveProperty("links");
    const [rel, spotlight] = dialects.trim().split("\n");
    expect(JSON.parse((await run("bash", ["-ec", rel])).stdout)).toBeInstanceOf(Array);
    expect(JSON.parse((await run("bash", ["-ec", spotlight])).stdout)).toHaveProperty("@text");
  });
  test("its TypeScript client prints every name with its entity", async () => {
    const [client] = snippets("ts");
    const { code } = await transformWithOxc(client, "client.ts");
    const file = join(folder, "client.mjs");
    writeFileSync(file, code);
    const { stdout } = await run(process.execPath, [file]);
    expect(stdout.trim().split("\n")).toEqual([
      expect.stringMatching(/^England .+ 0\.\d+$/),
      expect.stringMatching(/^Germany .+ 0\.\d+$/),
    ]);
  });
});
