/** What a knowledge base and a language's lists know of stretches of text and of single words: gathered once, remembered from text to text. */
import { lookUpName } from "../candidates/look-up-name.js";
import { withoutBracket } from "../corpus/titles.js";
import type { KnowledgeBase, SurfaceInfo } from "../kb/knowledge-base.js";
import { isGuess, nameSources } from "../kb/name-sources.js";
import { lookUpYearName } from "../kb/names/year-names.js";
import type { Language } from "../languages/language.js";
import { withoutCompanyEnding } from "../text/name-affixes.js";
import { ownString } from "../text/own-string.js";
import { Stretches } from "../text/stretches.js";
import { foldSurface, stripPossessive } from "../text/surfaces.js";
import { writtenGeneration, writtenWord } from "../text/written-words.js";
import { FACTS, gatherFacts, knownSurface } from "./word-facts.js";

export interface KnownName {
  /** In the form nearest to the text; of its candidates only the best, unless all were asked for. */
  info: SurfaceInfo;
  /** Is it known as it stands, or only without its article, initial or company ending? */
  whole: boolean;
  /** Is somebody known to use the name, or was it made by rule? */
  isUsed: boolean;
  /** Where the scorer that asked first keeps what it adds to the hidden layer, until it forgets: in its generation only. */
  shareAt: number;
  generation: number;
}

/** How a stretch may be known: a single word, several, or one that ends in a sign of its own, as in McDonald's and Ban Ki-moon. */
export type Stretch = "word" | "words" | "own";

const kinds = { word: 0, words: 1, own: 2 } as const;
const KINDS = 3;

/** Other forms that are remembered; then all are forgotten. */
const MOST_REMEMBERED = 30_000;
/** Of words there are fewer, and they come again more often. */
const MOST_WORDS = 50_000;
/** Words whose facts share memory. */
const WORDS_TOGETHER = 256;
/** Who only links or redirects so may have taken the dot that ended a sentence for the name's. */
const STRAY_DOTS = nameSources.link | nameSources.redirect | nameSources.disambiguation | nameSources.part;
const NO_FACTS = new Float32Array(FACTS);

export class KnownNames {
  readonly kb: KnowledgeBase;
  readonly language: Language;
  /** Of each stretch and kind, by KINDS times its number and the kind: what is known, null for nothing. */
  #known: (KnownName | null | undefined)[] = [];
  readonly #forms = new Map<string, KnownName | undefined>();
  /** Numbers of stretches, and of the words they are made of. */
  readonly stretches = new Stretches();
  #words = writtenGeneration();
  readonly #facts = new Map<string, Float32Array>();
  /** The same by the numbers of written words, while these hold. */
  #numberedFacts: (Float32Array | undefined)[] = [];
  #numbered = writtenGeneration();
  /** Room for the facts of further words. */
  #factsRoom = new Float32Array(0);
  readonly #keepsAll: boolean;

  /** `keepsAll`: with all candidates of a name, for who is taught by them. */
  constructor(kb: KnowledgeBase, language: Language, keepsAll = false) {
    this.kb = kb;
    this.language = language;
    this.#keepsAll = keepsAll;
  }

  /** `Fact`s of a word. */
  factsOf(word: string): Float32Array {
    let facts = this.#facts.get(word);
    if (!facts) {
      if (this.#facts.size >= MOST_WORDS) this.#facts.clear();
      facts = this.#keepFacts(gatherFacts(this.kb, this.language, word));
      this.#facts.set(word, facts);
    }
    return facts;
  }

  /** The same numbers in memory that many words share: one of its own would take five times as much. */
  #keepFacts(facts: Float32Array): Float32Array {
    if (facts.every((fact) => fact === 0)) return NO_FACTS;
    if (this.#factsRoom.length < FACTS) this.#factsRoom = new Float32Array(FACTS * WORDS_TOGETHER);
    const kept = this.#factsRoom.subarray(0, FACTS);
    this.#factsRoom = this.#factsRoom.subarray(FACTS);
    kept.set(facts);
    return kept;
  }

  /** `factsOf` the word of a number. */
  factsOfNumber(written: number): Float32Array {
    if (this.#numbered !== writtenGeneration()) {
      this.#numbered = writtenGeneration();
      this.#numberedFacts = [];
    }
    const known = this.#numberedFacts;
    while (known.length <= written) known.push(undefined);
    return (known[written] ??= this.factsOf(writtenWord(written)));
  }

  /** A text is begun, whose words are numbered. */
  begin(): void {
    const { stretches } = this;
    const { generation } = stretches;
    stretches.forgetMany(this.#words !== writtenGeneration());
    this.#words = writtenGeneration();
    if (stretches.generation !== generation) this.#known = [];
  }

  /** What is known of a stretch with this number; null for nothing, undefined where nobody looked yet. */
  recall(stretch: number, kind: Stretch): KnownName | null | undefined {
    return this.#known[KINDS * stretch + kinds[kind]];
  }

  /** `find`, remembered for who recalls the stretch. */
  findStretch(stretch: number, kind: Stretch, surface: string): KnownName | undefined {
    const found = this.find(surface, kind);
    const at = KINDS * stretch + kinds[kind];
    while (this.#known.length <= at) this.#known.push(undefined);
    this.#known[at] = found ?? null;
    return found;
  }

  /** Under any other form that the name may have: too costly for every stretch, asked for those that are names. */
  inAnyForm(surface: string): KnownName | undefined {
    let known = this.#forms.get(surface);
    if (known === undefined && !this.#forms.has(surface)) {
      const found = lookUpName(this.kb, surface);
      known = found && this.#knownName({ ...found.info, candidates: found.candidates }, false);
      if (this.#forms.size >= MOST_REMEMBERED) this.#forms.clear();
      this.#forms.set(ownString(surface), known);
    }
    return known;
  }

  /** What is known of a stretch of text. */
  find(surface: string, kind: Stretch): KnownName | undefined {
    const known = knownSurface(this.kb, surface);
    if (kind === "own")
      return known && this.#isOwn(known, surface) ? this.#knownName(known, true) : undefined;
    if (known) return this.#knownName(known, true);
    if (kind === "word") return undefined;
    const short = this.#shorter(surface);
    const info = short === surface ? this.#ofYear(surface) : knownSurface(this.kb, short);
    return info && this.#knownName(info, false);
  }

  #knownName(info: SurfaceInfo, whole: boolean): KnownName {
    const isUsed = info.candidates.some((c) => !isGuess(c.sources));
    const kept = this.#keepsAll ? info : { ...info, candidates: info.candidates.slice(0, 1) };
    return { info: kept, whole, isUsed, shareAt: 0, generation: -1 };
  }

  #ofYear(surface: string): SurfaceInfo | undefined {
    return isDigit(surface.charCodeAt(0)) || isDigit(surface.charCodeAt(surface.length - 1))
      ? lookUpYearName(this.kb, surface)
      : undefined;
  }

  /** Does the sign at the end belong to the name: an abbreviation with its dot (Calif.), the beginning of a title (McDonald's), and not what goes by the name without it (Ford's)? */
  #isOwn(info: SurfaceInfo, surface: string): boolean {
    const [best] = info.candidates;
    if (!best) return false;
    const title = this.kb.title(best.entity);
    if (title === surface) return true;
    if (surface.endsWith(".")) {
      // the Rep. before a name is no chamber; Miss. is a state
      const isAddress = this.language.honorifics.has(surface.slice(0, -1).toLowerCase());
      if (isAddress && this.kb.entity(best.entity).type !== "place") return false;
      if (best.sources & ~STRAY_DOTS || /\p{L}\.\p{L}+\.$/u.test(surface)) return true;
    } else {
      const owner = stripPossessive(surface);
      if (owner !== surface && knownSurface(this.kb, owner)?.candidates[0]?.entity === best.entity)
        return false;
    }
    const folded = foldSurface(surface);
    return info.candidates.some((c) =>
      foldSurface(withoutBracket(this.kb.title(c.entity))).startsWith(folded),
    );
  }

  /** Target Corp. → Target, Gerald R. Ford → Gerald Ford, The Xanthrop → Xanthrop, J.P. Morgan → J. P. Morgan. */
  #shorter(surface: string): string {
    let short = withoutCompanyEnding(surface, this.language);
    const blank = short.search(/\s/);
    if (blank > 0 && this.language.articles.has(short.slice(0, blank).toLowerCase())) {
      short = short.slice(blank).trimStart();
    }
    if (!short.includes(".")) return short;
    return short
      .replace(/\s\p{Lu}\.(?=\s\p{Lu})/gu, "")
      .replace(/(?<=(?:^|\s|\.)\p{Lu}\.)(?=\p{Lu}\.)/gu, " ");
  }
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
