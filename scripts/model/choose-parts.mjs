// The part of a knowledge base and of a vocabulary that is shipped: the famous first, as much as there is room for.
import { openKnowledgeBaseBytes } from "../../dist/kb/file-store.js";
import { encodeKnowledgeBase } from "../../dist/kb/file-writer.js";
import { Names } from "../../dist/vectors/names.js";
import { VectorTable } from "../../dist/vectors/vector-table.js";

/** Rows by popularity, best first; rows of the knowledge base are in that order already as far as they were built together. */
export function chooseEntities(kb, count) {
  const rows = Array.from({ length: kb.size }, (_, row) => row);
  rows.sort((a, b) => kb.popularity(b) - kb.popularity(a) || a - b);
  return rows.slice(0, count);
}

/** The bytes of a knowledge base of these rows only, without descriptions; row i is rows[i]. */
export function subsetKnowledgeBase(kb, rows, settings) {
  const place = new Map(rows.map((row, i) => [row, i]));
  const { sources } = kb.info;
  return encodeKnowledgeBase({
    entities: rows.map((row, i) => {
      const { description, ...entity } = kb.entity(row);
      return { ...entity, row: i };
    }),
    surfaces: chosenSurfaces(kb, place),
    redirects: [...kb.redirects()]
      .filter((r) => place.has(r.row))
      .map((r) => ({ title: r.title, row: place.get(r.row) })),
    sources,
    settings: { ...kb.info.settings, ...settings },
  });
}

/** Candidates beyond the thirtieth are never looked at. */
const MOST_CANDIDATES = 30;

function* chosenSurfaces(kb, place) {
  for (const info of kb.surfaces()) {
    const candidates = info.candidates
      .filter((c) => place.has(c.entity))
      .slice(0, MOST_CANDIDATES)
      .map((c) => ({ ...c, entity: place.get(c.entity) }));
    if (candidates.length > 0) yield { ...info, candidates };
  }
}

export function openSubset(bytes) {
  return openKnowledgeBaseBytes(bytes.buffer);
}

/** Words by how often the corpora use them, with the most frequent of the language (stop words, signs) for relation contexts. */
export function chooseWords(all, texts, count, everyday) {
  const frequency = new Float64Array(all.rows);
  texts.words.forEach((word, i) => {
    const row = all.rowOf(word);
    if (row >= 0) frequency[row] += texts.frequencies[i];
  });
  const rows = Array.from({ length: all.rows }, (_, row) => row);
  rows.sort((a, b) => Number(b < everyday) - Number(a < everyday) || frequency[b] - frequency[a] || a - b);
  // in the order of the vectors they were chosen from: the most frequent first
  const chosen = rows.slice(0, count).sort((a, b) => a - b);
  const names = Names.fromList(chosen.map((row) => all.name(row)));
  const { data, scales } = all.select(chosen);
  return new VectorTable({ rows: chosen.length, d: all.d, data, scales, names });
}
