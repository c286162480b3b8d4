/** Reads a document for the model: candidates and context of each of its names. Linking and training use the same reader. */
import { candidatesInDocument } from "../candidates/document-candidates.js";
import { candidateEvidence } from "../evidence/candidate-evidence.js";
import { TextWords, wordsNear } from "../evidence/text-words.js";
import { wordGeneration } from "../evidence/word-numbers.js";
import { isCatalogue } from "../kb/contents.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import type { Language } from "../languages/language.js";
import type { FoundName } from "../mentions/mention-finder.js";
import type { AnalysedText } from "../text/analysed-text.js";
import { RememberedWords, readWordRows, type Vocabulary, type WordRows } from "../text/content-words.js";
import { tokenAt } from "../text/tokens.js";
import type { Candidate, Span } from "../types.js";
import { type ContextSettings, type PlacedFeatures, readFeatures } from "./read-features.js";

export interface ReaderParts {
  /** Left out where mentions bring their own candidates. */
  kb?: KnowledgeBase;
  /** Row of a word. */
  vocabulary: Vocabulary;
  /** Row of a word in the table for relations, where that is another. */
  relationVocabulary?: Vocabulary;
  context: ContextSettings;
  /** Candidates listed for each name, at most. */
  considered: number;
  /** English when left out. */
  language?: Language;
  /** Read what else speaks for each candidate, too? */
  evidence?: boolean;
}

/** A document with its words looked up; mentions are read from it piece by piece. */
export interface ReadableDocument {
  document: AnalysedText;
  words: WordRows;
  /** The same words in the table for relations; the very same where there is one table. */
  relationWords: WordRows;
  /** Which words stand near a token? */
  text: TextWords;
}

/** A found name that the knowledge base has with less chance is a stranger's: what it means is not looked for. In a catalogue nobody counted how names are used, so the chance says less. */
const LEAST_WORTH = 0.1;
const LEAST_WORTH_IN_CATALOGUE = 0.03;

/** A name that was found by its looks and not in a catalogue needs an entry spelled really like it; a cosine. */
const LEAST_LIKE = 0.6;

export class DocumentReader {
  readonly #parts: ReaderParts;
  readonly #words: RememberedWords;
  readonly #relationWords: RememberedWords | undefined;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
    const { vocabulary, relationVocabulary, language } = parts;
    this.#words = new RememberedWords(vocabulary, language);
    this.#relationWords = relationVocabulary && new RememberedWords(relationVocabulary, language);
  }

  open(document: AnalysedText): ReadableDocument {
    const words = readWordRows(document.tokens, this.#words);
    return {
      document,
      words,
      relationWords: this.#relationWords ? readWordRows(document.tokens, this.#relationWords) : words,
      text: new TextWords(document.tokens),
    };
  }

  /** Every name's candidates by prior, before the context is looked at; a document's persons share theirs. */
  candidateLists(
    { document, text }: ReadableDocument,
    names: readonly FoundName[],
    surfaces = surfacesOf(document, names),
  ): Candidate[][] {
    const { kb, considered } = this.#parts;
    if (!kb) return names.map(() => []);
    const least = isCatalogue(kb) ? LEAST_WORTH_IN_CATALOGUE : LEAST_WORTH;
    const isLooked = names.map(({ worth }) => (worth ?? 1) >= least);
    const looked = names.filter((_, i) => isLooked[i]);
    const near = wordsNear(document.tokens, looked, text);
    const lists = candidatesInDocument(
      kb,
      surfaces.filter((_, i) => isLooked[i]),
      {
        most: considered,
        nearName: near,
        text: document.text,
        spans: looked,
        leastLike: names.some(({ chance }) => chance !== undefined) ? LEAST_LIKE : 0,
      },
    );
    let next = 0;
    return isLooked.map((is) => (is ? lists[next++] : []));
  }

  /** What is known of one mention; `span` lies in the document's own text. */
  read(readable: ReadableDocument, span: Span, list: readonly Candidate[]): PlacedFeatures {
    const features = readFeatures(readable, span, list, this.#parts.context);
    if (this.#parts.evidence) features.evidence = this.#evidenceOf(readable, span, list);
    return features;
  }

  #evidenceOf({ document, text }: ReadableDocument, span: Span, list: readonly Candidate[]) {
    const { kb } = this.#parts;
    if (!kb) return undefined;
    const surface = document.text.slice(span.start, span.end);
    const token = tokenAt(document.tokens, span.start);
    let evidenceOf: ReturnType<typeof candidateEvidence> | undefined;
    let generation = -1;
    return (place: number) => {
      // who asks later, after other texts, finds words numbered anew
      if (!evidenceOf || generation !== wordGeneration()) {
        evidenceOf = candidateEvidence(kb, surface, text.near(token));
        generation = wordGeneration();
      }
      return evidenceOf(list[place]);
    };
  }
}

function surfacesOf(document: AnalysedText, spans: readonly Span[]): string[] {
  return spans.map((span) => document.text.slice(span.start, span.end));
}
