/** Annotated documents as prepared ones: words and candidates as rows of tables that hold just what the documents use. */
import type { AnnotatedDocument, AnnotatedMention } from "../formats/annotated/annotated-document.js";
import { goldRows } from "../formats/annotated/gold-rows.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { analyseText } from "../text/analysed-text.js";
import type { Candidate, Span } from "../types.js";
import type { Names } from "../vectors/names.js";
import type { VectorTable } from "../vectors/vector-table.js";
import { DocumentReader, type ReadableDocument } from "./document-reader.js";
import type { PreparedDocument, PreparedMention } from "./prepared-document.js";
import { type ContextSettings, defaultContextSettings, type MentionFeatures } from "./read-features.js";

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

/** Gives rows of a table other numbers, or the same. */
export interface RowNumbers {
  numberOf(row: number): number;
}

/** Rows keep their numbers: for documents that are read beside the whole tables. */
export const sameRows: { words: RowNumbers; entities: RowNumbers } = {
  words: { numberOf: (row) => row },
  entities: { numberOf: (row) => row },
};

/** Numbers rows in the order of first use. */
class RowsInUse implements RowNumbers {
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

/** As many digits as are worth writing down. */
export const roundEvidence = (x: number) => Math.round(x * 1e4) / 1e4;

/** A mention's features as they are written down. */
export function preparedMention(
  features: MentionFeatures,
  gold: number,
  rows: { words: RowNumbers; entities: RowNumbers },
): PreparedMention {
  const numbers = (list: ArrayLike<number>) =>
    Array.from(list, (row) => (row < 0 ? -1 : rows.words.numberOf(row)));
  const { candidates, evidence } = features;
  return {
    context: numbers(features.words),
    window: numbers(features.window),
    left: numbers(features.left),
    mention: numbers(features.middle),
    right: numbers(features.right),
    candidates: candidates.map(({ entity, prior }) => [rows.entities.numberOf(entity), prior]),
    gold: gold < 0 ? -1 : rows.entities.numberOf(gold),
    ...(evidence && { evidence: candidates.map((_, place) => Array.from(evidence(place), roundEvidence)) }),
  };
}

export class Preparer {
  readonly #parts: PrepareParts;
  readonly #reader: DocumentReader;
  readonly #considered: number;
  readonly #rows = { words: new RowsInUse(), entities: new RowsInUse() };
  readonly counts: PrepareCounts = {
    documents: 0,
    mentions: 0,
    withoutCandidates: 0,
    goldOutside: 0,
    goldListed: 0,
  };

  constructor(parts: PrepareParts) {
    this.#parts = parts;
    this.#considered = parts.considered ?? MOST_CANDIDATES;
    this.#reader = new DocumentReader({
      kb: parts.kb,
      vocabulary: (word) => parts.words.rowOf(word),
      context: parts.context ?? defaultContextSettings,
      considered: this.#considered,
    });
  }

  prepare(doc: AnnotatedDocument): PreparedDocument {
    const whole = this.#reader.open(analyseText(doc.text));
    this.counts.documents++;
    const surfaces = doc.mentions.map((m) => m.surface);
    const lists = this.#reader.candidateLists(whole, doc.mentions, surfaces);
    const mentions = doc.mentions.flatMap((m, i) => {
      if (m.entity === null) return [];
      const candidates = this.#candidates(m, lists[i]);
      return [m.context ? this.#prepareAlone(m, candidates) : this.#prepareMention(m, m, candidates, whole)];
    });
    return { id: doc.id, text: doc.text, mentions };
  }

  /** The tables of everything prepared so far, in the order of the rows given out. */
  tables(names: (list: string[]) => Names): { words: VectorTable; entities: VectorTable } {
    const pick = (table: VectorTable, { rows }: RowsInUse) =>
      table.select(rows, names(rows.map((row) => table.name(row))));
    return {
      words: pick(this.#parts.words, this.#rows.words),
      entities: pick(this.#parts.entities, this.#rows.entities),
    };
  }

  /** A mention that brings its own contexts is read between them, not where it stands in a text that was put together. */
  #prepareAlone(mention: AnnotatedMention, candidates: Candidate[]): PreparedMention {
    const { left, right } = mention.context!;
    const before = left.length > 0 ? `${left.join(" ")} ` : "";
    const text = `${before}${mention.surface} ${right.join(" ")}`;
    const span = { start: before.length, end: before.length + mention.surface.length };
    return this.#prepareMention(mention, span, candidates, this.#reader.open(analyseText(text)));
  }

  #prepareMention(
    mention: AnnotatedMention,
    span: Span,
    candidates: Candidate[],
    readable: ReadableDocument,
  ): PreparedMention {
    const { counts } = this;
    const goldRow = this.#goldRow(mention, candidates);
    counts.mentions++;
    if (candidates.length === 0) counts.withoutCandidates++;
    if (goldRow < 0) counts.goldOutside++;
    if (candidates.some(({ entity }) => entity === goldRow)) counts.goldListed++;
    const features = this.#reader.read(readable, span, candidates);
    return { ...preparedMention(features, goldRow, this.#rows), span: [mention.start, mention.end] };
  }

  /** Entity row and prior: the file's own list, or else the knowledge base's. */
  #candidates(mention: AnnotatedMention, fromKb: Candidate[]): Candidate[] {
    if (!mention.candidates) return fromKb;
    return mention.candidates
      .map((c) => ({ entity: this.#rowOf(c.title, c.id), prior: c.prior }))
      .filter(({ entity }) => entity >= 0)
      .slice(0, this.#considered);
  }

  /** Of several right entities the one listed first. */
  #goldRow(mention: AnnotatedMention, candidates: Candidate[]): number {
    const { kb } = this.#parts;
    if (!kb) return this.#rowOf(mention.entity!, mention.entityId);
    const rows = goldRows(kb, mention);
    return candidates.find(({ entity }) => rows.includes(entity))?.entity ?? rows[0] ?? -1;
  }

  /** Row of an entity by title, redirects followed, or by identifier; −1 when it is not there. */
  #rowOf(title: string, id: string | undefined): number {
    const { kb, entities } = this.#parts;
    if (!kb) return entities.rowOf(title.replace(/_/g, " "));
    const row = kb.rowOfTitle(title);
    return row >= 0 || id === undefined ? row : kb.rowOfId(id);
  }
}
