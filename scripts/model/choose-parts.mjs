// The part of a knowledge base and of a vocabulary that is shipped: no pages that only list others, the famous first.
import { openKnowledgeBaseBytes } from "../../dist/kb/stores/file-store.js";
import { encodeKnowledgeBase } from "../../dist/kb/stores/file-writer.js";
import { packFourBit, unpackFourBit } from "../../dist/vectors/four-bit.js";
import { Names } from "../../dist/vectors/names.js";
import { VectorTable } from "../../dist/vectors/vector-table.js";

/** A page that only says what its title can mean is no entity. */
const listsOthers =
  /\b(?:may|can|could|might) (?:also )?(?:refer|mean)\b.{0,40}(?::|several|any of|one of)|\b(?:is|are) the names? of (?:several|many|some|more|a number of|\w+) (?:counties|places|towns|people|cities|rivers|different|things)/i;

/** `rows`, best first, and `placeOf`: the place of every row of the full knowledge base among them, −1 for none. */
export function chooseEntities(kb, count) {
  const isKept = (row) => !listsOthers.test(kb.entity(row).description ?? "");
  const rows = Array.from({ length: kb.size }, (_, row) => row).filter(isKept);
  rows.sort((a, b) => kb.popularity(b) - kb.popularity(a) || a - b);
  rows.length = Math.min(rows.length, count);
  const placeOf = new Int32Array(kb.size).fill(-1);
  rows.forEach((row, place) => {
    placeOf[row] = place;
  });
  return { rows, placeOf };
}

/** The bytes of a knowledge base of these rows only, without descriptions; row i is rows[i]. */
export function subsetKnowledgeBase(kb, { rows, placeOf }, settings) {
  const redirects = [...kb.redirects()].map((r) => ({ title: r.title, row: placeOf[r.row] }));
  return encodeKnowledgeBase({
    entities: rows.map((row, i) => {
      const { description, ...entity } = kb.entity(row);
      return { ...entity, row: i };
    }),
    surfaces: chosenSurfaces(kb, placeOf),
    redirects: redirects.filter((r) => r.row >= 0),
    sources: kb.info.sources,
    settings: { ...kb.info.settings, ...settings },
  });
}

/** Candidates beyond the thirtieth are never looked at. */
const MOST_CANDIDATES = 30;

function* chosenSurfaces(kb, placeOf) {
  for (const info of kb.surfaces()) {
    const candidates = info.candidates
      .filter((c) => placeOf[c.entity] >= 0)
      .map((c) => ({ ...c, entity: placeOf[c.entity] }));
    if (candidates.length > 0) yield { ...info, candidates: candidates.slice(0, MOST_CANDIDATES) };
  }
}

export function openSubset(bytes) {
  return openKnowledgeBaseBytes(bytes.buffer);
}

/**
 * Unit vectors of the chosen rows. Where the AIDA features have a vector of the same title, which was trained in the same space on
 * fuller pages than ours, the two are averaged.
 */
export function chooseVectors(all, rows, others) {
  const { d } = all;
  const data = new Float32Array(rows.length * d);
  rows.forEach((row, i) => {
    all.readRow(row, data, i * d);
  });
  const vector = new Float32Array(d);
  for (const { place, source } of others.places) {
    others.table.readRow(source, vector);
    const own = data.subarray(place * d, (place + 1) * d);
    addUnit(own, vector);
  }
  return new VectorTable({ rows: rows.length, d, data });
}

/** own ← the direction between own and other. */
function addUnit(own, other) {
  const length = (v) => Math.sqrt(v.reduce((sum, x) => sum + x * x, 0)) || 1;
  const [a, b] = [length(own), length(other)];
  for (let k = 0; k < own.length; k++) own[k] = own[k] / a + other[k] / b;
  const sum = length(own);
  for (let k = 0; k < own.length; k++) own[k] /= sum;
}

/** So many of the language's most frequent words are always taken. */
const EVERYDAY = 4000;

/** Words by how often the corpora use them, with the most frequent of the language (stop words, signs) for relation contexts. */
export function chooseWords(all, texts, count) {
  const frequency = new Float64Array(all.rows);
  texts.words.forEach((word, i) => {
    const row = all.rowOf(word);
    if (row >= 0) frequency[row] += texts.frequencies[i];
  });
  const rows = Array.from({ length: all.rows }, (_, row) => row);
  rows.sort((a, b) => Number(b < EVERYDAY) - Number(a < EVERYDAY) || frequency[b] - frequency[a] || a - b);
  // in the order of the vectors they were chosen from: the most frequent first
  const chosen = rows.slice(0, count).sort((a, b) => a - b);
  const names = Names.fromList(chosen.map((row) => all.name(row)));
  const { data, scales } = all.select(chosen);
  return new VectorTable({ rows: chosen.length, d: all.d, data, scales, names });
}

/** The table as it is shipped: fifteen steps a number. What is trained with is what is shipped. */
export function atFourBits(table) {
  const bytes = Uint8Array.from(Buffer.concat(packFourBit(table)));
  const { rows, d, data, scales } = unpackFourBit(bytes.buffer);
  return new VectorTable({ rows, d, data, scales, names: table.names });
}
