/** Wikitext to plain text and links, in one pass over the characters. */
import { decodeHTML } from "entities";
import { LinkForms } from "./link-forms.js";
import { cleanLabel } from "./link-labels.js";
import { defaultNamespaces, type Namespaces } from "./link-target.js";
import { MarkupScan } from "./markup-scan.js";
import type { LooseLink, PageLink } from "./page.js";
import { TemplateNames } from "./template-names.js";
import { TextBuilder } from "./text-builder.js";
import { WikitextSource } from "./wikitext-source.js";

export interface WikitextContents {
  /** All of it, or its first characters, as was asked for. */
  text: string;
  /** UTF-16 units of the text, valid until the next text is read; not there when only its beginning was asked for. */
  units?: Uint16Array;
  links: PageLink[];
  looseLinks: LooseLink[];
  categories: string[];
  /** What is bold before the first heading. */
  bold: string[];
  /** Names of the templates outside other templates, lower case. */
  templates: string[];
}

/** Their insides are no running text. */
const skippedTags = new Set(
  "ref math gallery timeline source syntaxhighlight imagemap score hiero references chem graph templatedata inputbox".split(
    " ",
  ),
);
/** What external links begin with. */
const protocols = ["http:", "https:", "ftp:", "mailto:", "//", "news:", "irc:"];
const NEWLINE = 10;
const BLANK = 32;
const SLASH = 47;
const SEMICOLON = 59;
const LESS = 60;
const GREATER = 62;
const LEFT_SQUARE = 91;
const RIGHT_SQUARE = 93;
const INTRODUCTION = 2000;
const LONGEST_LABEL = 300;
const LONGEST_ENTITY = 12;
const LONGEST_TAG_NAME = 20;
const LONGEST_TAG = 1000;
const LONGEST_EXTERNAL_LINK = 2000;

/** What is wanted of a text: a string, an array of units, or no more than an introduction needs. */
export type KeptText = "string" | "units" | "beginning";
const BEGINNING = 3200;
/** What a redirect is seen by stands within these. */
const SHOWN = 400;

/** Reads one text after the other; the work space is kept between them. */
export class WikitextReader {
  readonly #scan = new MarkupScan();
  readonly #forms: LinkForms;
  readonly #templates = new TemplateNames();
  readonly #src = new WikitextSource();
  /** Units of the source. */
  #codes = this.#src.units;
  #at = 0;
  readonly #out = new TextBuilder();
  /** Where in the text a bold stretch begins, −1 outside of one. */
  #boldFrom = -1;
  #heading = false;
  #unclosed = new Set<string>();
  #found!: WikitextContents;

  constructor(namespaces: Namespaces = defaultNamespaces()) {
    this.#forms = new LinkForms(namespaces);
  }

  read(text: string, kept: KeptText = "string"): WikitextContents {
    this.#src.takeText(text);
    return this.readTaken(kept);
  }

  /** Takes a text that stands in XML between two bytes, for `readTaken`; how it begins. */
  takeXml(bytes: Buffer, from: number, to: number): string {
    this.#src.takeXml(bytes, from, to);
    return this.#src.slice(0, SHOWN);
  }

  readXml(bytes: Buffer, from: number, to: number): WikitextContents {
    this.takeXml(bytes, from, to);
    return this.readTaken("string");
  }

  /** Reads what was taken; once. */
  readTaken(kept: KeptText): WikitextContents {
    const src = this.#src;
    const codes = src.units;
    this.#codes = codes;
    this.#scan.scan(src);
    this.#found = { text: "", links: [], looseLinks: [], categories: [], bold: [], templates: [] };
    const out = this.#out;
    out.begin(kept === "beginning" ? BEGINNING : Number.POSITIVE_INFINITY);
    this.#boldFrom = -1;
    this.#heading = false;
    this.#unclosed.clear();
    this.#at = 0;
    this.#beginLine();
    const { marks, count } = this.#scan;
    const { length } = src;
    while (this.#at < length) {
      const from = this.#at;
      const mark = this.#scan.from(from);
      const to = mark < count ? marks[mark] : length;
      out.copy(codes, from, to);
      this.#at = to;
      if (to < length) this.#markup(codes[to]);
    }
    this.#found.text = out.slice(0, kept === "string" ? out.length : Math.min(out.length, BEGINNING));
    if (kept !== "beginning") this.#found.units = out.units.subarray(0, out.length);
    return this.#found;
  }

  /** Markup, or what only looks like it, at `#at`; moves on by at least one character. */
  #markup(c: number): void {
    const src = this.#src;
    const i = this.#at;
    const next = i + 1 < src.length ? this.#codes[i + 1] : -1;
    switch (c) {
      case 10:
        this.#boldFrom = -1;
        this.#at++;
        this.#newline();
        this.#beginLine();
        return;
      case 39:
        if (next !== 39) break;
        this.#quotes();
        return;
      case 38:
        this.#entity();
        return;
      case 60:
        this.#tag(next);
        return;
      case 91:
        if (next === 91) this.#link();
        else this.#externalLink();
        return;
      case 123:
        if (next !== 123) break;
        this.#template();
        return;
      case 95:
        if (next === 95) {
          const word = /^__[A-Z]{2,30}__/.exec(src.slice(i, i + 34));
          if (word) {
            this.#at += word[0].length;
            return;
          }
        }
    }
    this.#out.copy(this.#codes, i, i + 1);
    this.#at++;
  }

  #newline(): void {
    const { last } = this.#out;
    if (last !== 0 && last !== 10) this.#out.add("\n");
  }

  /** What has a meaning only at the start of a line: headings, lists, tables, rules. */
  #beginLine(): void {
    const src = this.#src;
    const codes = this.#codes;
    let i = this.#at;
    let c = 0;
    for (;;) {
      c = i < src.length ? codes[i] : 0;
      // list markers, indents and white space
      if (c === 42 || c === 35 || c === 58 || c === 59 || c === 32) i++;
      else if (c === 45 && src.startsWith("----", i)) i += 4;
      else break;
    }
    this.#at = i;
    if (c === 61) this.#readHeading();
    else if (c === 123 && i + 1 < src.length && codes[i + 1] === 124) {
      const end = this.#scan.ends[i];
      if (end > i) {
        this.#looseLinksBetween(i, end);
        this.#at = end + 2;
      } else this.#at = i + 2;
    } else if (c === 124 || c === 33) this.#skipLine();
  }

  #lineEnd(): number {
    const { marks, count } = this.#scan;
    let mark = this.#scan.from(this.#at);
    while (mark < count && this.#codes[marks[mark]] !== NEWLINE) mark++;
    return mark < count ? marks[mark] : this.#src.length;
  }

  #skipLine(): void {
    const end = this.#lineEnd();
    this.#looseLinksBetween(this.#at, end);
    this.#at = end;
  }

  #readHeading(): void {
    const end = this.#lineEnd();
    const line = this.#src.slice(this.#at, end).trim();
    const heading = /^(={1,6})(.+?)\1$/.exec(line.length > LONGEST_LABEL ? "" : line);
    if (!heading) {
      this.#out.add("=");
      this.#at++;
      return;
    }
    this.#heading = true;
    this.#out.add(cleanLabel(heading[2]).trim());
    this.#at = end;
  }

  #quotes(): void {
    const { length: n } = this.#src;
    let end = this.#at + 2;
    while (end < n && this.#codes[end] === 39) end++;
    const length = end - this.#at;
    if (length === 4 || length > 5) this.#out.add("'".repeat(length === 4 ? 1 : length - 5));
    this.#at = end;
    if (length === 2 || this.#heading || this.#out.length > INTRODUCTION) return;
    if (this.#boldFrom < 0) this.#boldFrom = this.#out.length;
    else {
      const bold = this.#out.slice(this.#boldFrom, this.#out.length).trim();
      if (bold.length > 1 && bold.length < 100) this.#found.bold.push(bold);
      this.#boldFrom = -1;
    }
  }

  #entity(): void {
    const end = this.#src.indexOf(SEMICOLON, this.#at, this.#at + LONGEST_ENTITY);
    if (end > 0) {
      const raw = this.#src.slice(this.#at, end + 1);
      const decoded = raw === "&nbsp;" ? " " : decodeHTML(raw);
      if (decoded !== raw) {
        this.#out.add(decoded);
        this.#at = end + 1;
        return;
      }
    }
    this.#out.add("&");
    this.#at++;
  }

  #tag(next: number): void {
    const src = this.#src;
    const i = this.#at;
    if (next === 33 && src.startsWith("<!--", i)) {
      this.#at = src.commentEnd(i + 4);
      return;
    }
    const letter = next === 47 && i + 2 < src.length ? this.#codes[i + 2] : next;
    const end = isLetter(letter) ? src.indexOf(GREATER, i, i + LONGEST_TAG + 1) : -1;
    if (end < 0) {
      this.#out.add("<");
      this.#at++;
      return;
    }
    this.#at = end + 1;
    if (next === 47 || this.#codes[end - 1] === 47) return;
    let nameEnd = i + 2;
    while (nameEnd < i + LONGEST_TAG_NAME && isLetter(this.#codes[nameEnd])) nameEnd++;
    const name = src.slice(i + 1, nameEnd);
    const kind = name.toLowerCase();
    if (kind === "br" || kind === "p" || kind === "div" || kind === "li") this.#out.add(" ");
    else if (kind === "nowiki" || kind === "pre")
      this.#element(name, (from, to) => this.#out.add(decodeHTML(src.slice(from, to))));
    else if (skippedTags.has(kind)) this.#element(name, (from, to) => this.#looseLinksBetween(from, to));
  }

  /** Hands over the inside of the element whose start tag was just passed, and passes its end tag. */
  #element(name: string, inside: (from: number, to: number) => void): void {
    // one failed search for a closing tag says that there is none further on either
    if (this.#unclosed.has(name)) return;
    const { marks, count } = this.#scan;
    let mark = this.#scan.from(this.#at);
    while (mark < count && !this.#isEndTag(marks[mark], name)) mark++;
    if (mark === count) {
      this.#unclosed.add(name);
      return;
    }
    inside(this.#at, marks[mark]);
    const end = this.#src.indexOf(GREATER, marks[mark], this.#src.length);
    this.#at = end < 0 ? this.#src.length : end + 1;
  }

  /** Does the end tag of such an element begin at `at`? */
  #isEndTag(at: number, name: string): boolean {
    return this.#codes[at] === LESS && this.#codes[at + 1] === SLASH && this.#src.startsWith(name, at + 2);
  }

  #template(): void {
    const i = this.#at;
    const end = this.#scan.ends[i];
    if (end < 0) {
      this.#at += 2;
      return;
    }
    const name = this.#templates.read(this.#src, this.#codes, i + 2, Math.min(end, i + 80));
    this.#found.templates.push(name);
    if ((name === "lang" || name === "nowrap") && end - i < LONGEST_LABEL) {
      const inside = this.#src.slice(i + 2, end);
      this.#out.add(cleanLabel(inside.slice(inside.lastIndexOf("|") + 1)));
    } else this.#looseLinksBetween(i, end);
    this.#at = end + 2;
  }

  #externalLink(): void {
    const src = this.#src;
    const i = this.#at;
    if (!protocols.some((protocol) => src.startsWith(protocol, i + 1))) {
      this.#out.add("[");
      this.#at++;
      return;
    }
    const codes = this.#codes;
    const to = Math.min(src.length, i + LONGEST_EXTERNAL_LINK);
    let end = i + 1;
    while (end < to && codes[end] !== RIGHT_SQUARE && codes[end] !== NEWLINE) end++;
    if (end === to || codes[end] === NEWLINE) {
      this.#at++;
      return;
    }
    const space = src.indexOf(BLANK, i, end);
    if (space >= 0) this.#out.add(cleanLabel(src.slice(space + 1, end)));
    this.#at = end + 1;
  }

  #link(): void {
    const src = this.#src;
    const i = this.#at;
    const end = this.#scan.ends[i];
    if (end < 0) {
      this.#at += 2;
      return;
    }
    let after = end + 2;
    while (after < src.length && isLowerLetter(this.#codes[after])) after++;
    const form = this.#forms.read(src, this.#codes, i + 2, end, after);
    const { kind, label } = form;
    if (kind === "file" || kind === "category" || kind === "language") {
      if (kind === "file") this.#looseLinksBetween(i + 2, end);
      else if (kind === "category") this.#found.categories.push(form.title);
      this.#at = end + 2;
      return;
    }
    const start = this.#out.length;
    this.#out.add(label);
    this.#at = after;
    if (form.isLink)
      this.#found.links.push({
        start,
        end: this.#out.length,
        surface: label,
        target: form.title,
        serial: form.serial,
      });
  }

  /** Links where no running text is: they count as names, without a context. */
  #looseLinksBetween(from: number, to: number): void {
    const src = this.#src;
    const codes = this.#codes;
    const { marks, count, ends } = this.#scan;
    let free = from;
    for (let mark = this.#scan.from(from); mark < count && marks[mark] < to; mark++) {
      const i = marks[mark];
      if (i < free || codes[i] !== LEFT_SQUARE || codes[i + 1] !== LEFT_SQUARE || i + 1 >= src.length)
        continue;
      free = i + 2;
      const end = ends[i];
      if (end < 0 || end > to || end - i > LONGEST_LABEL) continue;
      const { isLink, kind, title, label, serial } = this.#forms.read(src, codes, i + 2, end, end + 2);
      if (kind === "category") this.#found.categories.push(title);
      if (isLink) this.#found.looseLinks.push({ surface: label.trim(), target: title, serial });
    }
  }
}

/** Of either case. */
function isLetter(c: number): boolean {
  return isLowerLetter(c | 32);
}

function isLowerLetter(c: number): boolean {
  return c >= 97 && c <= 122;
}
