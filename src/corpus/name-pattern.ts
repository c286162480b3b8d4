/** What a name in an English sentence looks like: words with capitals or digits, and small ones between them. */
import { english } from "../languages/english.js";
import { anyOf } from "../languages/language.js";

const WORD = '[\\p{Lu}\\d][^\\s,;:()"“”]*';
const BETWEEN = anyOf(["of", "the", "and", "for", "&", ...english.particles]);

/** At most eight words with a capital. */
export const NAME = `${WORD}(?:\\s+(?:${BETWEEN}\\s+)*${WORD}){0,7}`;
