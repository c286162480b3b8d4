/** Wikitext to plain text and links, in one pass over the characters. */
import { decodeHTML } from "entities";
import { LinkForms } from "./link-forms.js";
import { cleanLabel } from "./link-labels.js";
import { defaultNamespaces, type Namespaces } from "./link-target.js";
import { MarkupScan } from "./markup-scan.js";
import type { LooseLink, PageLink } from "./page.js";
import { TemplateNames } from "./template-names.js";
import { TextBuilder } from "./text-builder.js";

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
const INTRODUCTION = 2000;
const LONGEST_LABEL = 300;
const LONGEST_TAG = 1000;
const LONGEST_EXTERNAL_LINK = 2000;

/** What is wanted of a text: a string, an array of units, or no more than an introduction needs. */
export type KeptText = "string" | "units" | "beginning";
const BEGINNING = 3200;

/** Reads one text after the other; the work space is kept between them. */
export class WikitextReader {
  readonly #scan = new MarkupScan();
  readonly #forms: LinkForms;
  readonly #templates = new TemplateNames();
  #src = "";
  #codes = new Uint16Array(1 << 16);
  #codeBytes = Buffer.from(this.#codes.buffer);
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

  read(src: string, kept: KeptText = "string"): WikitextContents {
    this.#src = src;
    this.#readCodes(src);
    const scan = this.#scan;
    scan.scan(this.#codes, src.length);
    this.#found = { text: "", links: [], looseLinks: [], categories: [], bold: [], templates: [] };
    const out = this.#out;
    out.begin(kept === "beginning" ? BEGINNING : Number.POSITIVE_INFINITY);
    this.#boldFrom = -1;
    this.#heading = false;
    this.#unclosed.clear();
    this.#at = 0;
    this.#beginLine();
    const { marks, count } = scan;
    for (let mark = 0; this.#at < src.length; ) {
      const from = this.#at;
      while (mark < count && marks[mark] < from) mark++;
      const to = mark < count ? marks[mark] : src.length;
      out.copy(this.#codes, from, to);
      this.#at = to;
      if (to < src.length) this.#markup(this.#codes[to]);
    }
    this.#found.text = out.slice(0, kept === "string" ? out.length : Math.min(out.length, BEGINNING));
    if (kept !== "beginning") this.#found.units = out.units.subarray(0, out.length);
    return this.#found;
  }

  /** Characters are read from an array rather than from the string, which takes a third of the time. */
  #readCodes(src: string): void {
    if (this.#codes.length < src.length) {
      this.#codes = new Uint16Array(src.length * 2);
      this.#codeBytes = Buffer.from(this.#codes.buffer);
    }
    this.#codeBytes.write(src, "utf16le");
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
    this.#out.add(src[i]);
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
    else if (c === 123 && src.charCodeAt(i + 1) === 124) {
      const end = this.#scan.ends[i];
      if (end > i) {
        this.#looseLinksBetween(i, end);
        this.#at = end + 2;
      } else this.#at = i + 2;
    } else if (c === 124 || c === 33) this.#skipLine();
  }

  #lineEnd(): number {
    const end = this.#src.indexOf("\n", this.#at);
    return end < 0 ? this.#src.length : end;
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
    const src = this.#src;
    let end = this.#at + 2;
    while (src.charCodeAt(end) === 39) end++;
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
    const end = this.#src.indexOf(";", this.#at);
    if (end > 0 && end - this.#at < 12) {
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
      const end = src.indexOf("-->", i + 4);
      this.#at = end < 0 ? src.length : end + 3;
      return;
    }
    const letter = next === 47 ? src.charCodeAt(i + 2) : next;
    const lower = letter | 32;
    if (!(lower >= 97 && lower <= 122)) {
      this.#out.add("<");
      this.#at++;
      return;
    }
    const end = src.indexOf(">", i);
    if (end < 0 || end - i > LONGEST_TAG) {
      this.#out.add("<");
      this.#at++;
      return;
    }
    this.#at = end + 1;
    const name = /^[A-Za-z]+/.exec(src.slice(i + 1, i + 20))?.[0];
    if (!name || src.charCodeAt(end - 1) === 47) return;
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
    const close = this.#src.indexOf(`</${name}`, this.#at);
    if (close < 0) {
      this.#unclosed.add(name);
      return;
    }
    inside(this.#at, close);
    const end = this.#src.indexOf(">", close);
    this.#at = end < 0 ? this.#src.length : end + 1;
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
    if (!/^\[(?:https?:|ftp:|mailto:|\/\/|news:|irc:)/.test(src.slice(i, i + 9))) {
      this.#out.add("[");
      this.#at++;
      return;
    }
    const piece = src.slice(i, i + LONGEST_EXTERNAL_LINK);
    const end = piece.search(/[\]\n]/);
    if (end < 0 || piece.charCodeAt(end) === 10) {
      this.#at++;
      return;
    }
    const space = piece.indexOf(" ");
    if (space > 0 && space < end) this.#out.add(cleanLabel(piece.slice(space + 1, end)));
    this.#at = i + end + 1;
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
    for (let i = src.indexOf("[[", from); i >= 0 && i < to; i = src.indexOf("[[", i + 2)) {
      const end = this.#scan.ends[i];
      if (end < 0 || end > to || end - i > LONGEST_LABEL) continue;
      const { isLink, kind, title, label, serial } = this.#forms.read(src, this.#codes, i + 2, end, end + 2);
      if (kind === "category") this.#found.categories.push(title);
      if (isLink) this.#found.looseLinks.push({ surface: label.trim(), target: title, serial });
    }
  }
}

function isLowerLetter(c: number): boolean {
  return c >= 97 && c <= 122;
}
