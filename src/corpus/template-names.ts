/** Names of templates, remembered by how they are written: a few dozen stand in nearly every page. */
import { InternTable } from "./intern-table.js";
import type { Sliced } from "./link-forms.js";

const MOST_REMEMBERED = 1 << 14;
const NEWLINE = 10;
const BLANK = 32;
const LESS = 60;
const LEFT_CURLY = 123;
const BAR = 124;
const RIGHT_CURLY = 125;
const TILDE = 126;

export class TemplateNames {
  #table = new InternTable(() => {});
  #names: string[] = [];

  /** Lower case, of the template whose inside begins at `from` of `src` (`codes` are its UTF-16 units); at most up to `to` is looked at. */
  read(src: Sliced, codes: Uint16Array, from: number, to: number): string {
    let end = from;
    while (end < to && (codes[end] === BLANK || codes[end] === NEWLINE)) end++;
    // other white space may stand before a further line
    if (end < to && (codes[end] < BLANK || codes[end] > TILDE)) return nameIn(src.slice(from, to));
    while (end < to && !endsName(codes[end])) end++;
    if (this.#names.length > MOST_REMEMBERED) {
      this.#names = [];
      this.#table = new InternTable(() => {});
    }
    const id = this.#table.internUnits(codes, from, end);
    if (id === this.#names.length) this.#names.push(nameIn(src.slice(from, to)));
    return this.#names[id];
  }
}

function endsName(unit: number): boolean {
  return unit === BAR || unit === RIGHT_CURLY || unit === NEWLINE || unit === LEFT_CURLY || unit === LESS;
}

function nameIn(inside: string): string {
  const head = /^\s*([^|{}<\n]{1,60})/.exec(inside);
  return head ? head[1].trim().toLowerCase() : "";
}
