/** The languages we know, by code; any other works without lists. */
import { dutch } from "./dutch.js";
import { english } from "./english.js";
import { french } from "./french.js";
import { german } from "./german.js";
import { italian } from "./italian.js";
import { type Language, wordSet } from "./language.js";
import { spanish } from "./spanish.js";

export const languages: readonly Language[] = [english, german, french, spanish, italian, dutch];

const none = wordSet("");

/** The language of a code such as "de"; one without any lists when we have none for it. English when there is no code. */
export function languageOf(code = "en"): Language {
  return languages.find((language) => language.code === code) ?? unlisted(code);
}

export function isListed(code: string): boolean {
  return languages.some((language) => language.code === code);
}

/** `languageOf`, with a remark where there are no lists for it. */
export function languageWithRemark(code: string | undefined, remark?: (sentence: string) => void): Language {
  const language = languageOf(code);
  if (!isListed(language.code))
    remark?.(
      `There are no word lists for the language "${language.code}"; it is read without. docs/languages.md says how to add one.`,
    );
  return language;
}

function unlisted(code: string): Language {
  return {
    code,
    name: code,
    stopWords: none,
    connectors: none,
    smallWords: none,
    particles: none,
    articles: none,
    honorifics: none,
    companyEndings: none,
    timeWords: none,
    abbreviations: none,
    starters: none,
    capitalNouns: false,
  };
}
