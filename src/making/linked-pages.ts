/** Pages with links as teaching and judging documents: a bounded number of them, chosen by their titles' hashes. */
import type { OnWarning, Page } from "../corpus/page.js";
import { readPages } from "../corpus/read-pages.js";
import { throwIfAborted } from "../errors.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { hashString } from "../kb/stores/string-table.js";
import type { OnProgress } from "../types.js";
import type { Part, TeachingDocument } from "./teaching-document.js";

/** Longer pages are cut: their first part is what a news story is like. Characters. */
const LONGEST_TEXT = 20_000;
/** Fewer links make no document of a page, and more tell no more: texts that people link have a few dozen names. */
const FEWEST_LINKS = 2;
const MOST_LINKS = 60;
/** Held-out pages of a part where there are plenty, and their share where there are few. */
const HELD_OUT = 250;
const HELD_OUT_SHARE = 0.15;

export interface LinkedPagesOptions {
  /** Training pages, at most: more teach little more and take as much longer. */
  most: number;
  onProgress?: OnProgress;
  onWarning?: OnWarning;
  signal?: AbortSignal;
}

interface Picked {
  hash: number;
  page: Page;
}

/** Keeps the `most` pages whose titles have the lowest hashes, whatever the order they come in. */
class LowestHashes {
  readonly #most: number;
  #picked: Picked[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  add(page: Page): void {
    this.#picked.push({ hash: hashString(page.title), page });
    if (this.#picked.length >= 2 * this.#most + 16) this.#cut();
  }

  #cut(): void {
    this.#picked.sort((a, b) => a.hash - b.hash || (a.page.title < b.page.title ? -1 : 1));
    this.#picked.length = Math.min(this.#picked.length, this.#most);
  }

  finish(): Page[] {
    this.#cut();
    return this.#picked.map(({ page }) => page);
  }
}

/** The pages' parts: the lowest hashes are held out, the rest teaches. */
export async function pickLinkedPages(
  corpora: string[],
  options: LinkedPagesOptions,
): Promise<Record<Part, Page[]>> {
  const lowest = new LowestHashes(options.most + 2 * HELD_OUT);
  let read = 0;
  for (const path of corpora) {
    for await (const page of readPages(path, options)) {
      throwIfAborted(options.signal);
      if (++read % 1000 === 0) {
        options.onProgress?.({ stage: "reading pages with links", done: read, unit: "pages" });
      }
      if (page.kind !== "article" || page.links.length < FEWEST_LINKS) continue;
      const slimmer = slim(page);
      if (linksInText(slimmer).length >= FEWEST_LINKS) lowest.add(slimmer);
    }
  }
  const pages = lowest.finish();
  const heldOut = Math.min(HELD_OUT, Math.round(pages.length * HELD_OUT_SHARE));
  return {
    dev: pages.slice(0, heldOut),
    test: pages.slice(heldOut, 2 * heldOut),
    train: pages.slice(2 * heldOut),
  };
}

/** A page without what nobody reads again: its beginning. */
function slim(page: Page): Page {
  const whole = page.text.slice(0, LONGEST_TEXT);
  const last = linksInText({ ...page, text: whole }).at(MOST_LINKS - 1);
  const text = last ? whole.slice(0, last.end) : whole;
  return { ...page, text, units: undefined, categories: [], aliases: [], otherTitles: [] };
}

/** Links of the text, tables left out: a cell has other cells beside it and no sentence, and the texts that people link are made of sentences. */
function linksInText({ text, links }: Page): Page["links"] {
  return links.filter(({ start, end }) => {
    if (end > text.length) return false;
    const lineEnd = text.indexOf("\n", end);
    const line = text.slice(text.lastIndexOf("\n", start) + 1, lineEnd < 0 ? text.length : lineEnd);
    return !isTableRow(line);
  });
}

/** Cells are parted by " | ", or each row begins with one. */
const isTableRow = (line: string) => line.startsWith("| ") || line.includes(" | ");

/** The page's beginning with its links as mentions. Its own links are in the knowledge base's counts, all of them. */
export function pageDocument(kb: KnowledgeBase, page: Page): TeachingDocument {
  const own = [...page.links, ...page.looseLinks].map((link) => ({
    surface: link.surface,
    entity: kb.rowOfTitle(link.target),
  }));
  const mentions = linksInText(page).map((link) => ({
    start: link.start,
    end: link.end,
    surface: page.text.slice(link.start, link.end),
    golds: rowsOf(kb, link.target),
  }));
  return { id: page.title, text: page.text, mentions, own, isComplete: false };
}

function rowsOf(kb: KnowledgeBase, title: string): number[] {
  const row = kb.rowOfTitle(title);
  return row < 0 ? [] : [row];
}
