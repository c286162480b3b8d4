/**
 * Pages out of MediaWiki's pages-articles XML. The dump's form is fixed and flat, so pages are cut out by their tags and only what is
 * needed of them is decoded; docs/design.md has the measurement against a general XML parser.
 */
import { english } from "../languages/english.js";
import type { Language } from "../languages/language.js";
import {
  aliasesOf,
  firstSentence,
  introduction,
  isDisambiguationText,
  isPersonText,
} from "./first-sentence.js";
import { defaultNamespaces, type Namespaces } from "./link-target.js";
import { cutPages, elementOf, pagesIn } from "./mediawiki-chunks.js";
import { otherTitles } from "./other-titles.js";
import type { OnWarning, Page } from "./page.js";
import { normaliseTitle } from "./titles.js";
import { type KeptText, WikitextReader } from "./wikitext.js";
import { decodeXmlText } from "./xml-text.js";

export interface PageOptions {
  /** What is wanted of the texts. Default "string". */
  text?: KeptText;
  /** Of the wiki; English when left out. */
  language?: Language;
}

export interface MediaWikiOptions extends PageOptions {
  /** What warnings call the input. */
  name: string;
  onWarning?: OnWarning;
}

/** Articles, redirects and disambiguations in the dump's order, in constant memory; other namespaces are left out. */
export async function* readMediaWikiXml(
  chunks: AsyncIterable<Buffer>,
  options: MediaWikiOptions,
): AsyncGenerator<Page> {
  let wiki: WikiPages | undefined;
  for await (const { bytes, head } of cutPages(chunks, { ...options, size: 1 })) {
    wiki ??= new WikiPages(head ?? "", options);
    yield* wiki.read(bytes);
  }
}

/** Reads the pages of one wiki, chunk after chunk; its work space and the links it has met are kept between them. */
export class WikiPages {
  readonly #namespaces: Namespaces;
  readonly #wikitext: WikitextReader;

  /** `head`: what stands before the first page of the dump. */
  constructor(
    head: string,
    private readonly options: PageOptions,
  ) {
    this.#namespaces = namespacesOf(head);
    this.#wikitext = new WikitextReader(this.#namespaces);
  }

  *read(chunk: Buffer): IterableIterator<Page> {
    for (const bytes of pagesIn(chunk)) {
      const page = readPage(bytes, this.#wikitext, this.#namespaces, this.options);
      if (page) yield page;
    }
  }
}

/** Undefined for pages outside the article namespace and for pages without a title. */
function readPage(
  page: Buffer,
  wikitext: WikitextReader,
  namespaces: Namespaces,
  { text: kept = "string", language = english }: PageOptions,
): Page | undefined {
  const { pages } = language;
  const open = page.indexOf("<text");
  const head = open < 0 ? page.length : open;
  const title = normaliseTitle(elementOf(page, "title", 0, head) ?? "");
  if (title === "") return undefined;
  const ns = elementOf(page, "ns", 0, head);
  if (ns === undefined ? hasNamespace(title, namespaces) : ns.trim() !== "0") return undefined;
  const id = elementOf(page, "id", 0, head)?.trim() ?? "";
  const target = redirectTarget(page, head);
  if (target !== undefined) return emptyPage(title, id, normaliseTitle(target));
  const [from, to] = placeOfText(page, open);
  const redirect = redirectInText(wikitext.takeXml(page, from, to), language);
  if (redirect !== undefined) return emptyPage(title, id, normaliseTitle(redirect));
  const contents = wikitext.readTaken(kept);
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
    text: isDisambiguation && kept !== "string" ? wikitext.readXml(page, from, to).text : text,
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

/** From which byte to which a page's text goes; `open` is where its tag begins. */
function placeOfText(page: Buffer, open: number): [from: number, to: number] {
  const start = open < 0 ? -1 : page.indexOf(">", open);
  if (start < 0 || page[start - 1] === 47) return [0, 0];
  const end = page.lastIndexOf("</text>");
  return [start + 1, end > start ? end : page.length];
}

/** `<redirect title="…" />`, which newer dumps have. */
function redirectTarget(page: Buffer, to: number): string | undefined {
  const at = page.indexOf('<redirect title="');
  if (at < 0 || at >= to) return undefined;
  const from = at + 17;
  const end = page.indexOf('"', from);
  return end < 0 ? undefined : decodeXmlText(page, from, end);
}

/** `head`: how a text begins. */
function redirectInText(head: string, { pages }: Language): string | undefined {
  const found = /^\s*#\s*(\p{L}+)\s*:?\s*\[\[\s*:?([^\]|]+)/u.exec(head);
  const word = found?.[1].toLowerCase();
  return word === "redirect" || word === pages?.redirect ? found?.[2] : undefined;
}

function hasNamespace(title: string, namespaces: Namespaces): boolean {
  const colon = title.indexOf(":");
  const kind = colon > 0 ? namespaces.get(title.slice(0, colon).toLowerCase()) : undefined;
  return kind !== undefined && kind !== "wiki";
}

/** Namespace names of this wiki, from the head of its dump. */
function namespacesOf(head: string): Namespaces {
  const namespaces = defaultNamespaces();
  for (const match of head.matchAll(/<namespace key="(-?\d+)"[^>]*>([^<]+)<\/namespace>/g)) {
    const key = Number(match[1]);
    const kind = key === 6 || key === -2 ? "file" : key === 14 ? "category" : "other";
    if (key !== 0) namespaces.set(match[2].toLowerCase(), kind);
  }
  return namespaces;
}

/** Where the wiki's articles are, from the head of its dump: "https://en.wikipedia.org/wiki/". */
export function urlPrefixInHead(head: string): string | undefined {
  const base = /<base>(https?:\/\/[^<]*\/)[^/<]*<\/base>/.exec(head)?.[1];
  return base?.replace(/^http:/, "https:");
}
