/** What one mention's context says: hard attention over its words, means of relation words. */
import { byName, float64, floats, ints, rowNumbers, size, table, told } from "./describe.js";

export const localScoreKernels = {
  /**
   * Hard attention and local score of one mention (docs/model.md, section 3):
   * u(w) = max_e e·A·w; the `keep` words with the highest u; β = softmax(u); context = Σ β w; psi(e) = e·B·context.
   * entities (count, d). chosen: positions in wordRows, weights: β, best: the e that gave u.
   * Returns how many words were kept.
   */
  localScore: byName(
    [
      floats("psi", "count"),
      floats("context", "d"),
      ints("chosen", "Math.min(keep, wordCount)"),
      floats("weights", "Math.min(keep, wordCount)"),
      ints("best", "Math.min(keep, wordCount)"),
      floats("scratch", "localScoreScratch(count, wordCount, d)"),
      floats("entities", "count * d"),
      size("count"),
      floats("a", "d"),
      floats("b", "d"),
      table("words", "4 * d"),
      rowNumbers("wordRows", "wordCount", "words"),
      size("wordCount"),
      size("d"),
      size("keep"),
    ],
    { returns: "i32" },
  ),
  /** Adds into da, db. The words and what was chosen of them as localScore had and left them. */
  localScoreBackward: byName(
    [
      floats("da", "d"),
      floats("db", "d"),
      floats("scratch", "localScoreBackwardScratch(kept, d)"),
      floats("dpsi", "count"),
      floats("context", "d"),
      ints("chosen", "kept"),
      floats("weights", "kept"),
      ints("best", "kept"),
      size("kept"),
      floats("entities", "count * d"),
      size("count"),
      floats("b", "d"),
      table("words", "4 * d"),
      told("wordRows"),
      size("d"),
    ],
    { furtherCheck: true },
  ),
  /**
   * Means of `lists` lists of rows: out[s] (d) = Σ table[row] / (counts[s] + extra) over the next counts[s] numbers of `rows`; zeros
   * for an empty list. A row number of −1 stands for the vector at `missing`.
   */
  meansOfRows: byName(
    [
      floats("out", "lists * d"),
      table("table", "4 * d"),
      floats("missing", "d"),
      told("rows"),
      ints("counts", "lists"),
      size("lists"),
      float64("extra"),
      size("d"),
    ],
    { furtherCheck: true },
  ),
};
