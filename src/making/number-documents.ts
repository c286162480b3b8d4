/**
 * Documents that come as numbers only, because their text may not be passed on: a prepared folder in the same word vectors as ours. Its
 * words are known again by their vectors, a mention's own words spell its surface, and gold entities go by title.
 */
import { candidatesInDocument } from "../candidates/document-candidates.js";
import { candidateEvidence } from "../evidence/candidate-evidence.js";
import { wordsAmong } from "../evidence/text-words.js";
import { roundEvidence } from "../features/prepare-documents.js";
import {
  loadPreparedDocuments,
  type PreparedDocument,
  type PreparedMention,
} from "../features/prepared-document.js";
import { openPreparedTables, preparedPart } from "../features/prepared-set.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { withoutEntities } from "../kb/knowledge-base-views.js";
import { titleCase } from "../text/surfaces.js";
import type { Candidate } from "../types.js";
import type { VectorTable } from "../vectors/vector-table.js";

export interface NumberSource {
  folder: string;
  /** Titles by entity row of the folder. */
  titles: (row: number) => string;
  entities: VectorTable;
  /** Name of each of its words, undefined for those that nobody knows again. */
  names: (string | undefined)[];
}

/** Opens the folder and names its words by `allWords`, the table that ours were chosen from. */
export async function openNumbers(folder: string, allWords: VectorTable): Promise<NumberSource> {
  const { tables, entities } = await openPreparedTables(folder);
  const names = nameWords(tables.relationWords as VectorTable, allWords);
  return { folder, entities, titles: (row) => entities.name(row), names };
}

/** Vectors are cut into cells of this size along their first three axes. */
const CELLS = 40;
/** Half floats round; two vectors this near are one. */
const SAME = 1e-3;

function nameWords(theirs: VectorTable, allWords: VectorTable): (string | undefined)[] {
  const cell = (v: ArrayLike<number>, shift: readonly number[]) =>
    shift.map((s, k) => Math.round(v[k] * CELLS) + s).join(",");
  const cells = new Map<string, number[]>();
  const row = new Float32Array(allWords.d);
  for (let r = 0; r < allWords.rows; r++) {
    allWords.readRow(r, row);
    const key = cell(row, [0, 0, 0]);
    const list = cells.get(key);
    if (list) list.push(r);
    else cells.set(key, [r]);
  }
  const shifts = [0, -1, 1].flatMap((a) => [0, -1, 1].flatMap((b) => [0, -1, 1].map((c) => [a, b, c])));
  return Array.from({ length: theirs.rows }, (_, i) => {
    const vector = theirs.vector(i);
    for (const shift of shifts) {
      for (const r of cells.get(cell(vector, shift)) ?? []) {
        allWords.readRow(r, row);
        if (squaredDistance(row, vector) < SAME) return allWords.name(r);
      }
    }
    return undefined;
  });
}

function squaredDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += (a[k] - b[k]) ** 2;
  return sum;
}

const MOST_WORDS = 5;

/** A name's words come in no order: the order in which the knowledge base knows them; undefined when it does not. */
export function spell(words: (string | undefined)[], kb: KnowledgeBase): string | undefined {
  if (words.includes(undefined) || words.length > MOST_WORDS) return undefined;
  for (const order of permutations(words)) {
    const plain = order.join(" ");
    for (const spelling of new Set([plain, plain.replace(/ ?([-./&']) ?/g, "$1")])) {
      if (kb.lookupFolded(spelling)) return bestCase(spelling, kb);
    }
  }
  return undefined;
}

function* permutations<T>(items: T[]): Generator<T[]> {
  if (items.length <= 1) yield items;
  for (let i = 0; i < items.length && items.length > 1; i++) {
    const others = [...items.slice(0, i), ...items.slice(i + 1)];
    for (const rest of permutations(others)) yield [items[i], ...rest];
  }
}

/** Names are written with capitals: in title case, or in capitals where only those are known. */
function bestCase(spelling: string, kb: KnowledgeBase): string {
  const forms = [titleCase(spelling), spelling.toUpperCase(), spelling];
  const links = forms.map((form) => kb.lookup(form)?.linkCount ?? -1);
  const best = links.indexOf(Math.max(...links));
  return links[best] < 0 ? forms[0] : forms[best];
}

export interface NumberParts {
  kb: KnowledgeBase;
  vocabulary: (word: string) => number;
  considered: number;
  /** Some entities are taken away, and the rest is told for calibration; left out, all are there. */
  isMissing?: (row: number) => boolean;
}

/** The documents of one part with our words, candidates and priors. */
export async function readNumbers(
  source: NumberSource,
  part: string,
  { kb: whole, vocabulary, considered, isMissing }: NumberParts,
): Promise<PreparedDocument[]> {
  const kb = isMissing ? withoutEntities(whole, isMissing) : whole;
  const documents = await loadPreparedDocuments(preparedPart(source.folder, part));
  const rows = source.names.map((name) => (name === undefined ? -1 : vocabulary(name)));
  const all = (list: number[]) => list.map((w) => (w < 0 ? -1 : rows[w]));
  const known = (list: number[]) => all(list).filter((row) => row >= 0);
  const nameOf = (w: number) => (w < 0 ? undefined : source.names[w]);
  const rowOf = (entity: number) => {
    const row = kb.rowOfTitle(source.titles(entity));
    return row >= 0 && isMissing?.(row) ? -1 : row;
  };
  // where the name cannot be spelled, the candidates that the folder lists itself
  const listed = (mention: PreparedMention) =>
    mention.candidates
      .map(([entity, prior]) => ({ entity: rowOf(entity), prior }))
      .filter(({ entity }) => entity >= 0)
      .slice(0, considered);
  return documents.map((doc, number) => {
    const surfaces = doc.mentions.map((m) => spell(m.mention.map(nameOf), kb));
    const there = wordsAmong(
      doc.mentions.flatMap((m) => [...m.context, ...m.left, ...m.mention, ...m.right]).map(nameOf),
    );
    const lists = candidatesInDocument(
      kb,
      surfaces.map((s) => s ?? ""),
      { most: considered, nearName: () => there },
    );
    const evidenceOf = (surface: string, candidates: readonly Candidate[]) => {
      const ofName = candidateEvidence(kb, surface, there);
      return candidates.map((candidate) => Array.from(ofName(candidate), roundEvidence));
    };
    const mentions = doc.mentions.map((m, i): PreparedMention => {
      const surface = surfaces[i];
      const candidates = surface === undefined ? listed(m) : lists[i];
      return {
        context: known(m.context),
        window: known(m.window),
        left: all(m.left),
        mention: all(m.mention),
        right: all(m.right),
        candidates: candidates.map(({ entity, prior }) => [entity, prior]),
        gold: m.gold < 0 ? -1 : rowOf(m.gold),
        // of a name that cannot be spelled nothing is known
        ...(surface !== undefined && { evidence: evidenceOf(surface, candidates) }),
      };
    });
    return { id: doc.id ?? `${part} ${number + 1}`, mentions };
  });
}

/** Places of the folder's titles in our knowledge base, each at most once. */
export function placesOf(source: NumberSource, kb: KnowledgeBase): { place: number; source: number }[] {
  const seen = new Set<number>();
  const places: { place: number; source: number }[] = [];
  for (let row = 0; row < source.entities.rows; row++) {
    const place = kb.rowOfTitle(source.titles(row));
    if (place < 0 || seen.has(place)) continue;
    seen.add(place);
    places.push({ place, source: row });
  }
  return places;
}
