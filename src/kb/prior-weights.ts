/** The weights of p̂(e|m), fitted by `node scripts/fit-priors.mjs`, which prints this table. Standard errors behind each. */
export const priorWeights = {
  /** What a link in a table or list is worth, of one in running text; chosen by likelihood among 0.01, 0.03, 0.1, 0.3, 1. */
  table: 0.1,
  /** ε: what stands for no link at all; chosen by likelihood among 0.03, 0.1, 0.3, 1. */
  unlinked: 0.1,
  links: 0.66,
  popularity: 0.25,
  title: 0.2,
  redirect: 0.6,
  disambiguation: 0.3,
  alias: 0,
  list: 0.5,
  rule: -0.4,
  part: -2,
} as const;
