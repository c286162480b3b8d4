/** The page that `mulrel serve` shows, in a real browser. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parseMulrelDocument } from "../../src/formats/annotated/mulrel-jsonl.js";
import { createServer, type LinkServer } from "../../src/server/create-server.js";
import { bundleFixture } from "../fixtures/bundle-service.js";
import { accessibilityFindings, copiedJson, startBrowser, type TestBrowser } from "./browser.js";

let browser: TestBrowser;
let server: LinkServer;
let module: string;
let url: string;
let page: Page;
let problems: string[];

const text = "England beat Germany on penalties after a late goal. Apple sold a computer to Zarkon Vexley.";
const address = (content = text) => `${url}/#text=${encodeURIComponent(content)}`;

beforeAll(async () => {
  module = await bundleFixture("small-service");
  server = await createServer({ module }, { workers: 1 });
  url = await server.app.listen({ host: "127.0.0.1", port: 0 });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function open(content?: string): Promise<void> {
  ({ page, problems } = await browser.open(address(content)));
  await page.locator(".name").first().waitFor();
}
afterEach(async () => {
  expect(problems).toEqual([]);
  await page.close();
});

const name = (mention: string) => page.locator(".name", { hasText: mention }).first();
const panel = () => page.getByRole("complementary", { name: "Reasons for the chosen name" });

describe("the page", () => {
  test("links a pasted text: names by confidence, the unknown marked, the text in the address", async () => {
    ({ page, problems } = await browser.open(url));
    await page.getByRole("button", { name: "Own text" }).click();
    await page.getByLabel("Your text").fill(text);
    await page.keyboard.press("Control+Enter");
    await name("Zarkon").waitFor();
    expect(await page.locator(".name").allTextContents()).toEqual([
      "England",
      "Germany",
      "Apple",
      "Zarkon Vexley",
    ]);
    expect(await page.locator(".name.nil").allTextContents()).toEqual(["Zarkon Vexley"]);
    expect(await page.locator("#text-body").textContent()).toBe(text);
    expect(await name("England").getAttribute("aria-label")).toMatch(
      /^England: England national football team, \d+ %$/,
    );
    const shade = (mention: string) =>
      name(mention).evaluate((e) => Number(e.style.getPropertyValue("--sure")));
    expect(await shade("England")).toBeGreaterThan(0.2);
    expect(decodeURIComponent(new URL(page.url()).hash)).toBe(`#text=${text}`);
    await page.reload();
    await name("Germany").waitFor();
    expect(await page.locator("#text-body").textContent()).toBe(text);
  });

  test("an example is one click, and starts the page", async () => {
    ({ page, problems } = await browser.open(url));
    await page.locator("#text-body", { hasText: "Steven Gerrard" }).waitFor();
    await page.getByRole("button", { name: "Planets" }).click();
    await page.locator("#text-body", { hasText: "Galileo" }).waitFor();
  });

  test("a name's story has bars that add up, its words are marked, and a sentence says how sure", async () => {
    await open();
    await name("England").click();
    await panel().getByRole("heading", { name: "England national football team" }).waitFor();
    expect(await page.locator(".candidate").count()).toBe(2);
    const pointsOf = (selector: string) =>
      page.locator(selector).evaluateAll((all) => all.map((e) => Number(e.getAttribute("data-points"))));
    const lead = Number((await page.locator(".step.sum strong").textContent())!.replace("−", "-"));
    const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
    expect(sum(await pointsOf(".step[data-step]"))).toBe(lead);
    expect(await page.locator("[data-step=name] .step-points").textContent()).toMatch(/^−\d+$/);
    for (const step of ["words", "names"]) {
      expect(sum(await pointsOf(`[data-step=${step}] .parts li`))).toBe(
        (await pointsOf(`.step[data-step=${step}]`))[0],
      );
    }
    expect(await page.locator("mark.word").allTextContents()).toContain("penalties");
    expect(await page.locator(".told").textContent()).toMatch(/It is \d+ % sure: of the held-out links/);
  });

  test("arcs go to the other names above the lines, each relation in a colour of its own", async () => {
    await open();
    await name("England").click();
    const arcs = page.locator("path.arc");
    const drawn = await arcs.evaluateAll((paths) =>
      paths.map((p) => ({
        strength: Number(p.getAttribute("data-strength")),
        width: Number(p.getAttribute("stroke-width")),
      })),
    );
    expect(drawn.length).toBeGreaterThan(0);
    expect(drawn.length).toBeLessThanOrEqual(4);
    const byStrength = [...drawn].sort((a, b) => a.strength - b.strength).map((a) => a.width);
    expect(byStrength).toEqual([...byStrength].sort((a, b) => a - b));
    await page.locator("#relation").selectOption("1");
    expect(
      new Set(await arcs.evaluateAll((paths) => paths.map((p) => p.getAttribute("data-relation")))),
    ).toEqual(new Set(["1"]));
    const colour = () => arcs.first().evaluate((p) => getComputedStyle(p).stroke);
    const second = await colour();
    await page.locator("#relation").selectOption("0");
    expect(await colour()).not.toBe(second);
    await page.getByRole("group", { name: "Legend" }).getByText("relation 1").waitFor();
  });

  test("a correction goes into the annotations that can be downloaded", async () => {
    await open();
    await name("England").click();
    await page.locator(".candidate", { hasText: "first" }).waitFor();
    await page.locator("#right-Q0").click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download annotations, 1 correction" }).click(),
    ]);
    const document = JSON.parse(readFileSync(await file.path(), "utf8"));
    expect(document.text).toBe(text);
    expect(document.mentions[0]).toEqual({ start: 0, end: 7, entity: "England", entityId: "Q0" });
    expect(parseMulrelDocument(document, 0).mentions).toHaveLength(3);
  });

  test("a file dropped anywhere is read: HTML by paragraphs, what is no text is a sentence", async () => {
    await open();
    const drop = (file: string, content: string, type: string) =>
      page.evaluate(
        ([name, body, media]) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([body], name, { type: media }));
          for (const kind of ["dragover", "drop"]) {
            document.body.dispatchEvent(
              new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }),
            );
          }
        },
        [file, content, type],
      );
    await drop("a.html", "<p>Germany won.</p><p>England\nlost.</p>", "text/html");
    await name("Germany").waitFor();
    expect(await page.locator("#text-body").textContent()).toBe("Germany won.\n\nEngland lost.");
    await drop("b.bin", "a\u0000b", "");
    await page
      .getByRole("alert")
      .getByText(/b\.bin is no plain text/)
      .waitFor();
  });

  test("the matrix shows every pair of names", async () => {
    await open();
    await page.getByRole("button", { name: "Matrix" }).click();
    const cells = page.locator(".matrix tbody td:not(.self)");
    const names = await page.locator(".matrix-name").allTextContents();
    expect(await cells.count()).toBe(names.length * (names.length - 1));
    const weights = await cells.evaluateAll((all) => all.map((c) => Number(c.textContent)));
    expect(weights.every((w) => w >= 0 && w <= 1)).toBe(true);
    expect(Math.max(...weights)).toBeGreaterThan(0);
    await page.locator(".matrix-name", { hasText: "Germany" }).click();
    await panel().getByRole("heading", { name: "Germany national football team" }).waitFor();
  });

  test("two settings stand side by side, with where they differ", async () => {
    await open();
    await page.getByRole("button", { name: "Compare" }).click();
    const side = (letter: string) => page.getByRole("region", { name: `Setting ${letter}` });
    await page.getByText("A links 3, B ").waitFor();
    expect(await side("A").locator(".name").allTextContents()).toContain("Zarkon Vexley");
    await page.locator("#threshold-B").focus();
    await page.keyboard.press("End");
    await page.getByText(/^A links 3, B 0: \d+ places differ\.$/).waitFor();
    const differences = page.getByRole("region", { name: "Where the two differ" });
    await differences.getByRole("row", { name: "England England national football team no entry" }).waitFor();
    expect(await side("B").locator(".name.changed").count()).toBeGreaterThan(2);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Text", exact: true }).click();
    expect(await page.locator(".name.nil").allTextContents()).toEqual(["Zarkon Vexley"]);
  });

  test("the slider goes through the loops and the names follow", async () => {
    await open();
    await name("England").click();
    await page.getByText("Beliefs, loop by loop").click();
    const slider = page.getByRole("slider", { name: "Loop of message passing" });
    const shade = () => name("England").evaluate((e) => e.style.getPropertyValue("--sure"));
    const settled = await shade();
    await slider.focus();
    await page.keyboard.press("Home");
    await page.getByText("before any message").waitFor();
    expect(await shade()).not.toBe(settled);
    await page.keyboard.press("ArrowRight");
    await page.getByText("after loop 1 of 10").waitFor();
    await page.keyboard.press("End");
    await page.getByText("after loop 10 of 10").waitFor();
    expect(await shade()).toBe(settled);
  });

  test("what if: a pinned name and a name left out change the rest at once, and can be undone", async () => {
    await open("England played Germany.");
    await name("England").click();
    const before = await name("Germany").getAttribute("aria-label");
    await page.locator(".pin[aria-pressed=false]").last().click();
    await page.getByText(/^What if “England” meant/).waitFor();
    expect(await name("England").getAttribute("class")).toMatch(/pinned/);
    expect(await name("Germany").getAttribute("aria-label")).not.toBe(before);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText(/^What if “England” meant/).waitFor({ state: "detached" });
    expect(await name("Germany").getAttribute("aria-label")).toBe(before);
    await page.getByRole("button", { name: "What if this name were not there?" }).click();
    await page.getByText("“England” were not there").waitFor();
    expect(await name("England").getAttribute("class")).toMatch(/dropped/);
    await page.getByRole("button", { name: "Put it back" }).click();
    await page.getByText("“England” were not there").waitFor({ state: "detached" });
  });

  test("copies the link and the links as JSON", async () => {
    await open();
    const copied = await copiedJson(page);
    expect(copied.text).toBe(text);
    expect(copied.links).toHaveLength(4);
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByText("The link is copied.").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  });

  test("works by keyboard alone", async () => {
    await open();
    await page.keyboard.press("ArrowRight");
    await panel().getByRole("heading", { name: "England national football team" }).waitFor();
    await page.keyboard.press("ArrowRight");
    await panel().getByRole("heading", { name: "Germany national football team" }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Germany");
    await page.keyboard.press("Enter");
    await page.locator(".pin:focus").waitFor();
    await page.keyboard.press("Enter");
    await page.getByText(/^What if “Germany” meant/).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.keyboard.press("Escape");
    await page.getByText("4 names, 3 linked").first().waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Germany");
    for (let tabs = 0; tabs < 40; tabs++) {
      await page.keyboard.press("Tab");
      if ((await page.evaluate(() => document.activeElement?.textContent)) === "Own text") break;
    }
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("Germany only");
    await page.keyboard.press("Control+Enter");
    await page.locator("#text-body", { hasText: "Germany only" }).waitFor();
  });

  test("fits a phone", async () => {
    await open();
    await page.setViewportSize({ width: 320, height: 640 });
    const isTooWide = () =>
      page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    expect(await isTooWide()).toBe(false);
    await name("England").click();
    const box = await panel().boundingBox();
    expect(box!.y).toBeGreaterThan(640 / 2);
    expect(box!.width).toBeLessThanOrEqual(320);
    expect(await isTooWide()).toBe(false);
    await page.getByRole("button", { name: "Close the reasons" }).click();
    await page.getByRole("button", { name: "Matrix" }).click();
    expect(await isTooWide()).toBe(false);
  });

  test("has no serious accessibility findings, light or dark, whatever is open", async () => {
    await open();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await accessibilityFindings(page)).toEqual([]);
      await name("England").click();
      expect(await accessibilityFindings(page)).toEqual([]);
      await page.getByRole("button", { name: "Matrix" }).click();
      expect(await accessibilityFindings(page)).toEqual([]);
      await page.getByRole("button", { name: "Text", exact: true }).click();
      await page.keyboard.press("Escape");
    }
    await page.getByRole("button", { name: "Own text" }).click();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.goto(`${url}/api`);
    await page.getByText("/v1/link/batch", { exact: true }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
  });
});

describe("failures", () => {
  test("an API that fails is a sentence, and trying again works", async () => {
    await open();
    await page.route("**/v1/link", (route) =>
      route.fulfill({
        status: 429,
        json: { error: { code: "busy", message: "Too many requests are waiting." } },
      }),
    );
    await page.getByRole("button", { name: "World Cup" }).click();
    await page.getByRole("alert").getByText("Too many requests are waiting.").waitFor();
    await page.unroute("**/v1/link");
    await page.route("**/v1/link", (route) => route.abort());
    await page.getByRole("button", { name: "Try again" }).click();
    await page
      .getByRole("alert")
      .getByText(/The server does not answer/)
      .waitFor();
    await page.unroute("**/v1/link");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator("#text-body", { hasText: "Geoff Hurst" }).waitFor();
    expect(await page.getByRole("alert").textContent()).toBe("");
    // the browser itself reports the failed requests
    expect(problems.splice(0)).toEqual([expect.stringMatching(/429/), expect.stringMatching(/ERR_FAILED/)]);
  });

  test("an empty text is a sentence", async () => {
    await open();
    await page.getByRole("button", { name: "Own text" }).click();
    await page.getByLabel("Your text").fill("  ");
    await page.getByRole("button", { name: "Link the names" }).click();
    await page
      .getByRole("alert")
      .getByText(/There is no text yet/)
      .waitFor();
  });

  test("a server that wants a token is given one on the page", async () => {
    const closed = await createServer({ module }, { workers: 1, token: "s3cret" });
    try {
      const closedUrl = await closed.app.listen({ host: "127.0.0.1", port: 0 });
      ({ page, problems } = await browser.open(closedUrl));
      await page.getByLabel("Token").fill("s3cret");
      await page.getByRole("button", { name: "Use it" }).click();
      await page.locator("#text-body").waitFor();
      expect(problems.splice(0).every((p) => /401/.test(p))).toBe(true);
    } finally {
      await closed.close();
    }
  });
});
