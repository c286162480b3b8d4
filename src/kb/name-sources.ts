/** Where it is known from that a surface can mean an entity: one bit each, kept with every candidate. */

export const nameSources = {
  /** Anchor of a link, or a word by which texts call what they name in full. */
  link: 1,
  /** The entity's title. */
  title: 2,
  redirect: 4,
  /** Entry of a disambiguation page. */
  disambiguation: 8,
  /** Bold in the first sentence, an "also called" there, or an alias of an own catalogue. */
  alias: 16,
  /** A list of surfaces given beside the corpora. */
  list: 32,
  /** Derived from another name by a rule. */
  rule: 64,
  /** Some words of a longer name in a row: weak, but names are shortened in every way. */
  part: 128,
} as const;

export type NameSource = keyof typeof nameSources;

const GUESSES = nameSources.rule | nameSources.part;

/** Was the name only derived, by us, and never seen in use? */
export function isGuess(sources: number): boolean {
  return (sources & ~GUESSES) === 0;
}

/**
 * The words for a set of bits, for people: "link, title".
 *
 * ```ts
 * import { describeNameSources, openKnowledgeBase } from "mulrel/kb";
 *
 * const kb = await openKnowledgeBase("products.kb");
 * for (const { sources } of kb.lookup("Falcon")?.candidates ?? []) console.log(describeNameSources(sources).join(", "));
 * ```
 */
export function describeNameSources(bits: number): NameSource[] {
  return (Object.keys(nameSources) as NameSource[]).filter((name) => (bits & nameSources[name]) !== 0);
}

/** Sources that make a name as good as a title. */
export const TITLES = nameSources.title | nameSources.redirect;
