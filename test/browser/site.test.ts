/** The static site: the linker in the browser, served by a plain file server, gives the links of the server. */
import { execFileSync } from "node:child_process";
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer as createFileServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServer, type LinkServer } from "../../src/server/create-server.js";
import { workerFile } from "../../src/workers/worker-file.js";
import { temporaryFolder } from "../temporary-folder.js";
import { copiedJson, startBrowser, type TestBrowser } from "./browser.js";
import { siteTexts } from "./site-texts.js";

const root = resolve(import.meta.dirname, "../..");
const site = temporaryFolder();
const model = join(root, "models/default");
let browser: TestBrowser;
let files: Server;
let server: LinkServer;
let url: string;
const fetched: string[] = [];
/** Files that the host has lost. */
const lost = new Set<string>();

const types: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/** As plain as a host can be: files by name, a type by extension, nothing else. */
function serveFiles(): Server {
  return createFileServer((request, response) => {
    const path = normalize(new URL(request.url!, "http://a").pathname);
    const file = join(site, path === "/" ? "index.html" : path);
    fetched.push(path);
    if (lost.has(path) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
}

beforeAll(async () => {
  execFileSync(process.execPath, [join(root, "scripts/site.mjs"), "--model", model, "--out", site]);
  files = serveFiles().listen(0, "127.0.0.1");
  await new Promise((ready) => files.once("listening", ready));
  url = `http://127.0.0.1:${(files.address() as AddressInfo).port}/`;
  const module = workerFile(
    "./load-service.js",
    new URL("../../src/server/create-server.ts", import.meta.url).href,
  ).href;
  server = await createServer({ module, options: { model } }, { workers: 1 });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  files?.close();
});

describe("the static site", () => {
  test("gives the links of the server, number for number, for twenty texts", async () => {
    const { page, problems } = await browser.open(url);
    await page.locator(".name").first().waitFor();
    expect(siteTexts).toHaveLength(20);
    for (const text of siteTexts) {
      await page.evaluate((t) => {
        location.hash = `#text=${encodeURIComponent(t)}`;
      }, text);
      await page.waitForFunction((t) => document.getElementById("text-body")?.textContent === t, text);
      const answer = await server.app.inject({
        method: "POST",
        url: "/v1/link",
        payload: { text, explain: true },
      });
      expect(await copiedJson(page)).toEqual({ text, ...answer.json() });
    }
    expect(problems).toEqual([]);
    await page.close();
  });

  test("keeps the model: a second visit loads none of it", async () => {
    fetched.length = 0;
    const { page, problems } = await browser.open(url);
    await page.locator(".name").first().waitFor();
    expect(fetched).toContain("/model/index.json");
    expect(fetched.filter((path) => /\.(kb|safetensors)$/.test(path))).toEqual([]);
    expect(problems).toEqual([]);
    await page.close();
  });

  test("a model that cannot be loaded is a sentence", async () => {
    const page = await browser.context.newPage();
    lost.add("/model/index.json");
    await page.goto(url);
    await page
      .getByRole("alert")
      .getByText(/could not be loaded \(status 404\)/)
      .waitFor();
    lost.clear();
    await page.close();
  });

  test("works without a network after the first visit", async () => {
    const page = await browser.context.newPage();
    await page.goto(url);
    await page.locator(".name").first().waitFor();
    await page.waitForFunction(async () => {
      const kept = await (await caches.open("mulrel-page")).keys();
      return kept.some((request) => request.url.endsWith("model/index.json"));
    });
    await browser.context.setOffline(true);
    try {
      await page.reload();
      await page.locator(".name").first().waitFor();
    } finally {
      await browser.context.setOffline(false);
    }
    await page.close();
  });
});
