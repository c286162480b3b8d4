/** Finds for every opening bracket of a wikitext where its closing one is, in one pass: nested, unclosed, hostile alike. */

const NEWLINE = 10;
const LEFT_SQUARE = 91;
const RIGHT_SQUARE = 93;
const LEFT_CURLY = 123;
const BAR = 124;
const RIGHT_CURLY = 125;

/**
 * After `match`, `ends[i]` of a `[[`, `{{` or `{|` (at a line's start) at i is the place of its closing
 * bracket, −1 when it has none. Other entries of `ends` mean nothing: the array is used again for every text.
 */
export class BracketMatches {
  ends = new Int32Array(1 << 16);
  #links: number[] = [];
  #templates: number[] = [];
  #tables: number[] = [];

  /** `codes`: the UTF-16 units of the text, of which there are `n`. */
  match(codes: Uint16Array, n: number): void {
    if (this.ends.length < n) this.ends = new Int32Array(Math.max(n, this.ends.length * 2));
    const ends = this.ends;
    const links = this.#links;
    const templates = this.#templates;
    const tables = this.#tables;
    links.length = templates.length = tables.length = 0;
    for (let i = 0; i < n; i++) {
      const c = codes[i];
      // all brackets of interest, and the bar, are 91 to 93 and 123 to 125: nearly everything passes here at once
      if (c < LEFT_SQUARE || (c > RIGHT_SQUARE && c < LEFT_CURLY) || c > RIGHT_CURLY) continue;
      const next = i + 1 < n ? codes[i + 1] : 0;
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
      } else if (c === LEFT_CURLY && next === BAR && beginsLine(codes, i)) {
        ends[i] = -1;
        tables.push(i++);
      } else if (c === BAR && next === RIGHT_CURLY && codes[i + 2] !== RIGHT_CURLY && beginsLine(codes, i)) {
        if (tables.length > 0) ends[tables.pop()!] = i;
        i++;
      }
    }
  }
}

/** Only blanks and colons between here and the start of the line? */
function beginsLine(codes: Uint16Array, at: number): boolean {
  for (let i = at - 1; i >= 0; i--) {
    const c = codes[i];
    if (c === NEWLINE) return true;
    if (c !== 32 && c !== 58) return false;
  }
  return true;
}
