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
  let at = name.length;
  while (at > 0 && !isBlank(name.charCodeAt(at - 1))) at--;
  if (at === 0 || !companyEndings.has(bareWord(name.slice(at)))) return name;
  const rest = name.slice(0, at).trimEnd();
  return rest === "" ? name : rest.replace(/,$/, "").replace(/\s+(?:&|and)$/, "");
}

function isBlank(unit: number): boolean {
  return (
    unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || unit === 0xa0 || unit === 0x2028 || unit === 0x2029
  );
}
