/** What stands before a person's name and behind a company's without being part of what people call them. */
import { english } from "../languages/english.js";
import type { Language } from "../languages/language.js";

function bareWord(word: string): string {
  return word.toLowerCase().replace(/[.,]+$/, "");
}

/** President Clinton → Clinton; a name that is nothing else stays. */
export function withoutHonorifics(name: string, { honorifics }: Language = english): string {
  const words = name.split(/\s+/);
  let from = 0;
  while (from + 1 < words.length && /^\p{Lu}/u.test(words[from]) && honorifics.has(bareWord(words[from])))
    from++;
  return from === 0 || !/^\p{Lu}/u.test(words[from]) ? name : words.slice(from).join(" ");
}

/** Target Corp. → Target, Smith & Co. → Smith; one ending at a time, none of a name that has no other word. */
export function withoutCompanyEnding(name: string, { companyEndings }: Language = english): string {
  const last = /^(.*\S)\s+(\S+)$/s.exec(name);
  if (!last || !companyEndings.has(bareWord(last[2]))) return name;
  return last[1].replace(/,$/, "").replace(/\s+(?:&|and)$/, "");
}
