/** The static site: the linker in the browser, served by a plain file server, gives the links of the server. */
import { execFileSync } from "node:child_process";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFileHost } from "../../scripts/site/file-host.mjs";
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

const addressOf = (host: Server) => `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;

beforeAll(async () => {
  execFileSync(process.execPath, [join(root, "scripts/site.mjs"), "--model", model, "--out", site]);
  const options = {
    isLost: (path: string) => lost.has(path),
    onAnswer: (path: string) => fetched.push(path),
  };
  files = createFileHost(site, options).listen(0, "127.0.0.1");
  await new Promise((ready) => files.once("listening", ready));
  url = addressOf(files);
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
      const wanted = answer.json();
      // where there is nothing to copy there is advice instead
      if (wanted.links.length === 0) await page.getByText("No names were found in this text.").waitFor();
      else expect(await copiedJson(page)).toEqual({ text, ...wanted });
    }
    expect(problems).toEqual([]);
    await page.close();
  });

  test("keeps the model: a second visit loads none of it", async () => {
    const first = await browser.open(url);
    await first.page.getByText("works without a network now").waitFor({ state: "attached" });
    await first.page.close();
    fetched.length = 0;
    const { page, problems } = await browser.open(url);
    await page.locator(".name").first().waitFor();
    expect(fetched).toContain("/model/index.json");
    expect(fetched.filter((path) => /\.(packed|safetensors|bin)$/.test(path))).toEqual([]);
    expect(problems).toEqual([]);
    await page.close();
  });

  test("links before all of the model is there: the first example from its own file, other texts by parts", async () => {
    const sent: [path: string, bytes: number][] = [];
    const host = createFileHost(site, {
      ranges: true,
      onAnswer: (path: string, bytes: number) => sent.push([path, bytes]),
      // the rest of the model never comes
      isLost: (path: string) => path.endsWith(".packed") && isBlocked,
    }).listen(0, "127.0.0.1");
    let isBlocked = true;
    await new Promise((ready) => host.once("listening", ready));
    const { page, problems } = await browser.open(addressOf(host));
    await page.locator(".name").first().waitFor();
    expect(sent.map(([path]) => path)).toContain("/model/first.bin");
    isBlocked = false;
    sent.length = 0;
    await page.evaluate(() => {
      location.hash = "#text=Brazil%20and%20Italy%20met%20in%20Mexico.";
    });
    await page.locator(".name", { hasText: "Brazil" }).waitFor();
    const parts = sent.filter(([path]) => path.endsWith(".packed")).map(([, bytes]) => bytes);
    expect(parts.length).toBeGreaterThan(0);
    expect(Math.max(...parts)).toBeLessThan(200_000);
    // the browser itself reports the files that were lost
    expect(problems.every((problem) => /404/.test(problem))).toBe(true);
    await page.close();
    host.close();
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
      const model = await (await caches.open("mulrel-model")).keys();
      if (model.filter((request) => request.url.includes(".packed")).length < 3) return false;
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
