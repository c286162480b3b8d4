/** Items of Wikidata for the entities of a build: from a list of two columns, or from a dump's table of page properties. */
import { decodePercent } from "../../corpus/link-labels.js";
import { normaliseTitle } from "../../corpus/titles.js";
import { LinkingError } from "../../errors.js";
import { openBytes, readLines } from "../../files/lines.js";
import { isWikidataId, numberOfWikidata } from "../stores/entity-record.js";
import { type LoggedPage, PageKind } from "./log-blocks.js";
import type { Resolution } from "./resolve-titles.js";

export interface ItemEvidence {
  resolution: Resolution;
  /** Number of a title, −1 when there is none. */
  find: (title: string) => number;
  pages: () => Iterable<LoggedPage>;
  /** Corpora that were read: the page numbers of one mean nothing in another. */
  corpora: number;
}

/** Number of the item of each entity of the build, 0 for none. An entity's own title goes before titles that lead to it. */
export async function readWikidataItems(paths: string[], evidence: ItemEvidence): Promise<Uint32Array> {
  const { resolution } = evidence;
  const items = new Uint32Array(resolution.size);
  const isOwn = new Uint8Array(resolution.size);
  const put = (title: number, item: number) => {
    const entity = title < 0 ? -1 : resolution.entityOf[title];
    if (entity < 0 || isOwn[entity]) return;
    const own = resolution.titleOf[entity] === title;
    if (own || items[entity] === 0) items[entity] = item;
    isOwn[entity] = own ? 1 : 0;
  };
  for (const path of paths) {
    const byPage = (await isPropertyTable(path)) ? await readPropertyTable(path) : new PageItems();
    if (byPage.length === 0) {
      for await (const [name, item] of listedItems(path)) {
        // a number is a page's, unless the corpora have a page of that title
        const title = evidence.find(normaliseTitle(decodePercent(name)));
        if (title >= 0) put(title, item);
        else if (/^\d+$/.test(name)) byPage.add(Number(name), item);
      }
    }
    if (byPage.length > 0) putByPage(path, byPage, evidence, put);
  }
  return items;
}

/** Lines of a title or page number, a tab or comma, and an item; a first line without an item names the columns. */
async function* listedItems(path: string): AsyncGenerator<[string, number]> {
  for await (const { text, number, problem } of readLines(path)) {
    if (problem === undefined && text.trim() === "") continue;
    const [, name, item] = /^(.+?)\s*[\t,]\s*(?:\S*\/)?(Q\d+)\s*$/.exec(text) ?? [];
    if (item !== undefined && isWikidataId(item))
      yield [name.replace(/^"(.*)"$/, "$1"), numberOfWikidata(item)];
    else if (number > 1) {
      throw new LinkingError(
        "bad-file",
        `${path}, line ${number}: ${problem ?? "there is no item of Wikidata at its end"}; each line should be a title or page number, a tab and an item like Q42.`,
      );
    }
  }
}

async function isPropertyTable(path: string): Promise<boolean> {
  const bytes = await openBytes(path);
  for await (const chunk of bytes) {
    bytes.destroy();
    return /page_props|-- (?:MySQL|MariaDB) dump/.test((chunk as Buffer).toString("latin1"));
  }
  return false;
}

/** A row is at most so long up to its item; characters. */
const LONGEST_ROW = 100;

/** The rows (page, 'wikibase_item', 'Q42', …) of page_props.sql; values of other rows may be any bytes. */
async function readPropertyTable(path: string): Promise<PageItems> {
  const items = new PageItems();
  const row = /\((\d+),'wikibase_item','(Q\d+)'/g;
  let rest = "";
  for await (const chunk of await openBytes(path)) {
    const text = rest + (chunk as Buffer).toString("latin1");
    let end = 0;
    for (const match of text.matchAll(row)) {
      items.add(Number(match[1]), numberOfWikidata(match[2]));
      end = match.index + match[0].length;
    }
    rest = text.slice(Math.max(end, text.length - LONGEST_ROW));
  }
  if (items.length > 0) return items;
  throw new LinkingError(
    "bad-file",
    `${path} has no rows with 'wikibase_item'; wanted a wiki's page_props.sql, or a list of titles and items.`,
  );
}

/** Items by page number: two columns, in order, since a large wiki has millions. */
class PageItems {
  length = 0;
  #pages = new Float64Array(1024);
  #items = new Uint32Array(1024);
  #isSorted = true;

  add(page: number, item: number): void {
    if (this.length === this.#pages.length) {
      const [pages, items] = [this.#pages, this.#items];
      this.#pages = new Float64Array(2 * this.length);
      this.#items = new Uint32Array(2 * this.length);
      this.#pages.set(pages);
      this.#items.set(items);
    }
    this.#isSorted &&= this.length === 0 || this.#pages[this.length - 1] <= page;
    this.#pages[this.length] = page;
    this.#items[this.length++] = item;
  }

  /** 0 when the page has none. */
  find(page: number): number {
    if (!this.#isSorted) this.#sort();
    let low = 0;
    for (let high = this.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (this.#pages[middle] < page) low = middle + 1;
      else high = middle;
    }
    return low < this.length && this.#pages[low] === page ? this.#items[low] : 0;
  }

  #sort(): void {
    const order = Uint32Array.from({ length: this.length }, (_, i) => i);
    order.sort((a, b) => this.#pages[a] - this.#pages[b] || a - b);
    const [pages, items] = [this.#pages, this.#items];
    this.#pages = Float64Array.from(order, (i) => pages[i]);
    this.#items = Uint32Array.from(order, (i) => items[i]);
    this.#isSorted = true;
  }
}

function putByPage(
  path: string,
  byPage: PageItems,
  { pages, corpora }: ItemEvidence,
  put: (title: number, item: number) => void,
): void {
  if (corpora > 1) {
    throw new LinkingError(
      "usage",
      `${path} goes by page numbers, but ${corpora} corpora were given, which number their pages each in their own way; give one corpus, or a list by title.`,
    );
  }
  for (const page of pages()) {
    const item = page.kind === PageKind.article ? byPage.find(Number(page.id)) : 0;
    if (item > 0) put(page.title, item);
  }
}
