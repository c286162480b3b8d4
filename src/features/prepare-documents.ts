/** Annotated documents as prepared ones: words and candidates as rows of tables that hold just what the documents use. */
import { type NamedList, shareWithPersons } from "../candidates/document-candidates.js";
import type { AnnotatedDocument, AnnotatedMention } from "../formats/annotated/annotated-document.js";
import { goldRows } from "../formats/annotated/gold-rows.js";
import { languageOfKb } from "../kb/kb-language.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { meanRow } from "../model/tables.js";
import { analyseText } from "../text/analysed-text.js";
import { seenThrough, type Vocabulary } from "../text/content-words.js";
import type { Candidate, Span } from "../types.js";
import type { Names } from "../vectors/names.js";
import { VectorTable } from "../vectors/vector-table.js";
import { DocumentReader, type ReadableDocument } from "./document-reader.js";
import type { PreparedDocument, PreparedMention } from "./prepared-document.js";
import { UNKNOWN_WORD } from "./prepared-set.js";
import { type ContextSettings, defaultContextSettings, type MentionFeatures } from "./read-features.js";

export interface PrepareParts {
  /** With names: lower-case words. */
  words: VectorTable;
  /** With titles as names, or in the knowledge base's order. */
  entities: VectorTable;
  /** For relations, where they have a table of their own; `words` when left out. */
  relationWords?: VectorTable;
  /** Words are looked up as they are written before they are in lower case: for tables that have capitals. */
  cased?: boolean;
  /** Titles of persons: a part of a person's name takes that person's candidates, in lists that files bring. */
  persons?: ReadonlySet<string>;
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

/** New numbers of the rows of each table. */
interface TableNumbers {
  words: RowNumbers;
  entities: RowNumbers;
  relationWords: RowNumbers;
}

/** Rows keep their numbers: for documents that are read beside the whole tables. */
const sameNumbers: RowNumbers = { numberOf: (row) => row };
export const sameRows: TableNumbers = {
  words: sameNumbers,
  entities: sameNumbers,
  relationWords: sameNumbers,
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
  rows: TableNumbers,
): PreparedMention {
  const numbered = (table: RowNumbers, list: ArrayLike<number>) =>
    Array.from(list, (row) => (row < 0 ? -1 : table.numberOf(row)));
  const { candidates, evidence } = features;
  return {
    context: numbered(rows.words, features.words),
    window: numbered(rows.words, seenThrough(features.window, features.window.rows)),
    left: numbered(rows.relationWords, features.left),
    mention: numbered(rows.relationWords, features.middle),
    right: numbered(rows.relationWords, features.right),
    candidates: candidates.map(({ entity, prior }) => [rows.entities.numberOf(entity), prior]),
    gold: gold < 0 ? -1 : rows.entities.numberOf(gold),
    ...(evidence && { evidence: candidates.map((_, place) => Array.from(evidence(place), roundEvidence)) }),
  };
}

/** The tables that a prepared folder holds. */
export interface PreparedVectors {
  words: VectorTable;
  entities: VectorTable;
  /** Its last row is what an unknown word counts as. */
  relationWords?: VectorTable;
}

const plainTitle = (title: string) => title.replace(/_/g, " ");

function vocabularyOf(table: VectorTable, cased: boolean): Vocabulary {
  if (!cased) return (word) => table.rowOf(word);
  return (word, written) => {
    const row = written === undefined ? -1 : table.rowOf(written);
    return row >= 0 ? row : table.rowOf(word);
  };
}

/** The rows, and behind them the whole table's unknown word, or the mean of all its words where it has none. */
function withUnknown(table: VectorTable, rows: number[], names: (list: string[]) => Names): VectorTable {
  const { d } = table;
  const data = new Float32Array((rows.length + 1) * d);
  for (const [i, row] of rows.entries()) table.readRow(row, data, i * d);
  const unknown = table.rowOf(UNKNOWN_WORD);
  if (unknown >= 0) table.readRow(unknown, data, rows.length * d);
  else data.set(meanRow(table), rows.length * d);
  const list = [...rows.map((row) => table.name(row)), UNKNOWN_WORD];
  return new VectorTable({ rows: list.length, d, data, names: names(list) });
}

export class Preparer {
  readonly #parts: PrepareParts;
  readonly #reader: DocumentReader;
  readonly #considered: number;
  readonly #rows: Record<keyof TableNumbers, RowsInUse>;
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
    const { words, relationWords, cased = false } = parts;
    const wordRows = new RowsInUse();
    this.#rows = {
      words: wordRows,
      entities: new RowsInUse(),
      relationWords: relationWords ? new RowsInUse() : wordRows,
    };
    this.#reader = new DocumentReader({
      kb: parts.kb,
      vocabulary: vocabularyOf(words, cased),
      relationVocabulary: relationWords && vocabularyOf(relationWords, cased),
      context: parts.context ?? defaultContextSettings,
      considered: this.#considered,
    });
  }

  prepare(doc: AnnotatedDocument): PreparedDocument {
    const whole = this.#reader.open(analyseText(doc.text));
    this.counts.documents++;
    const surfaces = doc.mentions.map((m) => m.surface);
    const lists = this.#reader.candidateLists(whole, doc.mentions, surfaces);
    const own = this.#listsOf(doc.mentions, lists);
    const mentions = doc.mentions.flatMap((m, i) => {
      if (m.entity === null) return [];
      const candidates = own[i].slice(0, this.#considered);
      return [m.context ? this.#prepareAlone(m, candidates) : this.#prepareMention(m, m, candidates, whole)];
    });
    return { id: doc.id, text: doc.text, mentions };
  }

  /** The tables of everything prepared so far, in the order of the rows given out. */
  tables(names: (list: string[]) => Names): PreparedVectors {
    const { words, entities, relationWords } = this.#parts;
    const pick = (table: VectorTable, { rows }: RowsInUse) =>
      table.select(rows, names(rows.map((row) => table.name(row))));
    return {
      words: pick(words, this.#rows.words),
      entities: pick(entities, this.#rows.entities),
      ...(relationWords && {
        relationWords: withUnknown(relationWords, this.#rows.relationWords.rows, names),
      }),
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

  /** Entity row and prior: the file's own lists, shared among persons, or else the knowledge base's. */
  #listsOf(mentions: AnnotatedMention[], fromKb: Candidate[][]): Candidate[][] {
    const { persons, kb = {} } = this.#parts;
    const { stopWords } = languageOfKb(kb);
    const isPerson = ({ candidates }: AnnotatedMention) =>
      candidates?.[0] !== undefined && persons?.has(plainTitle(candidates[0].title)) === true;
    const listed = mentions.map(({ candidates }, i) =>
      candidates
        ? candidates
            .map((c) => ({ entity: this.#rowOf(c.title, c.id), prior: c.prior }))
            .filter(({ entity }) => entity >= 0)
        : fromKb[i],
    );
    const longer = mentions.flatMap((m, i): NamedList[] =>
      isPerson(m) ? [[m.surface.toLowerCase(), listed[i]]] : [],
    );
    return mentions.map((m, i) =>
      m.candidates ? shareWithPersons(m.surface.toLowerCase(), listed[i], longer, stopWords) : listed[i],
    );
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
    if (!kb) return entities.rowOf(plainTitle(title));
    const row = kb.rowOfTitle(title);
    return row >= 0 || id === undefined ? row : kb.rowOfId(id);
  }
}
