/** A real browser for tests: chromium with a fresh profile, watching for errors and for requests that leave the page's host. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { temporaryFolder } from "../temporary-folder.js";

const places = [
  process.env.MULREL_CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface TestBrowser {
  context: BrowserContext;
  /** A fresh tab; `problems` fills with console errors, uncaught errors and requests to other hosts. */
  open(url: string): Promise<{ page: Page; problems: string[] }>;
  close(): Promise<void>;
}

export async function startBrowser(): Promise<TestBrowser> {
  const executablePath = places.find((path) => path && existsSync(path));
  if (!executablePath) {
    throw new Error(
      "There is no chromium for the browser tests; run `node scripts/install-browser.mjs` as root, or name one in MULREL_CHROMIUM.",
    );
  }
  const profile = temporaryFolder();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    args: flags,
    viewport: { width: 1280, height: 900 },
    permissions: ["clipboard-read", "clipboard-write"],
  });
  context.setDefaultTimeout(20_000);
  return {
    context,
    async open(url) {
      const page = await context.newPage();
      const problems: string[] = [];
      page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("request", (request) => {
        const isOwn = request.url().startsWith(new URL(url).origin) || /^(data|blob):/.test(request.url());
        if (!isOwn) problems.push(`a request to ${request.url()}`);
      });
      await page.goto(url);
      return { page, problems };
    },
    async close() {
      await context.close();
    },
  };
}

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

/** Serious and critical findings of axe-core on the page as it is now. */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  await page.evaluate(source);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    return (await axe.run()).violations;
  });
  return violations
    .filter((v) => v.impact === "serious" || v.impact === "critical")
    .map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(" | ")}`);
}

/** Everything the page's button "Copy JSON" gives. */
export async function copiedJson(page: Page): Promise<{ text: string; links: unknown[] }> {
  await page.getByRole("button", { name: "Copy JSON" }).click();
  await page.getByText("The links are copied as JSON.").waitFor();
  return JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
}
