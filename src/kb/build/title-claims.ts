/** What speaks for two titles being one thing, as claims; `join-titles.ts` decides them, in an order that is written there. */

/** The first title is another one of what the second is about. */
export interface TitleClaim {
  from: number;
  to: number;
}

/** What all that claim may look at; nobody but the joiner changes any of it. */
export interface JoiningTitles {
  titles: number;
  titleAt: (title: number) => string;
  /** Number of a title, −1 when there is none. */
  find: (title: string) => number;
  /** Is there an article of this title? */
  hasPage: (title: number) => boolean;
  /** Is there neither an article nor a disambiguation page, and does somebody ask for it? */
  isOpen: (title: number) => boolean;
  /** Titles that some list knows: only a mere difference in signs joins them, and of two such a one is kept. */
  known: ReadonlySet<number>;
  /** Links to every title. */
  links: Float64Array;
  /** Is it joined to another title already? */
  isJoined: (title: number) => boolean;
  /** Corpora that have an article of this title (and of what was joined to it), as bits. */
  corpora: Uint32Array;
}
