import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { pageDocument, pickLinkedPages } from "./linked-pages.js";

const folder = temporaryFolder();
const link = (title: string) => `<a href="${title}">${title}</a>`;

async function pagesOf(texts: Record<string, string>) {
  const path = join(folder, "pages.jsonl");
  const lines = Object.entries(texts).map(([title, text]) => JSON.stringify({ id: title, title, text }));
  writeFileSync(path, `${lines.join("\n")}\n`);
  const { dev, test, train } = await pickLinkedPages([path], { most: 100 });
  return [...dev, ...test, ...train];
}

const kb = { rowOfTitle: (title: string) => title.length } as KnowledgeBase;

test("links in rows of tables teach nothing, but are taken off the counts", async () => {
  const sentence = `The road from ${link("Arvelo")} to ${link("Brenholt")} is long.`;
  const table = `Year | ${link("Cardun")} | 12\n| Won by | ${link("Dorn")}`;
  const pages = await pagesOf({ Mixed: `${sentence}\n${table}`, "Only a table": table });
  expect(pages.map((page) => page.title)).toEqual(["Mixed"]);
  const document = pageDocument(kb, pages[0]);
  expect(document.mentions.map((m) => m.surface)).toEqual(["Arvelo", "Brenholt"]);
  expect(document.own.map((use) => use.surface)).toEqual(["Arvelo", "Brenholt", "Cardun", "Dorn"]);
});

test("a page ends with its sixtieth link", async () => {
  const text = Array.from({ length: 80 }, (_, i) => `Here lies ${link(`Town ${i}`)}, a town.`).join("\n");
  const [page] = await pagesOf({ Towns: text });
  const { mentions, text: kept } = pageDocument(kb, page);
  expect(mentions.length).toBe(60);
  expect(kept.endsWith("Town 59")).toBe(true);
});
