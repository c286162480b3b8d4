/** Marked texts as a scorer of names learns from them: the spans of each run with their features and what is known of them. */
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import type { Language } from "../languages/language.js";
import { KnownNames } from "../mentions/known-names.js";
import { Lattice, type LatticeSpan, type Run } from "../mentions/lattice.js";
import { roleTokens } from "../mentions/role-tokens.js";
import { ROLES } from "../mentions/scorer-weights.js";
import { FEATURES, SpanFeatures } from "../mentions/span-features.js";
import { analyseText } from "../text/analysed-text.js";
import type { Span } from "../types.js";

export interface MarkedName extends Span {
  /** Row of the entity it means, null when the knowledge base has none; left out where nobody said. */
  entity?: number | null;
  /** May the stretch be a name or not? */
  maybe?: boolean;
}

/** A text with its names marked. */
export interface MarkedText {
  text: string;
  names: readonly MarkedName[];
  /** Are all names marked? In an open text what touches no mark may be a name or not. */
  closed: boolean;
  /** How much the text counts; 1 when left out. */
  weight?: number;
}

export interface NameTrainingParts {
  kb: KnowledgeBase;
  language: Language;
}

export const Mark = { none: 0, name: 1, maybe: 2 } as const;
export const Worth = { no: 0, yes: 1, unknown: 2 } as const;

/** A run ready for training. */
export interface NameExample {
  run: Run;
  /** (spans, FEATURES). */
  features: Float32Array;
  /** (spans, ROLES): numbers of the reader's words, −1 for none. */
  words: Int32Array;
  /** A `Mark` for each span. */
  marks: Uint8Array;
  /** The marked names by the number of their span. */
  names: Map<number, MarkedName>;
  /** A `Worth` for each span: is what it means among its candidates? */
  worths: Uint8Array;
  weight: number;
  /** Chances of the spans, from scorers that learned before, where the text is open. */
  targets?: Float64Array;
  closed: boolean;
}

/** Words as they stand in taught texts, numbered in the order in which they come. */
export class TaughtWords {
  readonly list: string[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(word: string): number {
    let number = this.#numbers.get(word);
    if (number === undefined) {
      number = this.list.push(word) - 1;
      this.#numbers.set(word, number);
    }
    return number;
  }
}

/** Reads marked texts one after the other; a name that is no span of any run teaches nothing. */
export class NameExampleReader {
  readonly #language: Language;
  readonly #known: KnownNames;
  readonly words: TaughtWords;

  /** `words` are those of readers before it, whose examples are learned from together with its own. */
  constructor({ kb, language }: NameTrainingParts, words = new TaughtWords()) {
    this.#language = language;
    this.#known = new KnownNames(kb, language, true);
    this.words = words;
  }

  read(marked: MarkedText): NameExample[] {
    const document = analyseText(marked.text, { language: this.#language });
    const lattice = new Lattice(document, this.#known);
    const features = new SpanFeatures(lattice);
    const names = new Map(marked.names.map((name) => [`${name.start} ${name.end}`, name]));
    return lattice.runs.flatMap((run) => {
      const example = this.#readRun(lattice, run, features, names, marked);
      return [example, ...this.#readForms(lattice, run, features, example)];
    });
  }

  #readRun(
    lattice: Lattice,
    run: Run,
    features: SpanFeatures,
    names: Map<string, MarkedName>,
    { closed, weight = 1 }: MarkedText,
  ): NameExample {
    const count = run.spans.length;
    const { starts, ends } = lattice.document.tokens;
    const example: NameExample = {
      run: { ...run, spans: run.spans.map((span) => ({ ...span, known: undefined })) },
      features: new Float32Array(count * FEATURES),
      words: this.#wordsOf(lattice, run),
      marks: new Uint8Array(count),
      names: new Map(),
      worths: new Uint8Array(count).fill(Worth.unknown),
      weight,
      closed,
    };
    run.spans.forEach((span, s) => {
      features.write(run, span, example.features, s * FEATURES);
      const name = names.get(`${starts[span.first]} ${ends[span.end - 1]}`);
      if (name && !name.maybe) {
        example.marks[s] = Mark.name;
        example.names.set(s, name);
        if (span.known) example.worths[s] = worthOf(span, name);
      } else if (name || !closed || isOfPeople(lattice, span)) example.marks[s] = Mark.maybe;
    });
    return example;
  }

  /** Names that are unknown as they stand teach their worth in the form that they are known in, as they are judged when they are found. */
  #readForms(lattice: Lattice, run: Run, features: SpanFeatures, example: NameExample): NameExample[] {
    const forms: NameExample[] = [];
    for (const [s, name] of example.names) {
      if (run.spans[s].known || name.entity === undefined) continue;
      const span = lattice.inAnyForm(run.spans[s]);
      const form: NameExample = {
        ...example,
        run: { ...run, spans: [{ ...span, known: undefined }] },
        features: new Float32Array(FEATURES),
        words: example.words.slice(s * ROLES, (s + 1) * ROLES),
        // neither a name nor none: only its worth is learned
        marks: Uint8Array.of(Mark.maybe),
        closed: true,
        worths: Uint8Array.of(worthOf(span, name)),
      };
      features.write(run, span, form.features, 0);
      forms.push(form);
    }
    return forms;
  }

  #wordsOf(lattice: Lattice, { spans }: Run): Int32Array {
    const words = new Int32Array(spans.length * ROLES).fill(-1);
    const tokens = new Int32Array(ROLES);
    spans.forEach((span, s) => {
      roleTokens(lattice, span, tokens);
      tokens.forEach((t, role) => {
        if (t >= 0) words[s * ROLES + role] = this.words.numberOf(lattice.word(t));
      });
    });
    return words;
  }
}

function worthOf({ known }: LatticeSpan, { entity }: MarkedName): number {
  if (entity === undefined) return Worth.unknown;
  return entity !== null && known?.info.candidates.some((c) => c.entity === entity) ? Worth.yes : Worth.no;
}

/** German, Palestinian: a people or a language goes by that word. Some mark such words as names, some do not. */
function isOfPeople(lattice: Lattice, { first, end }: LatticeSpan): boolean {
  if (end - first > 1) return false;
  const word = lattice.word(first);
  return [" people", " language"].some((more) => {
    const known = lattice.names.find(word + more, "words");
    return known?.whole && known.isUsed;
  });
}
