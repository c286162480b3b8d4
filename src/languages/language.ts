/** What depends on a language, as data: word lists and patterns that reading, names and building ask for. */

export interface Language {
  /** As the knowledge base and the linker name it: "en". */
  readonly code: string;
  readonly name: string;
  /** Words that say nothing about what a text is about, lower case. */
  readonly stopWords: ReadonlySet<string>;
  /** Small words that stand inside names: of, the, and. Particles are among them. */
  readonly connectors: ReadonlySet<string>;
  /** Those that only names that are known have inside: the v. of Roe v. Wade, where England v Germany are two. Left out where nobody said. */
  readonly knownConnectors?: ReadonlySet<string>;
  /** Words that titles write small. */
  readonly smallWords: ReadonlySet<string>;
  /** Those that begin a family name: van, de la, al. */
  readonly particles: ReadonlySet<string>;
  /** Articles, lower case. */
  readonly articles: ReadonlySet<string>;
  /** Forms of address and office before a person's name, lower case, without dot. */
  readonly honorifics: ReadonlySet<string>;
  /** Given names, lower case, to the forms that the same person may go by: Bob, Robert. Left out where nobody said. */
  readonly givenNames?: ReadonlyMap<string, ReadonlySet<string>>;
  /** What ends a company's name, lower case, without dot. */
  readonly companyEndings: ReadonlySet<string>;
  /** Days and months, lower case. */
  readonly timeWords: ReadonlySet<string>;
  /** Words whose dot ends no sentence, lower case, without the dot. */
  readonly abbreviations: ReadonlySet<string>;
  /** Words that begin a sentence far more often than they follow initials inside one. */
  readonly starters: ReadonlySet<string>;
  /** Are common nouns written with a capital? */
  readonly capitalNouns: boolean;
  /** What an encyclopaedia's pages in this language look like; left out where nobody said. */
  readonly pages?: PagePatterns;
  /** What titles have that people leave out; left out where nobody said. */
  readonly titles?: TitlePatterns;
  /** How a name in a text may differ from the one that is known; left out where nobody said. */
  readonly forms?: FormPatterns;
}

/** Other forms of names and words. Of a pair the pattern is exchanged for what stands behind it. */
export interface FormPatterns {
  /** The article that a title may have where people leave it out. */
  readonly titleArticle?: string;
  /** Other spellings: organisation, organization; St. Paul, Saint Paul. */
  readonly spellings: readonly (readonly [RegExp, string])[];
  /** The singular of a plural and the other way round. */
  readonly numbers: readonly (readonly [RegExp, string])[];
  /** Endings by which words of one family differ, longest first: activist, activism. */
  readonly endings: readonly string[];
}

/** Parts of titles that names go without. */
export interface TitlePatterns {
  /** Before and behind a club's name, and the word of it that only fans say: F.C., United. */
  readonly clubPrefix: RegExp;
  readonly clubSuffix: RegExp;
  readonly clubKind: RegExp;
  /** The country is the first group that matched. */
  readonly nationalTeam: RegExp;
  /** River Thames, Orange County. */
  readonly placePrefix: RegExp;
  readonly placeSuffix: RegExp;
  /** One word behind a person's name that is no family name: Jr., OBE. */
  readonly generation: RegExp;
}

/** How pages tell what they are. */
export interface PagePatterns {
  /** "is", "was" and the like between blanks, behind the subject of a first sentence. */
  readonly verb: RegExp;
  /** A title, a first line and templates (lower case) of pages that list meanings. */
  readonly disambiguationTitle: RegExp;
  readonly disambiguationLine: RegExp;
  readonly disambiguationTemplate: RegExp;
  /** Categories of human beings. */
  readonly personCategory: RegExp;
  /** What the beginning of a page says of a human being: when somebody was born. */
  readonly person: RegExp;
  /** Dates of a life in brackets, a year of birth outside them, and a range of years, which needs an occupation beside it. */
  readonly lifeDates?: RegExp;
  readonly bornAfter?: RegExp;
  readonly yearRange?: RegExp;
  /** "is a … singer", and what is said of several people together: "is a … band". */
  readonly occupation?: RegExp;
  readonly group?: RegExp;
  /** Like `verb`, with what else an opening may say of its subject: "can mean". */
  readonly opening?: RegExp;
  /** A line before the opening that is about other pages. */
  readonly hatnote?: RegExp;
  /** What a redirect begins with in this language, beside #REDIRECT, lower case. */
  readonly redirect: string;
  /** How a first sentence says what its subject is; left out where nobody said. */
  readonly definition?: DefinitionPatterns;
}

/** How a first sentence says what its subject is: "was a Dutch painter of landscapes". */
export interface DefinitionPatterns {
  /** From the verb up to where the phrase begins. */
  readonly verb: RegExp;
  /** Words, lower case, that the phrase ends before: of, who, located. */
  readonly ends: ReadonlySet<string>;
  /** Those of them that may lead on to where or of what it is. */
  readonly leads: ReadonlySet<string>;
  /** Words at the end of a phrase that say nothing without what follows "of": kind, species, one. */
  readonly vague: ReadonlySet<string>;
  /** Words at the beginning that say nothing: former, famous. */
  readonly idle: ReadonlySet<string>;
}

/** Any of the words, as a group of a pattern. */
export function anyOf(words: Iterable<string>): string {
  return `(?:${[...words].map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`;
}

/** Words between blanks as a set. */
export function wordSet(...lists: string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(" ").filter((word) => word !== "")));
}
