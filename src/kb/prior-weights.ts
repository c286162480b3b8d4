/** The weights of p̂(e|m), fitted by `node scripts/fit-priors.mjs`, which prints this table with standard errors. */
export const priorWeights = {
  /** What a link in a table or list is worth, of one in running text; chosen by likelihood among 0.01, 0.03, 0.1, 0.3, 1. */
  table: 0.1,
  /** What a page that has a whole name and calls its bearer by the first or last word of it is worth, of a link from that word: the least at which those whom five pages call so have a link. */
  shortName: 0.1,
  /** ε, what stands for no link at all; chosen by likelihood among 0.03, 0.1, 0.3, 1. */
  unlinked: 0.3,
  links: 0.76, // ± 0.02
  popularity: 0.41, // ± 0.01
  title: 0.94, // ± 0.05
  redirect: 1.05, // ± 0.11
  disambiguation: 0.97, // ± 0.59
  alias: -0.52, // ± 0.05
  list: -0.11, // ± 0.10
  rule: 0.05, // ± 0.07
  part: -1.25, // ± 0.06
} as const;
