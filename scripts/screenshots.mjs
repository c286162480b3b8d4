// Pictures of the page in the states that its design is judged by: node scripts/screenshots.mjs OUT [--model FOLDER] [--only PART …] [--report FILE.html …]
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: "string", default: join(root, "models/default") },
    only: { type: "string", multiple: true, default: [] },
    // pages that commands have written: training, evaluation, make, analyse
    report: { type: "string", multiple: true, default: [] },
  },
});
const [out] = positionals;
if (!out) {
  console.error("Where should the pictures go? node scripts/screenshots.mjs FOLDER");
  process.exit(2);
}
mkdirSync(out, { recursive: true });
const scratch = mkdtempSync(join(tmpdir(), "mulrel-pictures-"));
const catalogue = `id,title,aliases,description,type
C-310,Falcon espresso machine,Falcon,A machine that makes coffee for cafés,product
C-311,Kestrel grinder,Kestrel,A grinder for coffee beans,product
C-312,Northwind Roasters,Northwind,A company in Leeds that roasts coffee,organisation
`;
const article =
  "England beat West Germany at Wembley in 1966. Bobby Moore lifted the trophy, and Germany had their revenge in Mexico four years later.";
const nouns =
  "A volcano near the river destroyed the cathedral of Catania, and barack obama sent help from washington.";
const cities =
  "Paris London Berlin Madrid Rome Vienna Prague Warsaw Athens Lisbon Dublin Oslo Stockholm Helsinki Copenhagen Moscow Cairo Delhi Tokyo Beijing Ottawa Havana Lima Bogotá Quito";
const crowd = Array.from({ length: 10 }, () => cities.split(" ").join(", ")).join(". ");

/** `mulrel serve` with the model; its address and how to end it. */
async function serve(...more) {
  const address = join(scratch, `address-${Math.random()}`);
  const args = [
    "dist/cli/main.js",
    "serve",
    "-m",
    resolve(values.model),
    "--port",
    "0",
    "--workers",
    "1",
    "--log-level",
    "error",
  ];
  const server = spawn(process.execPath, [...args, "--address-file", address, ...more], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  for (;;) {
    try {
      const url = readFileSync(address, "utf8").trim();
      if (url) return { url, close: () => server.kill() };
    } catch {}
    if (server.exitCode !== null) throw new Error("The server ended; its own sentence is above.");
    await new Promise((later) => setTimeout(later, 100));
  }
}

const executablePath = process.env.MULREL_CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });

/** A picture named after the state, the width and the colours. */
async function picture(
  name,
  address,
  { width = 1280, dark = false, full = true, doing = async (_page) => {} } = {},
) {
  const title = `${name}-${width}${dark ? "-dark" : ""}`;
  if (values.only.length > 0 && !values.only.some((part) => title.includes(part))) return;
  const page = await browser.newPage({
    viewport: { width, height: width < 500 ? 780 : 900 },
    colorScheme: dark ? "dark" : "light",
    reducedMotion: "reduce",
  });
  page.setDefaultTimeout(60_000);
  page.on("console", (message) => message.type() === "error" && console.error(`${title}: ${message.text()}`));
  await page.goto(address);
  await doing(page);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(out, `${title}.png`), fullPage: full });
  await page.close();
  console.log(`${title}.png`);
}

const linked = async (page) => page.locator(".name").first().waitFor();
const choose =
  (name, nth = 0) =>
  async (page) => {
    await page.locator(".name", { hasText: name }).nth(nth).click();
    await page.locator(".story").waitFor();
  };
const inOrder =
  (...steps) =>
  async (page) => {
    for (const step of steps) await step(page);
  };
const press = (label) => (page) => page.getByRole("button", { name: label, exact: true }).click();

const empty = inOrder(linked, press("Own text"), (page) => page.getByLabel("Your text").fill(""));
const whatIf = inOrder(
  linked,
  choose("England"),
  (page) => page.locator(".pin").first().click(),
  (page) => page.locator(".what-if").waitFor(),
);
const compare = inOrder(
  linked,
  press("Compare"),
  (page) => page.locator("#concepts-B").check(),
  (page) => page.locator("#smallLetters-B").check(),
  (page) => page.getByText(/A links \d+/).waitFor(),
);
const correct = inOrder(linked, choose("Germany", 1), (page) =>
  page.getByRole("button", { name: "this is right" }).nth(1).click(),
);
const types = inOrder(linked, (page) => page.locator(".types .chip").first().click());
const matrix = inOrder(linked, press("Matrix"));
/** The sheet of a phone covers the page, so only the screen is taken of what has it open. */
const states = [
  { name: "empty", doing: empty },
  { name: "example", doing: linked },
  { name: "story", text: article, doing: inOrder(linked, choose("England")), hasSheet: true },
  { name: "what-if", text: article, doing: whatIf, hasSheet: true },
  { name: "compare", text: nouns, doing: compare },
  { name: "matrix", text: article, doing: matrix },
  { name: "crowd", text: crowd, doing: inOrder(linked, choose("Vienna", 4)), isLong: true },
  { name: "crowd-matrix", text: crowd, doing: matrix, isLong: true },
  { name: "correction", text: article, doing: correct, isLong: true },
  { name: "types", text: article, doing: types },
  { name: "right-to-left", text: "زار Barack Obama مدينة القاهرة ثم عاد إلى Washington.", doing: linked },
  {
    name: "no-names",
    text: "nothing here has a name, and nobody minds.",
    doing: (page) => page.locator(".empty").waitFor(),
  },
];

async function pagesOf(url) {
  for (const width of [1280, 390, 320]) {
    for (const dark of [false, true]) {
      for (const { name, text, doing, hasSheet = false, isLong = false } of states) {
        const address = text ? `${url}/#text=${encodeURIComponent(text)}` : url;
        await picture(name, address, { width, dark, doing, full: !isLong && (width > 500 || !hasSheet) });
      }
      await picture("api", `${url}/api`, { width, dark });
    }
  }
  const long = `${article}\n\n`.repeat(Math.floor(99_000 / (article.length + 2)));
  const fill = inOrder(
    linked,
    press("Own text"),
    (page) => page.getByLabel("Your text").fill(long),
    press("Link the names"),
    (page) => page.waitForFunction((n) => document.querySelectorAll(".name").length > n, 1000),
    choose("Bobby Moore", 300),
  );
  await picture("long", url, { full: false, doing: fill });
}

async function pagesOfOwn(url) {
  await picture("own-example", url, { doing: linked });
  await picture("own-story", url, {
    doing: inOrder(
      linked,
      (page) => page.locator(".name").first().click(),
      (page) => page.locator(".told").first().waitFor(),
    ),
  });
}

try {
  for (const report of values.report) {
    const name = `report-${report
      .split("/")
      .slice(-2)
      .join("-")
      .replace(/\.html$/, "")}`;
    for (const width of [1280, 390]) {
      for (const dark of [false, true])
        await picture(name, pathToFileURL(resolve(report)).href, { width, dark });
    }
  }
  if (values.report.length === 0) {
    const server = await serve();
    await pagesOf(server.url).finally(server.close);
    const products = join(scratch, "products.csv");
    writeFileSync(products, catalogue);
    const own = await serve("--add", products);
    await pagesOfOwn(own.url).finally(own.close);
  }
} finally {
  await browser.close();
  rmSync(scratch, { recursive: true, force: true });
}
