// How long visits to the static site wait for their first links, on a line of a given speed: node scripts/measure-site.mjs [--megabits 50] [--delay 20] [--runs 5] [--model FOLDER] [--site FOLDER …]
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { createFileHost } from "./site/file-host.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = parseArgs({
  options: {
    model: { type: "string", default: join(root, "models/default") },
    megabits: { type: "string", default: "50" },
    delay: { type: "string", default: "20" },
    runs: { type: "string", default: "5" },
    // built before, by npm run site; several are visited in turns
    site: { type: "string", multiple: true },
  },
});
/** A text of somebody's own, of which nothing was loaded ahead. */
const own =
  "Turing and Church met in Princeton. Churchill visited Bletchley Park, and Poland had sent its machines.";
const executablePath = process.env.MULREL_CHROMIUM ?? "/usr/bin/chromium";
const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"];
const scratch = mkdtempSync(join(tmpdir(), "mulrel-site-"));

function buildSite() {
  const out = join(scratch, "site");
  execFileSync(process.execPath, [join(root, "scripts/site.mjs"), "--model", values.model, "--out", out]);
  return out;
}

/** A host on a line of its own, with the bytes that went over it. */
async function startHost(site) {
  const line = { bytes: 0 };
  const host = createFileHost(site, {
    ranges: true,
    megabits: Number(values.megabits),
    delay: Number(values.delay),
    onSent: (bytes) => {
      line.bytes += bytes;
    },
  }).listen(0, "127.0.0.1");
  await new Promise((ready) => host.once("listening", ready));
  const { port } = /** @type {import("node:net").AddressInfo} */ (host.address());
  return { site, host, line, url: `http://127.0.0.1:${port}/`, visits: new Map() };
}

const seconds = (since) => (performance.now() - since) / 1000;
const hasLinks = (page) => page.locator(".name").first().waitFor({ timeout: 120_000 });

/** Notes how long `open` takes until links are there. */
async function measure({ line, visits }, title, page, open) {
  line.bytes = 0;
  const start = performance.now();
  await open();
  await hasLinks(page);
  const visit = { time: seconds(start), bytes: line.bytes };
  visits.set(title, [...(visits.get(title) ?? []), visit]);
  return start;
}

/** With a fresh browser: the first example, the second visit, and one without a network. */
async function visitThrice(place, context) {
  const page = await context.newPage();
  const start = await measure(place, "first visit, first example", page, () => page.goto(place.url));
  await page.getByText("works without a network now").waitFor({ timeout: 120_000, state: "attached" });
  place.visits.set("all of the model", [
    ...(place.visits.get("all of the model") ?? []),
    { time: seconds(start), bytes: place.line.bytes },
  ]);
  // what the page keeps for later is kept now
  await page.waitForFunction(async () => {
    const kept = await (await caches.open("mulrel-page")).keys();
    return kept.some((request) => request.url.endsWith("model/index.json"));
  });
  await measure(place, "second visit", page, () => page.reload());
  await context.setOffline(true);
  await measure(place, "visit without a network", page, () => page.reload());
}

async function visitWithText(place, context) {
  const page = await context.newPage();
  const address = `${place.url}#text=${encodeURIComponent(own)}`;
  await measure(place, "first visit, a text of one's own", page, () => page.goto(address));
}

async function withFreshBrowser(visit, place) {
  const profile = mkdtempSync(join(scratch, "profile-"));
  const context = await chromium.launchPersistentContext(profile, { executablePath, headless: true, args });
  try {
    await visit(place, context);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const places = await Promise.all((values.site ?? [buildSite()]).map(startHost));
console.log(
  `${values.megabits} Mbit/s, ${values.delay} ms, medians of ${values.runs}; load of the machine ${loadavg()[0].toFixed(1)} at the start`,
);
for (let run = 0; run < Number(values.runs); run++) {
  for (const place of places) {
    await withFreshBrowser(visitThrice, place);
    await withFreshBrowser(visitWithText, place);
  }
}
for (const { site, host, visits } of places) {
  if (places.length > 1) console.log(site);
  for (const [title, all] of visits) {
    const times = all.map(({ time }) => time);
    const range = `${Math.min(...times).toFixed(2)} to ${Math.max(...times).toFixed(2)}`;
    const sent = median(all.map(({ bytes }) => bytes)) / 1e6;
    console.log(`  ${title}: ${median(times).toFixed(2)} s (${range}), ${sent.toFixed(1)} MB sent`);
  }
  host.closeAllConnections();
  host.close();
}
console.log(`load at the end ${loadavg()[0].toFixed(1)}`);
rmSync(scratch, { recursive: true, force: true });
