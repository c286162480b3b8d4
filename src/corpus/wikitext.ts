/** Wikitext to plain text and links, in one pass over the characters. */
import { decodeHTML } from "entities";
import { BracketMatches } from "./bracket-matches.js";
import { InternTable } from "./intern-table.js";
import { cleanLabel, cleanTitle, linkLabel } from "./link-labels.js";
import { defaultNamespaces, type LinkTarget, type Namespaces, readLinkTarget } from "./link-target.js";
import type { LooseLink, PageLink } from "./page.js";

export interface WikitextContents {
  text: string;
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
/** Characters that may begin markup; everything else is copied in runs. */
const special = new Uint8Array(128);
for (const c of "\n'&<[{_") special[c.charCodeAt(0)] = 1;

const INTRODUCTION = 2000;
const LONGEST_TITLE = 255;
const LONGEST_LABEL = 300;
const LONGEST_TAG = 1000;
const MOST_TARGETS = 1 << 17;
const LONGEST_EXTERNAL_LINK = 2000;

/** Reads one text after the other; the work space is kept between them. */
export class WikitextReader {
  readonly #brackets = new BracketMatches();
  #src = "";
  #codes = new Uint16Array(1 << 16);
  #at = 0;
  /** The text so far, in pieces: a string grown by adding would be flattened again and again. */
  #pieces: string[] = [];
  #length = 0;
  /** Number of the piece a bold stretch begins with, −1 outside of one. */
  #boldFrom = -1;
  #heading = false;
  #unclosed = new Set<string>();
  #targetTable = new InternTable(() => {});
  #targets: LinkTarget[] = [];
  #serial = 0;
  #found!: WikitextContents;

  constructor(private readonly namespaces: Namespaces = defaultNamespaces()) {}

  read(src: string): WikitextContents {
    this.#src = src;
    this.#readCodes(src);
    this.#brackets.match(this.#codes, src.length);
    this.#found = { text: "", links: [], looseLinks: [], categories: [], bold: [], templates: [] };
    this.#pieces = [];
    this.#length = 0;
    this.#boldFrom = -1;
    this.#heading = false;
    this.#unclosed.clear();
    this.#at = 0;
    this.#beginLine();
    const codes = this.#codes;
    while (this.#at < src.length) {
      const from = this.#at;
      let i = from;
      for (; i < src.length; i++) {
        const c = codes[i];
        // small letters first: they are most of any text
        if (c > 95 && c !== 123) continue;
        if (special[c & 127] === 1) break;
      }
      if (i > from) this.#emit(src.slice(from, i));
      this.#at = i;
      if (i < src.length) this.#markup(src.charCodeAt(i));
    }
    this.#found.text = this.#pieces.join("");
    return this.#found;
  }

  /** Characters are read from an array rather than from the string, which takes a third of the time. */
  #readCodes(src: string): void {
    if (this.#codes.length < src.length) this.#codes = new Uint16Array(src.length * 2);
    const { buffer } = this.#codes;
    Buffer.from(buffer).write(src, "utf16le");
  }

  /** Markup, or what only looks like it, at `#at`; moves on by at least one character. */
  #markup(c: number): void {
    const src = this.#src;
    const i = this.#at;
    const next = src.charCodeAt(i + 1);
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
    this.#emit(src[i]);
    this.#at++;
  }

  #emit(piece: string): void {
    if (piece === "") return;
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  #newline(): void {
    const last = this.#pieces.at(-1);
    if (last !== undefined && last.charCodeAt(last.length - 1) !== 10) this.#emit("\n");
  }

  /** What has a meaning only at the start of a line: headings, lists, tables, rules. */
  #beginLine(): void {
    const src = this.#src;
    let i = this.#at;
    for (;;) {
      const c = src.charCodeAt(i);
      // list markers, indents and white space
      if (c === 42 || c === 35 || c === 58 || c === 59 || c === 32) i++;
      else if (c === 45 && src.startsWith("----", i)) i += 4;
      else break;
    }
    this.#at = i;
    const c = src.charCodeAt(i);
    if (c === 61) this.#readHeading();
    else if (c === 123 && src.charCodeAt(i + 1) === 124) {
      const end = this.#brackets.ends[i];
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
      this.#emit("=");
      this.#at++;
      return;
    }
    this.#heading = true;
    this.#emit(cleanLabel(heading[2]).trim());
    this.#at = end;
  }

  #quotes(): void {
    const src = this.#src;
    let end = this.#at + 2;
    while (src.charCodeAt(end) === 39) end++;
    const length = end - this.#at;
    if (length === 4 || length > 5) this.#emit("'".repeat(length === 4 ? 1 : length - 5));
    this.#at = end;
    if (length === 2 || this.#heading || this.#length > INTRODUCTION) return;
    if (this.#boldFrom < 0) this.#boldFrom = this.#pieces.length;
    else {
      const bold = this.#pieces.slice(this.#boldFrom).join("").trim();
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
        this.#emit(decoded);
        this.#at = end + 1;
        return;
      }
    }
    this.#emit("&");
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
      this.#emit("<");
      this.#at++;
      return;
    }
    const end = src.indexOf(">", i);
    if (end < 0 || end - i > LONGEST_TAG) {
      this.#emit("<");
      this.#at++;
      return;
    }
    this.#at = end + 1;
    const name = /^[A-Za-z]+/.exec(src.slice(i + 1, i + 20))?.[0];
    if (!name || src.charCodeAt(end - 1) === 47) return;
    const kind = name.toLowerCase();
    if (kind === "br" || kind === "p" || kind === "div" || kind === "li") this.#emit(" ");
    else if (kind === "nowiki" || kind === "pre")
      this.#element(name, (from, to) => this.#emit(decodeHTML(src.slice(from, to))));
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
    const end = this.#brackets.ends[i];
    if (end < 0) {
      this.#at += 2;
      return;
    }
    const head = /^\s*([^|{}<\n]{1,60})/.exec(this.#src.slice(i + 2, Math.min(end, i + 80)));
    const name = head ? head[1].trim().toLowerCase() : "";
    this.#found.templates.push(name);
    if ((name === "lang" || name === "nowrap") && end - i < LONGEST_LABEL) {
      const inside = this.#src.slice(i + 2, end);
      this.#emit(cleanLabel(inside.slice(inside.lastIndexOf("|") + 1)));
    } else this.#looseLinksBetween(i, end);
    this.#at = end + 2;
  }

  #externalLink(): void {
    const src = this.#src;
    const i = this.#at;
    if (!/^\[(?:https?:|ftp:|mailto:|\/\/|news:|irc:)/.test(src.slice(i, i + 9))) {
      this.#emit("[");
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
    if (space > 0 && space < end) this.#emit(cleanLabel(piece.slice(space + 1, end)));
    this.#at = i + end + 1;
  }

  #link(): void {
    const src = this.#src;
    const i = this.#at;
    const end = this.#brackets.ends[i];
    if (end < 0) {
      this.#at += 2;
      return;
    }
    const bar = barBetween(this.#codes, i + 2, end);
    const rawEnd = bar < 0 ? end : bar;
    const target = this.#target(i + 2, rawEnd);
    if (target.kind === "file") {
      this.#looseLinksBetween(i + 2, end);
      this.#at = end + 2;
      return;
    }
    if (target.kind === "category" || target.kind === "language") {
      if (target.kind === "category") this.#found.categories.push(target.title);
      this.#at = end + 2;
      return;
    }
    let after = end + 2;
    let label = linkLabel(src.slice(i + 2, rawEnd), bar < 0 ? undefined : src.slice(bar + 1, end));
    const trail = after;
    while (after < src.length && isLowerLetter(this.#codes[after])) after++;
    if (after > trail) label += src.slice(trail, after);
    const start = this.#length;
    this.#emit(label);
    this.#at = after;
    if (target.kind !== "article" || target.title === "" || label.trim() === "") return;
    this.#found.links.push({ start, end: start + label.length, target: target.title, serial: target.serial });
  }

  /** What the target between two places leads to, its title clean; the same targets come again and again. */
  #target(from: number, to: number): LinkTarget {
    if (to - from > LONGEST_TITLE) return { kind: "other", title: "" };
    if (this.#targets.length > MOST_TARGETS) {
      this.#targets = [];
      this.#targetTable = new InternTable(() => {});
    }
    const id = this.#targetTable.internCodes(this.#src, this.#codes, from, to);
    const known = this.#targets[id];
    if (known) return known;
    const target = readLinkTarget(this.#src.slice(from, to).trim(), this.namespaces);
    if (target.kind === "article") target.title = cleanTitle(target.title);
    target.serial = this.#serial++;
    this.#targets[id] = target;
    return target;
  }

  /** Links where no running text is: they count as names, without a context. */
  #looseLinksBetween(from: number, to: number): void {
    const src = this.#src;
    for (let i = src.indexOf("[[", from); i >= 0 && i < to; i = src.indexOf("[[", i + 2)) {
      const end = this.#brackets.ends[i];
      if (end < 0 || end > to || end - i > LONGEST_LABEL) continue;
      const bar = barBetween(this.#codes, i + 2, end);
      const raw = src.slice(i + 2, bar < 0 ? end : bar);
      const target = this.#target(i + 2, bar < 0 ? end : bar);
      if (target.kind === "category" && from >= 0) this.#found.categories.push(target.title);
      if (target.kind !== "article") continue;
      const surface = linkLabel(raw, bar < 0 ? undefined : src.slice(bar + 1, end)).trim();
      if (target.title !== "" && surface !== "")
        this.#found.looseLinks.push({ surface, target: target.title });
    }
  }
}

function isLowerLetter(c: number): boolean {
  return c >= 97 && c <= 122;
}

/** Place of the first `|` between, −1 without one. */
function barBetween(codes: Uint16Array, from: number, to: number): number {
  for (let i = from; i < to; i++) if (codes[i] === 124) return i;
  return -1;
}
