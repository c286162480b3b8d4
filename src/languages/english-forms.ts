/** How English names and words vary: spellings, singular and plural, endings of words of one family. */
import type { FormPatterns } from "./language.js";

/** Where the noun of a phrase ends: at the end of it, or before the first "of". */
const nounEnds = ["$", "(?<=^\\S+)(?=\\s(?:of|in|at)\\s)"];

export const englishForms: FormPatterns = {
  titleArticle: "The",
  spellings: [
    [/\bSt\.?\s/g, "Saint "],
    // British spellings and the American ones that most titles have, and the other way round
    [/isation/g, "ization"],
    [/ization/g, "isation"],
    [/(?<=[a-z]{2})our(?=s?\b|e|i|a)/g, "or"],
    [/(?<=[a-z]{3}[bdlmnv])or(?=s?\b)/g, "our"],
    [/ae(?=[mnst])/g, "e"],
    [/(?<=[a-z]{3})tre\b/g, "ter"],
    [/(?<=[a-z]{2})ence\b/g, "ense"],
  ],
  numbers: [
    ...nounEnds.flatMap((end): [RegExp, string][] => [
      [new RegExp(`(?<=[^aeiou])ies${end}`, "i"), "y"],
      [new RegExp(`(?<=[sxzo]|ch|sh)es${end}`, "i"), ""],
      [new RegExp(`(?<=[sxzo]|ch|sh)es${end}`, "i"), "e"],
      [new RegExp(`(?<=\\S{3})(?<![^aeiou]ie|[sxzo]e|[cs]he|s)s${end}`, "i"), ""],
    ]),
    [/(?<=[^s])$/i, "s"],
    [/(?<=[^s])$/i, "'s"],
  ],
  endings:
    "ization isation ability ibility ically ations ation icity ology ities ments ment ship ance ence ators ator ated ates ate ions ion ings ing ists ist isms ism ical ics ic ives ive ous ity als al ers er ors or eers eer ees ee ed es ly y s e".split(
      " ",
    ),
};
