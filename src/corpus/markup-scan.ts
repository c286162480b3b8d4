/**
 * One pass over a wikitext that finds every place where markup may begin, and for every opening bracket where its closing one is:
 * nested, unclosed, hostile alike. What is read afterwards goes from mark to mark and never looks at the characters between.
 */

const NEWLINE = 10;
const AMPERSAND = 38;
const APOSTROPHE = 39;
const LESS = 60;
const LEFT_SQUARE = 91;
const RIGHT_SQUARE = 93;
const UNDERSCORE = 95;
const LEFT_CURLY = 123;
const BAR = 124;
const RIGHT_CURLY = 125;

/** By UTF-16 unit: 1 where something has to be looked at. */
const special = new Uint8Array(1 << 16);
for (const code of [
  NEWLINE,
  AMPERSAND,
  APOSTROPHE,
  LESS,
  LEFT_SQUARE,
  RIGHT_SQUARE,
  UNDERSCORE,
  LEFT_CURLY,
  BAR,
  RIGHT_CURLY,
]) {
  special[code] = 1;
}

export class MarkupScan {
  /** Where markup may begin, in ascending order; `count` of them count. */
  marks = new Int32Array(1 << 14);
  count = 0;
  /**
   * `ends[i]` of a `[[`, `{{` or `{|` (at a line's start) at i is the place of its closing bracket, −1 when it has none.
   * Other entries mean nothing: the array is used again for every text.
   */
  ends = new Int32Array(1 << 16);
  #links: number[] = [];
  #templates: number[] = [];
  #tables: number[] = [];

  /** `codes`: the UTF-16 units of the text, of which there are `n`. */
  scan(codes: Uint16Array, n: number): void {
    if (this.ends.length < n) this.ends = new Int32Array(Math.max(n, this.ends.length * 2));
    const places = this.#places(codes, n);
    const { ends, marks } = this;
    const links = this.#links;
    const templates = this.#templates;
    const tables = this.#tables;
    links.length = templates.length = tables.length = 0;
    let count = 0;
    /** Places before it were the second half of a double bracket. */
    let free = 0;
    for (let k = 0; k < places; k++) {
      const i = marks[k];
      const c = codes[i];
      const next = i + 1 < n ? codes[i + 1] : 0;
      switch (c) {
        case APOSTROPHE:
        case UNDERSCORE:
          if (next === c) marks[count++] = i;
          continue;
        case NEWLINE:
        case AMPERSAND:
        case LESS:
          marks[count++] = i;
          continue;
        case LEFT_SQUARE:
          marks[count++] = i;
          if (i < free || next !== LEFT_SQUARE) continue;
          ends[i] = ends[i + 1] = -1;
          links.push(i);
          break;
        case RIGHT_SQUARE:
          if (i < free || next !== RIGHT_SQUARE) continue;
          if (links.length > 0) ends[links.pop()!] = i;
          break;
        case LEFT_CURLY:
          if (next === LEFT_CURLY) marks[count++] = i;
          if (i < free) continue;
          if (next === LEFT_CURLY) {
            ends[i] = ends[i + 1] = -1;
            templates.push(i);
          } else if (next === BAR && beginsLine(codes, i)) {
            ends[i] = -1;
            tables.push(i);
          } else continue;
          break;
        case RIGHT_CURLY:
          if (i < free || next !== RIGHT_CURLY) continue;
          if (templates.length > 0) ends[templates.pop()!] = i;
          break;
        case BAR:
          if (i < free || next !== RIGHT_CURLY || codes[i + 2] === RIGHT_CURLY || !beginsLine(codes, i))
            continue;
          if (tables.length > 0) ends[tables.pop()!] = i;
          break;
      }
      free = i + 2;
    }
    this.count = count;
  }

  /** Every special character into `marks`; how many there are. */
  #places(codes: Uint16Array, n: number): number {
    if (this.marks.length < n) this.marks = new Int32Array(n * 2);
    const { marks } = this;
    let count = 0;
    for (let i = 0; i < n; i++) if (special[codes[i]] !== 0) marks[count++] = i;
    return count;
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
