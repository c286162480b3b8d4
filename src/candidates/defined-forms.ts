/** What short forms can mean that the text itself explains: "System Under Test (SUT)". */
import { withoutBracket } from "../corpus/titles.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { longFormOf, longForms } from "../text/abbreviations.js";
import { foldSurface } from "../text/surfaces.js";
import type { Candidate } from "../types.js";
import { asObjects, type OwnCandidates } from "./kept-candidates.js";
import { lookUpName } from "./look-up-name.js";
import { mixLists } from "./mix-lists.js";

/** Of a word its beginning is compared, so that endings do not matter. */
const BEGINNING = 5;
/** What the long form is worth where it is known, beside what is called by the short one. */
const LONG = 0.9;

/**
 * A function that takes a name with its candidates and returns what the text leaves of them: a short form that it explains means what the long form
 * means or, where nobody knows that one, what has a word of it in its title; else what is called by the short form itself.
 */
export function definedForms(
  kb: KnowledgeBase,
  text: string,
): (surface: string, own: OwnCandidates) => OwnCandidates {
  const forms = longForms(text);
  if (forms.size === 0) return (_, own) => own;
  return (surface, own) => {
    const long = longFormOf(surface, forms);
    // a cell of a table or a line of a list is no long form
    if (long === undefined || /[\n\t|()]/.test(long)) return own;
    const short = foldSurface(surface);
    const all = asObjects(own);
    const called = all.filter(({ entity }) => foldSurface(withoutBracket(kb.title(entity))) === short);
    const known = lookUpName(kb, long);
    if (known) return mixLists<Candidate>(known.candidates, called, LONG);
    const words = new Set(beginnings(long));
    const alike = all.filter(({ entity }) => beginnings(kb.title(entity)).some((word) => words.has(word)));
    return alike.length > 0 ? alike : called;
  };
}

function beginnings(name: string): string[] {
  return (foldSurface(name).match(/[\p{L}\p{N}]{3,}/gu) ?? []).map((word) => word.slice(0, BEGINNING));
}
