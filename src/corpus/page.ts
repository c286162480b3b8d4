/** A page of a corpus, whatever format it was read from. */

/** A link in the page's text. */
export interface PageLink {
  start: number;
  end: number;
  /** `text.slice(start, end)`. */
  surface: string;
  /** Title of the page it leads to, normalised, redirects not followed. */
  target: string;
  /** In a row of a table or a list: what a name means there is not what it mostly means in sentences. */
  inTable?: boolean;
  /** Equal numbers are equal surfaces and targets (the reverse need not hold): spares who counts millions of links from hashing each. */
  serial?: number;
}

/** A link outside running text (in a table, an infobox, a footnote): a surface, but no context. */
export interface LooseLink {
  surface: string;
  target: string;
  /** As in a `PageLink`. */
  serial?: number;
}

export interface Page {
  title: string;
  /** The corpus's own identifier; empty when it has none. */
  id: string;
  kind: "article" | "redirect" | "disambiguation";
  /** Title a redirect leads to. */
  redirectTo?: string;
  /** Plain text, paragraphs and headings on lines of their own; only its beginning if the reader was asked for no more. */
  text: string;
  /** The whole text as UTF-16 units where the reader was asked for them; valid until the next page is read. */
  units?: Uint16Array;
  links: PageLink[];
  looseLinks: LooseLink[];
  categories: string[];
  /** Other names that the first sentence gives. */
  aliases: string[];
  /** Titles under which another vintage of the wiki may have this page. */
  otherTitles: string[];
  /** Its first sentence, captions and notes passed over; empty where there is none. */
  summary: string;
  isPerson: boolean;
}

/** Told about input that was passed over: a bad line, a file that breaks off. */
export type OnWarning = (sentence: string) => void;
