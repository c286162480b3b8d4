/** Pages out of WikiExtractor's JSON lines, whose texts may keep links as `<a href="Title">anchor</a>`. */
import { decodeHTML } from "entities";
import type { TextLine } from "../files/lines.js";
import { english } from "../languages/english.js";
import type { Language } from "../languages/language.js";
import {
  aliasesOf,
  firstSentence,
  introduction,
  isDisambiguationText,
  isPersonText,
} from "./first-sentence.js";
import { decodePercent } from "./link-labels.js";
import { defaultNamespaces, readLinkTarget } from "./link-target.js";
import { otherTitles } from "./other-titles.js";
import type { OnWarning, Page, PageLink } from "./page.js";
import { normaliseTitle } from "./titles.js";

const namespaces = defaultNamespaces();

/** Bad lines are warned about and left out. */
export async function* readWikiExtractor(
  lines: AsyncIterable<TextLine>,
  options: { name: string; onWarning?: OnWarning; language?: Language },
): AsyncGenerator<{ page: Page; line: number }> {
  const { name, onWarning, language = english } = options;
  const bad = new BadLines(name, onWarning);
  for await (const line of lines) {
    const page = line.problem ? line.problem : readExtractorLine(line.text, language);
    if (typeof page === "string") bad.add(line.number, page);
    else if (page) yield { page, line: line.number };
  }
  bad.end();
}

const MOST_TOLD = 5;

/** Tells the first few lines that could not be used, and at the end how many there were. */
export class BadLines {
  #count = 0;

  constructor(
    private readonly name: string,
    private readonly onWarning: OnWarning | undefined,
  ) {}

  add(line: number, problem: string): void {
    if (++this.#count <= MOST_TOLD)
      this.onWarning?.(`${this.name}, line ${line}: ${problem}; the line is left out.`);
  }

  end(): void {
    if (this.#count > MOST_TOLD)
      this.onWarning?.(`${this.name}: ${this.#count} lines in all could not be used.`);
  }
}

/** The page, undefined for an empty line, or what is wrong. */
export function readExtractorLine(line: string, language: Language): Page | string | undefined {
  if (line.trim() === "") return undefined;
  let value: { id?: unknown; title?: unknown; text?: unknown };
  try {
    value = JSON.parse(line);
  } catch {
    return "it is not JSON";
  }
  if (value === null || typeof value !== "object" || typeof value.title !== "string")
    return "it has no title";
  const title = normaliseTitle(decodeEntities(value.title));
  if (title === "") return "its title is empty";
  const { text, links } = readAnchors(typeof value.text === "string" ? value.text : "");
  const isDisambiguation = isDisambiguationText(title, text, language);
  const opening = isDisambiguation ? "" : introduction(title, text, language);
  const isPerson = isPersonText(opening, language);
  return {
    title,
    id: value.id === undefined || value.id === null ? "" : String(value.id),
    kind: isDisambiguation ? "disambiguation" : "article",
    text,
    links,
    looseLinks: [],
    categories: [],
    aliases: aliasesOf(title, opening, language),
    summary: firstSentence(opening, language),
    otherTitles: language === english ? otherTitles(title, opening, isPerson) : [],
    isPerson,
  };
}

/** Text with the anchors taken out, and where they were. A tag that does not close is left as text. */
export function readAnchors(source: string): { text: string; links: PageLink[] } {
  const links: PageLink[] = [];
  if (!source.includes("<") && !source.includes("&")) return { text: source, links };
  let text = "";
  let at = 0;
  for (let open = source.indexOf('<a href="'); open >= 0; open = source.indexOf('<a href="', at)) {
    const quote = source.indexOf('">', open + 9);
    const close = quote < 0 ? -1 : source.indexOf("</a>", quote);
    if (close < 0) break;
    text += decodeEntities(source.slice(at, open));
    const start = text.length;
    const surface = decodeEntities(source.slice(quote + 2, close));
    text += surface;
    const target = readLinkTarget(decodePercent(decodeEntities(source.slice(open + 9, quote))), namespaces);
    const title = target.kind === "article" ? normaliseTitle(target.title) : "";
    if (title !== "" && surface !== "") links.push({ start, end: text.length, surface, target: title });
    at = close + 4;
  }
  text += decodeEntities(source.slice(at));
  markTables(text, links);
  return { text, links };
}

/** A line of which more than this is links is an entry of a list. */
const MOST_LINKED = 0.4;

/** A line whose cells are parted by strokes is a row of a table; entries of lists are no sentences either. */
function markTables(text: string, links: PageLink[]): void {
  for (let first = 0; first < links.length; ) {
    const lineStart = text.lastIndexOf("\n", links[first].start) + 1;
    const next = text.indexOf("\n", links[first].end);
    const lineEnd = next < 0 ? text.length : next;
    let linked = 0;
    let last = first;
    for (; last < links.length && links[last].start < lineEnd; last++)
      linked += links[last].end - links[last].start;
    const isRow = /(?:^|\s)\|\s/.test(text.slice(lineStart, lineEnd));
    if (isRow || linked > MOST_LINKED * (lineEnd - lineStart))
      for (let i = first; i < last; i++) links[i].inTable = true;
    first = last;
  }
}

function decodeEntities(text: string): string {
  return text.includes("&") ? decodeHTML(text).replaceAll("\u00a0", " ") : text;
}
