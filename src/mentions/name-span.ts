/** A stretch of tokens that may be a name, with what it weighs against others. */

/** From token `first` up to but without `end`. */
export interface NameSpan {
  first: number;
  end: number;
  /** What choosing it adds to the sum that the best cut of a run maximises. */
  weight: number;
}
