/** What the model eats: a document as rows into a word, an entity and a relation-word table. */

export interface ModelMention {
  /** Entity rows. May be empty: the mention then gets no scores and talks to nobody. */
  candidates: ArrayLike<number>;
  /** p̂(e|m) of each candidate. */
  priors: ArrayLike<number>;
  /** (candidates, config.evidence): what else speaks for each candidate; left out where nothing is known. */
  evidence?: ArrayLike<number> | undefined;
  /** Rows of the content words around the mention. */
  words: ArrayLike<number>;
  /** Rows of the tokens left of, in and right of the mention; −1 is an unknown token. */
  left: ArrayLike<number>;
  middle: ArrayLike<number>;
  right: ArrayLike<number>;
  /** Position of the right entity among the candidates; −1 when it is not there or not known. */
  gold: number;
}

export interface ModelDocument {
  mentions: ModelMention[];
}
