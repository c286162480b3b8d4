/** The page with the shipped model itself: every width and both colour schemes, odd texts, and its own examples. */
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServer, type LinkServer } from "../../src/server/create-server.js";
import { workerFile } from "../../src/workers/worker-file.js";
import { accessibilityFindings, startBrowser, type TestBrowser } from "./browser.js";

const root = resolve(import.meta.dirname, "../..");
/** Room for a busy machine; nothing here is about speed. Milliseconds. */
const PATIENCE = 180_000;
let browser: TestBrowser;
let server: LinkServer;
let url: string;

beforeAll(async () => {
  const module = workerFile(
    "./load-service.js",
    new URL("../../src/server/create-server.ts", import.meta.url).href,
  ).href;
  const options = { model: join(root, "models/default") };
  server = await createServer({ module, options }, { workers: 1, timeLimit: PATIENCE });
  url = await server.app.listen({ host: "127.0.0.1", port: 0 });
  browser = await startBrowser();
  browser.context.setDefaultTimeout(PATIENCE);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Nothing wider than the page, and nothing serious for axe. */
async function expectWell(page: Page): Promise<void> {
  expect(await isTooWide(page)).toBe(false);
  expect(await accessibilityFindings(page)).toEqual([]);
}

async function openText(text: string) {
  const opened = await browser.open(`${url}/#text=${encodeURIComponent(text)}`);
  await opened.page.locator("#text-body").waitFor();
  return opened;
}

const widths = [320, 390, 768, 1280];
const schemes = ["light", "dark"] as const;
const MANY = 100;
const article =
  "England beat West Germany at Wembley in 1966. Bobby Moore lifted the trophy, and Germany had their revenge in Mexico four years later. ";
const names =
  "Paris London Berlin Madrid Rome Vienna Prague Warsaw Athens Lisbon Dublin Oslo Stockholm Helsinki Copenhagen Moscow Cairo Delhi Tokyo Beijing Ottawa Havana Lima Bogotá Quito".split(
    " ",
  );

const oddTexts: Record<string, string> = {
  "without names": "nothing here has a name, and nobody minds.",
  German: "Angela Merkel wuchs in der DDR auf und regierte Deutschland von Berlin aus.",
  "from right to left": "زار Barack Obama مدينة القاهرة ثم عاد إلى Washington.",
  "with emoji": "😀 England 😀 Germany 🏴 Paris 👩‍👩‍👧",
  "of 250 names": Array.from({ length: 10 }, () => names.join(", ")).join(". "),
  "of 100 kB": article.repeat(Math.floor(99_000 / article.length)),
};

describe("the page with the shipped model", () => {
  test.each(widths)(
    "fits %i pixels in light and dark, whatever is open",
    async (width) => {
      const { page, problems } = await openText(article);
      await page.setViewportSize({ width, height: width < 500 ? 680 : 900 });
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.locator(".name").first().click();
        await page.locator(".step.sum, .told").first().waitFor();
        await expectWell(page);
        await page.getByRole("button", { name: "Close the reasons" }).click();
        await page.getByRole("button", { name: "Matrix" }).click();
        await page.locator(".matrix").waitFor();
        expect(await isTooWide(page)).toBe(false);
        await page.getByRole("button", { name: "Compare" }).click();
        await page.getByText(/A links \d+/).waitFor();
        expect(await isTooWide(page)).toBe(false);
        await page.getByRole("button", { name: "Text", exact: true }).click();
      }
      expect(problems).toEqual([]);
      await page.close();
    },
    2 * PATIENCE,
  );

  test.each(widths)(
    "describes its API within %i pixels, light and dark",
    async (width) => {
      const { page, problems } = await browser.open(`${url}/api`);
      await page.setViewportSize({ width, height: 900 });
      await page.locator(".operation pre").first().waitFor();
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await expectWell(page);
      }
      expect(problems).toEqual([]);
      await page.close();
    },
    PATIENCE,
  );

  test.each(Object.entries(oddTexts))(
    "reads a text %s",
    async (_title, text) => {
      const { page, problems } = await openText("Paris");
      await page.getByRole("button", { name: "Own text" }).click();
      await page.getByLabel("Your text").fill(text);
      await page.getByRole("button", { name: "Link the names" }).click();
      await page.waitForFunction((t) => document.getElementById("text-body")?.textContent === t, text);
      const count = await page.locator(".name").count();
      if (count > 0) {
        await page
          .locator(".name")
          .nth(Math.floor(count / 2))
          .click();
        await page.locator("#inspector section").first().waitFor();
      }
      // axe takes minutes for thousands of names that are all alike
      if (count < MANY) expect(await accessibilityFindings(page)).toEqual([]);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        // arcs are drawn anew when the page has its new width
        await expect.poll(() => isTooWide(page)).toBe(false);
      }
      expect(problems).toEqual([]);
      await page.close();
    },
    2 * PATIENCE,
  );

  test("asks for a text where there is none", async () => {
    const { page, problems } = await openText("Paris");
    await page.getByRole("button", { name: "Own text" }).click();
    await page.getByLabel("Your text").fill("");
    await page.getByRole("button", { name: "Link the names" }).click();
    await page
      .getByRole("alert")
      .getByText(/There is no text yet/)
      .waitFor();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await expectWell(page);
    }
    expect(problems).toEqual([]);
    await page.close();
  });

  test("every relation has a colour of its own", async () => {
    const { page } = await openText(article);
    await page.locator(".name").first().click();
    const choices = await page.locator("#relation").locator("option").count();
    const colours: string[] = [];
    for (let k = 0; k < choices - 1; k++) {
      await page.locator("#relation").selectOption(String(k));
      colours.push(
        await page.locator(".relation-choice .swatch").evaluate((e) => getComputedStyle(e).backgroundColor),
      );
    }
    expect(new Set(colours).size).toBe(choices - 1);
    await page.close();
  });

  test("goes by keyboard from paste to what-if", async () => {
    const { page, problems } = await openText("Paris");
    await page.getByRole("button", { name: "Own text" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText("England beat Germany on penalties.");
    await page.keyboard.press("Control+Enter");
    await page.locator(".name", { hasText: "England" }).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.locator(".pin:focus").waitFor();
    await page.keyboard.press("Enter");
    await page.getByText(/^What if “England” meant/).waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });
});
