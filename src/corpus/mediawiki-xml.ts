/**
 * Pages out of MediaWiki's pages-articles XML, from a stream of bytes in constant memory. The dump's form is fixed and
 * flat, so pages are cut out by their tags and only what is needed of them is decoded; docs/design.md has the
 * measurement against a general XML parser.
 */

import { LinkingError } from "../errors.js";
import { describeBreak } from "../files/broken-stream.js";
import { english } from "../languages/english.js";
import type { Language } from "../languages/language.js";
import { counted } from "../text/counted.js";
import {
  aliasesOf,
  firstSentence,
  introduction,
  isDisambiguationText,
  isPersonText,
} from "./first-sentence.js";
import { defaultNamespaces, type Namespaces } from "./link-target.js";
import { otherTitles } from "./other-titles.js";
import type { CorpusReader, OnWarning, Page } from "./page.js";
import { normaliseTitle } from "./titles.js";
import { type KeptText, WikitextReader } from "./wikitext.js";
import { decodeXmlText } from "./xml-text.js";

const PAGE_END = Buffer.from("</page>");
const PAGE_START = Buffer.from("<page>");
/** No page of a real dump comes near; a file that never closes a page must not fill the memory. Bytes. */
const LARGEST_PAGE = 16 << 20;

export interface MediaWikiOptions {
  /** What warnings call the input. */
  name: string;
  onWarning?: OnWarning;
  /** Pages (of any kind) that are passed over unread, for going on after an interruption. */
  skip?: number;
  /** What is wanted of the texts. Default "string". */
  text?: KeptText;
  /** Of the wiki; English when left out. */
  language?: Language;
}

export interface MediaWikiReader extends CorpusReader {
  /** Where the wiki's articles are, from the dump's siteinfo: "https://en.wikipedia.org/wiki/". Known after the first page. */
  readonly urlPrefix: string | undefined;
  /** Pages behind us, of any kind: what `skip` counts. */
  readonly pagesRead: number;
}

export function readMediaWikiXml(chunks: AsyncIterable<Buffer>, options: MediaWikiOptions): MediaWikiReader {
  const namespaces = defaultNamespaces();
  let wikitext: WikitextReader | undefined;
  let urlPrefix: string | undefined;
  let bytesRead = 0;
  let pagesRead = 0;

  async function* pages(): AsyncGenerator<Page> {
    for await (const { bytes, first } of cutPages(chunks, options, (n) => (bytesRead = n))) {
      if (first) urlPrefix = readSiteInfo(first, namespaces);
      pagesRead++;
      if (pagesRead <= (options.skip ?? 0)) continue;
      wikitext ??= new WikitextReader(namespaces);
      const page = readPage(bytes, wikitext, namespaces, options);
      if (page) yield page;
    }
  }
  return {
    pages,
    get bytesRead() {
      return bytesRead;
    },
    get urlPrefix() {
      return urlPrefix;
    },
    get pagesRead() {
      return pagesRead;
    },
  };
}

/** Each page's bytes from behind `<page>` to before `</page>`; with the first one comes what stood before it. */
async function* cutPages(
  chunks: AsyncIterable<Buffer>,
  { name, onWarning }: MediaWikiOptions,
  onBytes: (n: number) => void,
): AsyncGenerator<{ bytes: Buffer; first?: Buffer }> {
  let rest: Buffer = Buffer.alloc(0);
  /** Where in `rest` the search for the end goes on. */
  let searched = 0;
  let consumed = 0;
  let seen = 0;
  const warnEnd = (reason: string) => {
    const start = rest.indexOf(PAGE_START);
    const title = start < 0 ? undefined : titleOf(rest.subarray(start));
    const where = title === undefined ? "" : `, in the page "${title}"`;
    onWarning?.(
      `${name} ${reason} at byte ${consumed + rest.length}${where}; the ${counted(seen, "page")} before it ${seen === 1 ? "is" : "are"} used.`,
    );
  };
  try {
    for await (const chunk of chunks) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let end = rest.indexOf(PAGE_END, searched);
      let from = 0;
      while (end >= 0) {
        const start = rest.indexOf(PAGE_START, from);
        if (start >= 0 && start < end) {
          onBytes(consumed + end);
          yield seen++ === 0
            ? { bytes: rest.subarray(start, end), first: rest.subarray(0, start) }
            : { bytes: rest.subarray(start, end) };
        }
        from = end + PAGE_END.length;
        end = rest.indexOf(PAGE_END, from);
      }
      consumed += from;
      rest = rest.subarray(from);
      searched = Math.max(0, rest.length - PAGE_END.length);
      if (rest.length > LARGEST_PAGE) {
        onWarning?.(
          `${name} has more than ${LARGEST_PAGE >> 20} MB without the end of a page at byte ${consumed}; that part is left out.`,
        );
        consumed += rest.length;
        rest = Buffer.alloc(0);
        searched = 0;
      }
    }
  } catch (error) {
    if (error instanceof LinkingError || (error as Error).name === "AbortError") throw error;
    warnEnd(`is cut off (${reasonOfCut(error, name, seen)}; a broken download?): it ends`);
    return;
  }
  if (seen === 0) {
    throw new LinkingError(
      "bad-file",
      `${name} has no pages; a MediaWiki pages-articles XML dump was expected. Was it cut off, or is it another kind of file?`,
    );
  }
  if (rest.indexOf(PAGE_START) >= 0 || rest.indexOf("</mediawiki>") < 0) warnEnd("is cut off: it ends");
  onBytes(consumed + rest.length);
}

/** Only what is cut can be lived with: pages of a damaged file may say anything. */
function reasonOfCut(error: unknown, name: string, seen: number): string {
  const { isCut, reason } = describeBreak(error);
  if (isCut) return reason;
  throw new LinkingError(
    "bad-file",
    `${name} cannot be used: ${reason}, after ${counted(seen, "page")}; fetch it again.`,
    { cause: error },
  );
}

function titleOf(page: Buffer): string | undefined {
  return element(page, "title", 0, page.length);
}

function element(page: Buffer, tag: string, from: number, to: number): string | undefined {
  const start = page.indexOf(`<${tag}>`, from);
  if (start < 0 || start >= to) return undefined;
  const end = page.indexOf(`</${tag}>`, start);
  return end < 0 ? undefined : decodeXmlText(page, start + tag.length + 2, end);
}

/** Undefined for pages outside the article namespace and for pages without a title. */
function readPage(
  page: Buffer,
  wikitext: WikitextReader,
  namespaces: Namespaces,
  { text: kept, language = english }: MediaWikiOptions,
): Page | undefined {
  const { pages } = language;
  const open = page.indexOf("<text");
  const head = open < 0 ? page.length : open;
  const title = normaliseTitle(element(page, "title", 0, head) ?? "");
  if (title === "") return undefined;
  const ns = element(page, "ns", 0, head);
  if (ns === undefined ? hasNamespace(title, namespaces) : ns.trim() !== "0") return undefined;
  const id = element(page, "id", 0, head)?.trim() ?? "";
  const source = textOf(page, open);
  const redirect = redirectTarget(page, head) ?? redirectInText(source, language);
  if (redirect !== undefined) return emptyPage(title, id, normaliseTitle(redirect));
  const contents = wikitext.read(source, kept);
  const { text } = contents;
  const isDisambiguation =
    contents.templates.some((name) => pages?.disambiguationTemplate.test(name.replaceAll("_", " "))) ||
    isDisambiguationText(title, text, language);
  const opening = isDisambiguation ? "" : introduction(title, text, language);
  const isPerson =
    !isDisambiguation &&
    (contents.categories.some((name) => pages?.personCategory.test(name)) || isPersonText(opening, language));
  return {
    title,
    id,
    kind: isDisambiguation ? "disambiguation" : "article",
    // its lines are meanings: all of them are needed
    text: isDisambiguation && kept !== "string" ? wikitext.read(source).text : text,
    units: contents.units,
    links: contents.links,
    looseLinks: contents.looseLinks,
    categories: contents.categories,
    aliases: isDisambiguation ? [] : [...new Set([...contents.bold, ...aliasesOf(title, opening, language)])],
    summary: firstSentence(opening, language),
    otherTitles: language === english ? otherTitles(title, opening, isPerson) : [],
    isPerson,
  };
}

function emptyPage(title: string, id: string, redirectTo: string): Page {
  return {
    title,
    id,
    kind: "redirect",
    redirectTo,
    text: "",
    links: [],
    looseLinks: [],
    categories: [],
    aliases: [],
    otherTitles: [],
    summary: "",
    isPerson: false,
  };
}

function textOf(page: Buffer, open: number): string {
  if (open < 0) return "";
  const start = page.indexOf(">", open);
  if (start < 0 || page[start - 1] === 47) return "";
  const end = page.lastIndexOf("</text>");
  return decodeXmlText(page, start + 1, end > start ? end : page.length);
}

/** `<redirect title="…" />`, which newer dumps have. */
function redirectTarget(page: Buffer, to: number): string | undefined {
  const at = page.indexOf('<redirect title="');
  if (at < 0 || at >= to) return undefined;
  const from = at + 17;
  const end = page.indexOf('"', from);
  return end < 0 ? undefined : decodeXmlText(page, from, end);
}

function redirectInText(source: string, { pages }: Language): string | undefined {
  const head = source.slice(0, 400);
  const found = /^\s*#\s*(\p{L}+)\s*:?\s*\[\[\s*:?([^\]|]+)/u.exec(head);
  const word = found?.[1].toLowerCase();
  return word === "redirect" || word === pages?.redirect ? found?.[2] : undefined;
}

function hasNamespace(title: string, namespaces: Namespaces): boolean {
  const colon = title.indexOf(":");
  const kind = colon > 0 ? namespaces.get(title.slice(0, colon).toLowerCase()) : undefined;
  return kind !== undefined && kind !== "wiki";
}

/** Namespace names of this wiki, and where its articles are. */
function readSiteInfo(head: Buffer, namespaces: Namespaces): string | undefined {
  const text = head.toString("utf8", Math.max(0, head.length - (1 << 16)));
  for (const match of text.matchAll(/<namespace key="(-?\d+)"[^>]*>([^<]+)<\/namespace>/g)) {
    const key = Number(match[1]);
    const kind = key === 6 || key === -2 ? "file" : key === 14 ? "category" : "other";
    if (key !== 0) namespaces.set(match[2].toLowerCase(), kind);
  }
  const base = /<base>(https?:\/\/[^<]*\/)[^/<]*<\/base>/.exec(text)?.[1];
  return base?.replace(/^http:/, "https:");
}
