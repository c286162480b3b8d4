/** What single words tell of the names they stand in, as numbers: read off the knowledge base's counts and the language's lists. */
import type { KnowledgeBase, SurfaceInfo } from "../kb/knowledge-base.js";
import { isGuess } from "../kb/name-sources.js";
import type { Language } from "../languages/language.js";
import { foldSurface, isAllCapitals, titleCase, unifySigns } from "../text/surfaces.js";

/** Places of the numbers of a word. */
export const Fact = {
  /** Does anything go by the word; by guess only? */
  known: 0,
  guessed: 1,
  /** Shares of its occurrences: written small, linked. */
  small: 2,
  linked: 3,
  /** log₁₀ of its occurrences, over 5. */
  counted: 4,
  /** Is it the title of what it means first of all? */
  titled: 5,
  /** Shares of those known by it who are persons with the word in front, at the end. */
  given: 6,
  family: 7,
  honorific: 8,
  ending: 9,
  time: 10,
  stop: 11,
  initial: 12,
  shouted: 13,
} as const;
export const FACTS = 14;

/** Bearers of a word that are looked at. */
const MOST_BEARERS = 20;

export function gatherFacts(kb: KnowledgeBase, language: Language, word: string): Float32Array {
  const facts = new Float32Array(FACTS);
  const lower = word.toLowerCase();
  const { honorifics, companyEndings, timeWords, stopWords } = language;
  facts[Fact.honorific] = Number(honorifics.has(lower));
  facts[Fact.ending] = Number(companyEndings.has(lower));
  facts[Fact.time] = Number(timeWords.has(lower));
  facts[Fact.stop] = Number(stopWords.has(lower));
  facts[Fact.initial] = Number(word.length === 1);
  facts[Fact.shouted] = Number(isAllCapitals(word));
  const info = knownSurface(kb, word);
  if (!info || info.candidates.length === 0) return facts;
  facts[Fact.known] = 1;
  facts[Fact.guessed] = Number(info.candidates.every((c) => isGuess(c.sources)));
  facts[Fact.small] = info.lowercaseShare;
  facts[Fact.linked] = info.linkProbability;
  facts[Fact.counted] = Math.log10(1 + info.textCount) / 5;
  const bearers = info.candidates.slice(0, MOST_BEARERS);
  const title = kb.title(bearers[0].entity);
  facts[Fact.titled] = Number(title === info.surface);
  for (const { entity } of bearers) {
    if (!kb.isPerson(entity)) continue;
    const name = kb.title(entity);
    if (name.startsWith(`${info.surface} `)) facts[Fact.given] += 1 / bearers.length;
    else if (name.endsWith(` ${info.surface}`)) facts[Fact.family] += 1 / bearers.length;
  }
  return facts;
}

/** What the knowledge base knows of a surface as it stands in a text: as written, in title case, or case-blind. */
export function knownSurface(kb: KnowledgeBase, surface: string): SurfaceInfo | undefined {
  const plain = unifySigns(surface);
  const exact = kb.lookup(plain);
  // most names end in a small letter: cheaper to see than capitals throughout
  const last = plain.charCodeAt(plain.length - 1);
  const isShouted = !(last >= 0x61 && last <= 0x7a) && isAllCapitals(plain);
  if (isShouted) {
    const titled = kb.lookup(titleCase(plain));
    if (titled && (!exact || titled.linkCount > exact.linkCount)) return titled;
  }
  if (exact) return exact;
  const folded = kb.lookupFolded(foldSurface(plain));
  // initials are no word that happens to have the same letters: ARDH is not Ardh, nor DL dL
  return folded && /^\p{Lu}{2,5}$/u.test(folded.surface) && !isShouted ? undefined : folded;
}
