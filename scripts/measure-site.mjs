// How long a first visit to the static site waits for its first links, on a line of a given speed: node scripts/measure-site.mjs [--megabits 50] [--delay 20] [--runs 5] [--model FOLDER]
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
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
  },
});
/** A text of somebody's own, of which nothing was loaded ahead. */
const own =
  "Turing and Church met in Princeton. Churchill visited Bletchley Park, and Poland had sent its machines.";
const scratch = mkdtempSync(join(tmpdir(), "mulrel-site-"));
const site = join(scratch, "site");
execFileSync(process.execPath, [join(root, "scripts/site.mjs"), "--model", values.model, "--out", site]);
let bytes = 0;
const host = createFileHost(site, {
  ranges: true,
  megabits: Number(values.megabits),
  delay: Number(values.delay),
  onAnswer: (_, sent) => {
    bytes += sent;
  },
}).listen(0, "127.0.0.1");
await new Promise((ready) => host.once("listening", ready));
const url = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (host.address()).port}/`;
const executablePath = process.env.MULREL_CHROMIUM ?? "/usr/bin/chromium";
const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"];

/** Seconds until a fresh browser shows links, and until the model is all there. */
async function visit(address, run) {
  const profile = join(scratch, `profile-${run}`);
  const context = await chromium.launchPersistentContext(profile, { executablePath, headless: true, args });
  const page = await context.newPage();
  bytes = 0;
  const start = performance.now();
  await page.goto(address);
  await page.locator(".name").first().waitFor({ timeout: 120_000 });
  const linked = (performance.now() - start) / 1000;
  const before = bytes;
  await page.getByText("works without a network now").waitFor({ timeout: 120_000, state: "attached" });
  const complete = (performance.now() - start) / 1000;
  await context.close();
  rmSync(profile, { recursive: true, force: true });
  return { linked, complete, before };
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const texts = { "first example": url, "a text of one's own": `${url}#text=${encodeURIComponent(own)}` };
console.log(`${values.megabits} Mbit/s, ${values.delay} ms, medians of ${values.runs} first visits`);
for (const [title, address] of Object.entries(texts)) {
  const visits = [];
  for (let run = 0; run < Number(values.runs); run++) visits.push(await visit(address, run));
  const of = (key) => median(visits.map((v) => v[key]));
  console.log(
    `${title}: links after ${of("linked").toFixed(2)} s (${(of("before") / 1e6).toFixed(1)} MB sent), all of the model after ${of("complete").toFixed(2)} s`,
  );
}
host.closeAllConnections();
host.close();
rmSync(scratch, { recursive: true, force: true });
