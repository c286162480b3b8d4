/** Texts and addresses from outside made fit for where they are shown: terminals, lines of a format, links of a page. */

/** Only what a browser opens as a page: no `javascript:`, no `data:`, nothing with blanks or control characters. */
const WEB_ADDRESS = /^https?:\/\/[^\s\p{Cc}<>"]+$/iu;

/** The address when it is one of the web, else undefined. Catalogues may say anything. */
export function webAddress(address: string | undefined): string | undefined {
  return address !== undefined && WEB_ADDRESS.test(address) ? address : undefined;
}

/** Control characters (a terminal obeys some of them) and those that turn the direction of writing around. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** On one line, and nothing that a terminal would obey. */
export function printable(text: string): string {
  return text.replace(/\s+/g, " ").replace(UNSEEN, "\ufffd");
}

/** The same for several lines. */
export function printableLines(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(UNSEEN, (c) => (c === "\n" || c === "\t" ? c : "\ufffd"));
}

/** Without line breaks and tabs, which part the rows and cells of many formats. */
export function oneCell(text: string): string {
  return text.replace(/\s*[\p{Cc}\u2028\u2029]+\s*/gu, " ");
}

/** Half pairs, which UTF-8 and addresses cannot hold, become U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}
