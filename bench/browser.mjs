// A version of mulrel in Chromium beside this one, in turns: from nothing to the first links, and texts a second when everything is warm.
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { createFileHost } from "../scripts/site/file-host.mjs";
import { median, printTable } from "./support/measure.mjs";

export const summary =
  "this version in a browser beside another: --against FOLDER (its dist and models) [--texts --every --rounds]";

const own = fileURLToPath(new URL("..", import.meta.url));
const SENTENCE = "England beat West Germany in the 1966 World Cup final at Wembley.";
const executablePath = process.env.MULREL_CHROMIUM ?? "/usr/bin/chromium";

/** Runs in the page: the package as it is, without a bundler. Returns how long the first links took, in ms. */
async function openInPage(sentence) {
  const start = performance.now();
  const { openLinker } = await import(`${location.origin}/dist/index.js`);
  const linker = await openLinker("/models/default/");
  const links = linker.link(sentence).length;
  Object.assign(globalThis, { linker });
  return { first: performance.now() - start, links };
}

function linkInPage({ texts, times }) {
  const { linker } = /** @type {any} */ (globalThis);
  for (let pass = 0; pass < times; pass++) for (const text of texts) linker.link(text);
}

/** A browser of its own each time, so that nothing is remembered; texts a second of the page's processor time, after three passes. */
async function measure(url, texts) {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    const processorTime = async () => {
      const { metrics } = await session.send("Performance.getMetrics");
      return metrics.find(({ name }) => name === "ProcessTime")?.value ?? Number.NaN;
    };
    // any page of this origin will do
    await page.goto(`${url}/dist/index.js`);
    const { first, links } = await page.evaluate(openInPage, SENTENCE);
    await page.evaluate(linkInPage, { texts, times: 3 });
    const before = await processorTime();
    await page.evaluate(linkInPage, { texts, times: 2 });
    return { first, links, rate: (2 * texts.length) / ((await processorTime()) - before) };
  } finally {
    await browser.close();
  }
}

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      against: { type: "string" },
      texts: { type: "string" },
      every: { type: "string", default: "6" },
      rounds: { type: "string", default: "3" },
    },
  });
  const folder = values.texts ?? join(process.env.MULREL_DATA ?? "../shared/data", "wned/wikipedia/RawText");
  if (!existsSync(folder)) throw new Error(`There is no ${folder}: give a folder of texts, or MULREL_DATA.`);
  const texts = readdirSync(folder)
    .sort()
    .filter((_, i) => i % Number(values.every) === 0)
    .map((file) => readFileSync(join(folder, file), "utf8"));
  const versions = [...(values.against ? [resolve(values.against)] : []), own].map((version) => ({
    version,
    host: createFileHost(version, { ranges: true }).listen(0, "127.0.0.1"),
    /** @type {{first: number, links: number, rate: number}[]} */
    seen: [],
  }));
  await Promise.all(versions.map(({ host }) => once(host, "listening")));
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const { host, seen } of versions) {
      const { port } = /** @type {import("node:net").AddressInfo} */ (host.address());
      seen.push(await measure(`http://127.0.0.1:${port}`, texts));
    }
  }
  printTable([
    [
      `${texts.length} texts, median of ${values.rounds}`,
      "first links, ms",
      "texts a processor second",
      "links of the sentence",
    ],
    ...versions.map(({ version, seen }) => [
      version === own ? "now" : version,
      median(seen.map(({ first }) => first)).toFixed(0),
      median(seen.map(({ rate }) => rate)).toFixed(0),
      String(seen[0].links),
    ]),
  ]);
  for (const { host } of versions) {
    host.closeAllConnections();
    host.close();
  }
}
