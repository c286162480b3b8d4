/** Annotated documents as prepared ones: words and candidates as rows of tables that hold just what the documents use. */
import { candidatesInDocument } from "../candidates/document-candidates.js";
import { wordsNear } from "../candidates/titles-in-document.js";
import type { AnnotatedDocument, AnnotatedMention } from "../formats/annotated/annotated-document.js";
import { goldRows } from "../formats/annotated/gold-rows.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { type AnalysedText, analyseText } from "../text/analysed-text.js";
import { readWordRows, type WordRows } from "../text/content-words.js";
import type { Candidate, Span } from "../types.js";
import type { Names } from "../vectors/names.js";
import type { VectorTable } from "../vectors/vector-table.js";
import {
  type ContextSettings,
  defaultContextSettings,
  mentionInput,
  selectionWords,
} from "./mention-input.js";
import type { PreparedDocument, PreparedMention } from "./prepared-document.js";

export interface PrepareParts {
  /** With names: lower-case words. */
  words: VectorTable;
  /** With titles as names, or in the knowledge base's order. */
  entities: VectorTable;
  /** Gives candidates to mentions that come without. */
  kb?: KnowledgeBase;
  context?: ContextSettings;
  /** Candidates kept for each mention. */
  considered?: number;
}

export interface PrepareCounts {
  documents: number;
  mentions: number;
  /** Mentions left without candidates; gold entities outside the table; gold entities among the candidates. */
  withoutCandidates: number;
  goldOutside: number;
  goldListed: number;
}

/** More than the selection looks at (30), so that training can bring a gold entity up from below. */
const MOST_CANDIDATES = 100;

/** Numbers rows in the order of first use. */
class RowsInUse {
  readonly rows: number[] = [];
  readonly #numbers = new Map<number, number>();

  numberOf(row: number): number {
    let number = this.#numbers.get(row);
    if (number === undefined) {
      number = this.rows.length;
      this.#numbers.set(row, number);
      this.rows.push(row);
    }
    return number;
  }
}

export class Preparer {
  readonly #parts: PrepareParts;
  readonly #context: ContextSettings;
  readonly #considered: number;
  readonly #words = new RowsInUse();
  readonly #entities = new RowsInUse();
  readonly counts: PrepareCounts = {
    documents: 0,
    mentions: 0,
    withoutCandidates: 0,
    goldOutside: 0,
    goldListed: 0,
  };

  constructor(parts: PrepareParts) {
    this.#parts = parts;
    this.#context = parts.context ?? defaultContextSettings;
    this.#considered = parts.considered ?? MOST_CANDIDATES;
  }

  prepare(doc: AnnotatedDocument): PreparedDocument {
    const whole = this.#read(doc.text);
    this.counts.documents++;
    const surfaces = doc.mentions.map((m) => m.surface);
    const hasWord = wordsNear(whole.document.tokens, doc.mentions);
    const { kb } = this.#parts;
    const lists = kb ? candidatesInDocument(kb, surfaces, this.#considered, hasWord, doc.text) : [];
    const mentions = doc.mentions.flatMap((m, i) => {
      if (m.entity === null) return [];
      const candidates = this.#candidates(m, lists[i] ?? []);
      return [m.context ? this.#prepareAlone(m, candidates) : this.#prepareMention(m, m, candidates, whole)];
    });
    return { id: doc.id, text: doc.text, mentions };
  }

  /** The tables of everything prepared so far, in the order of the rows given out. */
  tables(names: (list: string[]) => Names): { words: VectorTable; entities: VectorTable } {
    const pick = (table: VectorTable, { rows }: RowsInUse) =>
      table.select(rows, names(rows.map((row) => table.name(row))));
    return {
      words: pick(this.#parts.words, this.#words),
      entities: pick(this.#parts.entities, this.#entities),
    };
  }

  #read(text: string): { document: AnalysedText; words: WordRows } {
    const document = analyseText(text);
    return { document, words: readWordRows(document.tokens, (word) => this.#parts.words.rowOf(word)) };
  }

  /** A mention that brings its own contexts is read between them, not where it stands in a text that was put together. */
  #prepareAlone(mention: AnnotatedMention, candidates: [number, number][]): PreparedMention {
    const { left, right } = mention.context!;
    const before = left.length > 0 ? `${left.join(" ")} ` : "";
    const text = `${before}${mention.surface} ${right.join(" ")}`;
    const span = { start: before.length, end: before.length + mention.surface.length };
    return this.#prepareMention(mention, span, candidates, this.#read(text));
  }

  #prepareMention(
    mention: AnnotatedMention,
    span: Span,
    candidates: [number, number][],
    { document, words }: { document: AnalysedText; words: WordRows },
  ): PreparedMention {
    const { counts } = this;
    const input = mentionInput(document, words, span, [], this.#context);
    const window = selectionWords(document, words, span, this.#context);
    const goldRow = this.#goldRow(mention, candidates);
    counts.mentions++;
    if (candidates.length === 0) counts.withoutCandidates++;
    if (goldRow < 0) counts.goldOutside++;
    if (candidates.some(([row]) => row === goldRow)) counts.goldListed++;
    const wordRows = (rows: ArrayLike<number>) =>
      Array.from(rows, (row) => (row < 0 ? -1 : this.#words.numberOf(row)));
    return {
      context: wordRows(input.words).sort((a, b) => a - b),
      window: wordRows(window).sort((a, b) => a - b),
      left: wordRows(input.left),
      mention: wordRows(input.middle),
      right: wordRows(input.right),
      candidates: candidates.map(([row, prior]) => [this.#entities.numberOf(row), prior]),
      gold: goldRow < 0 ? -1 : this.#entities.numberOf(goldRow),
      span: [mention.start, mention.end],
    };
  }

  /** Entity row and prior: the file's own list, or else the knowledge base's. */
  #candidates(mention: AnnotatedMention, fromKb: Candidate[]): [number, number][] {
    if (!mention.candidates) return fromKb.map(({ entity, prior }) => [entity, prior]);
    return mention.candidates
      .map((c): [number, number] => [this.#rowOf(c.title, c.id), c.prior])
      .filter(([row]) => row >= 0)
      .slice(0, this.#considered);
  }

  /** Of several right entities the one listed first. */
  #goldRow(mention: AnnotatedMention, candidates: [number, number][]): number {
    const { kb } = this.#parts;
    if (!kb) return this.#rowOf(mention.entity!, mention.entityId);
    const rows = goldRows(kb, mention);
    return candidates.find(([row]) => rows.includes(row))?.[0] ?? rows[0] ?? -1;
  }

  /** Row of an entity by title, redirects followed, or by identifier; −1 when it is not there. */
  #rowOf(title: string, id: string | undefined): number {
    const { kb, entities } = this.#parts;
    if (!kb) return entities.rowOf(title.replace(/_/g, " "));
    const row = kb.rowOfTitle(title);
    return row >= 0 || id === undefined ? row : kb.rowOfId(id);
  }
}
