/** Finds for every opening bracket of a wikitext where its closing one is, in one pass: nested, unclosed, hostile alike. */

const NEWLINE = 10;
const LEFT_SQUARE = 91;
const RIGHT_SQUARE = 93;
const LEFT_CURLY = 123;
const BAR = 124;
const RIGHT_CURLY = 125;

/**
 * After `match(text)`, `ends[i]` of a `[[`, `{{` or `{|` (at a line's start) at i is the place of its closing
 * bracket, −1 when it has none. Other entries of `ends` mean nothing: the array is used again for every text.
 */
export class BracketMatches {
  ends = new Int32Array(1 << 16);
  #links: number[] = [];
  #templates: number[] = [];
  #tables: number[] = [];

  match(text: string): void {
    const n = text.length;
    if (this.ends.length < n) this.ends = new Int32Array(Math.max(n, this.ends.length * 2));
    const ends = this.ends;
    const links = this.#links;
    const templates = this.#templates;
    const tables = this.#tables;
    links.length = templates.length = tables.length = 0;
    let lineStart = true;
    for (let i = 0; i < n; i++) {
      const c = text.charCodeAt(i);
      // all brackets of interest, and the bar, are at 91 and above; letters pass here at once
      if (c < LEFT_SQUARE) {
        if (c === NEWLINE) lineStart = true;
        else if (c !== 32 && c !== 58) lineStart = false;
        continue;
      }
      if (c > RIGHT_CURLY || (c > RIGHT_SQUARE && c < LEFT_CURLY)) {
        lineStart = false;
        continue;
      }
      const next = text.charCodeAt(i + 1);
      if (c === LEFT_SQUARE && next === LEFT_SQUARE) {
        ends[i] = -1;
        links.push(i++);
      } else if (c === RIGHT_SQUARE && next === RIGHT_SQUARE) {
        if (links.length > 0) ends[links.pop()!] = i;
        i++;
      } else if (c === LEFT_CURLY && next === LEFT_CURLY) {
        ends[i] = -1;
        templates.push(i++);
      } else if (c === RIGHT_CURLY && next === RIGHT_CURLY) {
        if (templates.length > 0) ends[templates.pop()!] = i;
        i++;
      } else if (lineStart && c === LEFT_CURLY && next === BAR) {
        ends[i] = -1;
        tables.push(i++);
      } else if (lineStart && c === BAR && next === RIGHT_CURLY && text.charCodeAt(i + 2) !== RIGHT_CURLY) {
        if (tables.length > 0) ends[tables.pop()!] = i;
        i++;
      }
      lineStart = false;
    }
  }
}
