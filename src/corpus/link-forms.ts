/** What links mean, remembered by how they are written: the same few thousand make up most of the links of any wiki. */
import { InternTable } from "./intern-table.js";
import { cleanTitle, linkLabel } from "./link-labels.js";
import { type LinkTarget, type Namespaces, readLinkTarget } from "./link-target.js";
import { ownCopy } from "./text-builder.js";

export interface LinkForm {
  /** Does it lead to an article, and show something? */
  isLink: boolean;
  kind: LinkTarget["kind"];
  /** Normalised; empty when it cannot be a title. */
  title: string;
  /** What the reader sees, letters that follow the link included. */
  label: string;
  /** Equal numbers are equal titles and labels; the reverse need not hold. */
  serial: number;
}

/** What strings are cut out of. */
export type Sliced = { slice(from: number, to: number): string };

const LONGEST_TITLE = 255;
/** Longer links are captions of images and the like: they hardly come again. */
const LONGEST_REMEMBERED = 120;
const MOST_REMEMBERED = 1 << 17;
const BAR = 124;

export class LinkForms {
  #table = new InternTable(() => {});
  #forms: LinkForm[] = [];
  #serial = 0;

  constructor(private readonly namespaces: Namespaces) {}

  /**
   * The link whose inside is from `from` to `to` of `src` (`codes` are its UTF-16 units), with the letters behind
   * its brackets up to `after`.
   */
  read(src: Sliced, codes: Uint16Array, from: number, to: number, after: number): LinkForm {
    const end = after > to + 2 ? after : to;
    if (end - from > LONGEST_REMEMBERED) return this.#make(src, codes, from, to, after);
    if (this.#forms.length > MOST_REMEMBERED) {
      this.#forms = [];
      this.#table = new InternTable(() => {});
    }
    const id = this.#table.internUnits(codes, from, end);
    if (id < this.#forms.length) return this.#forms[id];
    const form = this.#make(src, codes, from, to, after);
    this.#forms.push(form);
    return form;
  }

  #make(src: Sliced, codes: Uint16Array, from: number, to: number, after: number): LinkForm {
    let bar = from;
    while (bar < to && codes[bar] !== BAR) bar++;
    const raw = src.slice(from, bar);
    const target: LinkTarget =
      bar - from > LONGEST_TITLE ? { kind: "other", title: "" } : readLinkTarget(raw.trim(), this.namespaces);
    // captions are never shown, and may be long
    const isHidden = target.kind === "file" || target.kind === "category" || target.kind === "language";
    const label = isHidden ? "" : linkLabel(raw, bar < to ? src.slice(bar + 1, to) : undefined);
    const title = ownCopy(target.kind === "article" ? cleanTitle(target.title) : target.title);
    const shown = after > to + 2 ? label + src.slice(to + 2, after) : ownCopy(label);
    return {
      isLink: target.kind === "article" && title !== "" && shown.trim() !== "",
      kind: target.kind,
      title,
      label: shown,
      serial: this.#serial++,
    };
  }
}
