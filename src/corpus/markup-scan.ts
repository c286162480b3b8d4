/**
 * One pass over the special characters of a wikitext that finds every place where markup may begin, and for every opening bracket where its
 * closing one is: nested, unclosed, hostile alike. What is read afterwards goes from mark to mark and never looks at the characters between.
 */
import type { WikitextSource } from "./wikitext-source.js";

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

export class MarkupScan {
  /** Where markup may begin, in ascending order; `count` of them count. They take the room of the source's own marks. */
  marks: Int32Array = new Int32Array(0);
  count = 0;
  /**
   * `ends[i]` of a `[[`, `{{` or `{|` (at a line's start) at i is the place of its closing bracket, −1 when it has none.
   * Other entries mean nothing: the array is used again for every text.
   */
  ends = new Int32Array(1 << 16);
  /** Marks before this one are behind whoever reads. */
  #next = 0;
  #links: number[] = [];
  #templates: number[] = [];
  #tables: number[] = [];

  scan({ units: codes, length: n, marks, markCount }: WikitextSource): void {
    if (this.ends.length < n) this.ends = new Int32Array(Math.max(n, this.ends.length * 2));
    this.marks = marks;
    const { ends } = this;
    const links = this.#links;
    const templates = this.#templates;
    const tables = this.#tables;
    links.length = templates.length = tables.length = 0;
    let count = 0;
    /** Places before it were the second half of a double bracket. */
    let free = 0;
    for (let k = 0; k < markCount; k++) {
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
          if (i < free || next !== RIGHT_CURLY || !closesTable(codes, i, n)) continue;
          if (tables.length > 0) ends[tables.pop()!] = i;
          break;
      }
      free = i + 2;
    }
    this.count = count;
    this.#next = 0;
  }

  /** Number of the first mark at `place` or behind it; places are asked for in ascending order. */
  from(place: number): number {
    const { marks, count } = this;
    let mark = this.#next;
    while (mark < count && marks[mark] < place) mark++;
    this.#next = mark;
    return mark;
  }
}

/** Does the `|}` at a place end a table, and no template? */
function closesTable(codes: Uint16Array, at: number, n: number): boolean {
  return (at + 2 >= n || codes[at + 2] !== RIGHT_CURLY) && beginsLine(codes, at);
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
