/** The text of an HTML page with every offset kept: what is no text becomes blanks of the same length. */
import { characterNames } from "../../text/character-names.js";

/** Elements whose content nobody reads as text. */
const silent = new Set([
  "script",
  "style",
  "template",
  "noscript",
  "head",
  "svg",
  "math",
  "textarea",
  "select",
  "iframe",
]);
/** Elements that part sentences. */
const blocks = new Set(
  "address article aside blockquote br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul title".split(
    " ",
  ),
);
const named = new Map([
  ...characterNames,
  ["nbsp", " "],
  ["eacute", "é"],
  ["uuml", "ü"],
  ["ouml", "ö"],
  ["auml", "ä"],
  ["szlig", "ß"],
  ["oslash", "ø"],
  ["aring", "å"],
  ["ccedil", "ç"],
  ["ntilde", "ñ"],
  ["egrave", "è"],
]);

/**
 * Same length as `html`. Tags, comments and unread elements are blanked; a tag that parts blocks leaves two line
 * breaks where it has room; a character reference becomes its character and blanks. Any input is taken.
 *
 * ```ts
 * import { linkedPage, type Linker, maskHtml } from "mulrel";
 *
 * declare const linker: Linker;
 * const page = "<p>The capital of <b>France</b> is Paris.</p>";
 * console.log(linkedPage(page, linker.link(maskHtml(page))));
 * ```
 */
export function maskHtml(html: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    const textEnd = open < 0 ? html.length : open;
    parts.push(decodeInPlace(html.slice(at, textEnd)));
    if (open < 0) break;
    const end = tagEnd(html, open);
    const name = /^<\/?([a-zA-Z][a-zA-Z0-9]*)/.exec(html.slice(open, open + 20))?.[1].toLowerCase();
    if (end === open + 1) {
      // a bare "<" is text
      parts.push("<");
    } else if (name && silent.has(name) && html[open + 1] !== "/") {
      const close = closingTag(html, name, end);
      parts.push(blanks(close - open, true));
      at = close;
      continue;
    } else parts.push(blanks(end - open, name !== undefined && blocks.has(name)));
    at = end;
  }
  return parts.join("");
}

function blanks(length: number, breaks: boolean): string {
  if (!breaks) return " ".repeat(length);
  return length < 2 ? "\n" : `${" ".repeat(length - 2)}\n\n`;
}

/** End of the tag or comment that begins at `open`; open + 1 when it is none. */
function tagEnd(html: string, open: number): number {
  if (html.startsWith("<!--", open)) {
    const end = html.indexOf("-->", open + 4);
    return end < 0 ? html.length : end + 3;
  }
  const next = html.charCodeAt(open + 1) | 32;
  const isTag =
    (next >= 97 && next <= 122) || html[open + 1] === "/" || html[open + 1] === "!" || html[open + 1] === "?";
  if (!isTag) return open + 1;
  let quote = "";
  for (let i = open + 2; i < html.length; i++) {
    const c = html[i];
    if (quote) quote = c === quote ? "" : quote;
    else if (c === ">") return i + 1;
    // a quote counts only as an attribute's value
    else if ((c === '"' || c === "'") && html[i - 1] === "=") quote = c;
  }
  return html.length;
}

/** End of the element `name`; the end of the page when it is never closed. */
function closingTag(html: string, name: string, from: number): number {
  const pattern = new RegExp(`</${name}`, "gi");
  pattern.lastIndex = from;
  const found = pattern.exec(html);
  const end = found ? html.indexOf(">", found.index) : -1;
  return end < 0 ? html.length : end + 1;
}

function decodeInPlace(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g,
    (whole, decimal, hex, name) => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : 0;
      const character = name
        ? named.get(name)
        : code > 0 && code <= 0x10ffff
          ? String.fromCodePoint(code)
          : undefined;
      return character ? character.padEnd(whole.length) : whole;
    },
  );
}
