/** The pages that commands write: tables and charts fit every width in both colour schemes, without a network. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { htmlPage, htmlTable } from "../../src/evaluation/html-page.js";
import { temporaryFolder } from "../temporary-folder.js";
import { accessibilityFindings, startBrowser, type TestBrowser } from "./browser.js";

let browser: TestBrowser;
let address: string;

beforeAll(async () => {
  const path = "runs/of/somebody/with/long/paths/seed1";
  const page = htmlPage(`Training run ${path}`, [
    {
      heading: "Scores",
      html: htmlTable([
        ["run", "documents", "mentions", "micro F1", "macro F1", "recall"],
        [path, 216, 4791, "95.83", "95.09", "99.87"],
      ]),
    },
    {
      heading: "Curves",
      chart: {
        title: "Dev F1",
        kind: "lines",
        xLabel: "epoch",
        x: [1, 2, 3],
        series: [{ label: "a", values: [90, 91, 92] }],
        yUnit: "per cent",
      },
    },
    { heading: "Settings", html: `<pre>${`  "hashes": "${"f6be1af8".repeat(20)}"`}</pre>` },
    {
      heading: "Weights",
      chart: {
        title: "Weights",
        kind: "bars",
        xLabel: "\u03b1",
        x: [0.1, 0.2, 0.3],
        series: [
          { label: "relation 1", values: [3, 2, 1] },
          { label: "relation 2", values: [1, 2, 3] },
        ],
        xUnit: "share",
      },
    },
  ]);
  const file = join(temporaryFolder(), "report.html");
  writeFileSync(file, page);
  address = pathToFileURL(file).href;
  browser = await startBrowser();
});
afterAll(() => browser?.close());

describe("a report", () => {
  test.each([320, 390, 768, 1280])("fits %i pixels in light and dark, its words whole", async (width) => {
    const { page, problems } = await browser.open(address);
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(".uplot").nth(2).waitFor();
      const isTooWide = () => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth > clientWidth;
      };
      // charts are drawn anew a moment after the width has changed
      await expect.poll(() => page.evaluate(isTooWide), { timeout: 10_000 }).toBe(false);
      expect(await accessibilityFindings(page)).toEqual([]);
      // a head that is broken inside a word is higher than its words are many
      const lines = await page.locator("th", { hasText: "documents" }).evaluate((head) => {
        const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(
          head.parentElement!.lastElementChild!,
        );
        const height =
          head.getBoundingClientRect().height -
          Number.parseFloat(paddingTop) -
          Number.parseFloat(paddingBottom);
        return Math.round(height / Number.parseFloat(lineHeight));
      });
      expect(lines).toBeLessThanOrEqual(2);
    }
    expect(problems.filter((problem) => !problem.startsWith("a request to file:"))).toEqual([]);
    await page.close();
  });

  test("tells ticks of an axis in per cent apart", async () => {
    const { page } = await browser.open(address);
    const ticks = (call: string) => page.evaluate(call);
    expect(await ticks(`percent("share")(undefined, [0.925, 0.93, 0.935], 1, 50, 0.005)`)).toEqual([
      "92.5 %",
      "93.0 %",
      "93.5 %",
    ]);
    expect(await ticks(`percent("share")(undefined, [0.93, 0.9325], 1, 50, 0.0025)`)).toEqual([
      "93.00 %",
      "93.25 %",
    ]);
    expect(await ticks(`percent("share")(undefined, [0.4, 0.6], 0, 50, 0.2)`)).toEqual(["40 %", "60 %"]);
    expect(await ticks(`percent("per cent")(undefined, [92, 93], 1, 50, 1)`)).toEqual(["92 %", "93 %"]);
    await page.close();
  });
});
