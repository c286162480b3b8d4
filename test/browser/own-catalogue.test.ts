/** A catalogue dropped on the static site: own entities in the visitor's browser, and nothing of them leaves it. */
import { execFileSync } from "node:child_process";
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, resolve } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { saveSmallLinker } from "../fixtures/small-linker.js";
import { temporaryFolder } from "../temporary-folder.js";
import { copiedJson, startBrowser, type TestBrowser } from "./browser.js";

const root = resolve(import.meta.dirname, "../..");
const site = temporaryFolder();
const model = temporaryFolder();
const types: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };
const text = "We met at Zephyrion today, and England won.";
let browser: TestBrowser;
let files: Server;
let url: string;

beforeAll(async () => {
  await saveSmallLinker(model, { packed: "blocks" });
  execFileSync(process.execPath, [join(root, "scripts/site.mjs"), "--model", model, "--out", site]);
  files = createServer((request, response) => {
    const path = normalize(new URL(request.url!, "http://a").pathname);
    const file = join(site, path === "/" ? "index.html" : path);
    if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  }).listen(0, "127.0.0.1");
  await new Promise((ready) => files.once("listening", ready));
  url = `http://127.0.0.1:${(files.address() as AddressInfo).port}/`;
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  files?.close();
});

function drop(page: Page, name: string, content: string): Promise<void> {
  return page.evaluate(
    ([file, body]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([body], file));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, content],
  );
}

describe("a catalogue on the static site", () => {
  test("is linked to beside the model, shown with its layer, and never sent", async () => {
    const { page, problems } = await browser.open(`${url}#text=${encodeURIComponent(text)}`);
    await page.waitForFunction((t) => document.getElementById("text-body")?.textContent === t, text);
    const linked = async () => {
      const { links } = (await copiedJson(page)) as {
        links: { entity: { id: string; layer?: string } | null }[];
      };
      return links.flatMap(({ entity }) => (entity ? [`${entity.layer ?? ""}:${entity.id}`] : []));
    };
    expect(await linked()).toEqual([":Q0"]);
    const sent: string[] = [];
    page.on("request", (request) => {
      // the page still fetches its own files, to keep them
      const isFile = request.method() === "GET" && /^[^?]*\/[\w./-]*(\?[0-9a-f]*)?$/.test(request.url());
      if (!isFile) sent.push(`${request.method()} ${request.url()}`);
    });
    await drop(page, "places.csv", "id,title,description\nZ-1,Zephyrion,A town of our own.\n");
    await page.getByText(/1 own entit(y|ies) of places\.csv/).waitFor();
    expect(await linked()).toEqual(["places:Z-1", ":Q0"]);
    await page.getByRole("button", { name: "Zephyrion", exact: true }).first().waitFor();
    // the same file again takes its own place
    await drop(page, "places.csv", "id,title\nZ-2,Zephyrion\n");
    await expect.poll(linked).toEqual(["places:Z-2", ":Q0"]);
    await drop(page, "colours.csv", "colour\nred\n");
    await page
      .getByRole("alert")
      .getByText(/there is no column "title"/)
      .waitFor();
    expect(sent).toEqual([]);
    expect(problems).toEqual([]);
    await page.close();
  });
});
