/** The part of a knowledge base, a vocabulary and its vectors that goes into a linker: the famous first, no pages that only list others. */
import type { EntityTexts } from "../kb/entity-texts.js";
import type { KnowledgeBase, NameCandidate, SurfaceInfo } from "../kb/knowledge-base.js";
import { isGuess } from "../kb/name-sources.js";
import { encodeKnowledgeBase } from "../kb/stores/file-writer.js";
import { encodePackedKnowledgeBase } from "../kb/stores/packed-writer.js";
import { entityTiers } from "../loading/save-linker.js";
import type { Entity } from "../types.js";
import { packFourBit, unpackFourBit } from "../vectors/four-bit.js";
import { Names } from "../vectors/names.js";
import { quantiseRows } from "../vectors/train-product.js";
import { convertStorage, VectorTable } from "../vectors/vector-table.js";

/** A page that only says what its title can mean is no entity. */
const listsOthers =
  /\b(?:may|can|could|might) (?:also )?(?:refer|mean)\b.{0,40}(?::|several|any of|one of)|\b(?:is|are) the names? of (?:several|many|some|more|a number of|\w+) (?:counties|places|towns|people|cities|rivers|different|things)/i;

export interface ChosenEntities {
  /** Rows of the full knowledge base, best first. */
  rows: number[];
  /** Place of every row among them, −1 for none. */
  placeOf: Int32Array;
}

/** At most `count` entities, the most popular first. */
export function chooseEntities(kb: KnowledgeBase, count: number): ChosenEntities {
  const rows: number[] = [];
  for (let row = 0; row < kb.size; row++) {
    if (!listsOthers.test(kb.entity(row).description ?? "")) rows.push(row);
  }
  rows.sort((a, b) => kb.popularity(b) - kb.popularity(a) || a - b);
  rows.length = Math.min(rows.length, count);
  const placeOf = new Int32Array(kb.size).fill(-1);
  rows.forEach((row, place) => {
    placeOf[row] = place;
  });
  return { rows, placeOf };
}

export interface SubsetSettings {
  descriptions: boolean;
  /** In the packed store, with rounded priors and counts, or in the single file. */
  packed: boolean;
}

/** The bytes of a knowledge base of these rows only; row i is rows[i]. */
export function subsetKnowledgeBase(
  kb: KnowledgeBase,
  { rows, placeOf }: ChosenEntities,
  { descriptions, packed }: SubsetSettings,
): Uint8Array<ArrayBuffer> {
  const redirects = [...kb.redirects()].map((r) => ({ title: r.title, row: placeOf[r.row] }));
  return (packed ? encodePackedKnowledgeBase : encodeKnowledgeBase)({
    entities: rows.map((row, i): Entity => {
      const { description, phrase, ...entity } = kb.entity(row);
      const isTold = phrase !== undefined && (!packed || i < PHRASES);
      return { ...entity, ...(descriptions && { description }), ...(isTold && { phrase }), row: i };
    }),
    surfaces: chosenSurfaces(kb, placeOf, packed),
    redirects: redirects.filter((r) => r.row >= 0),
    sources: kb.info.sources,
    settings: { ...kb.info.settings, chosen: rows.length },
  });
}

/** Candidates beyond the thirtieth are never looked at. */
const MOST_CANDIDATES = 30;
/** Of a packed linker: how many entities keep their phrase, which takes 13 bytes; the type of all others stays. */
const PHRASES = 130_000;
/** Of a packed linker: a meaning that was only derived is kept from this prior on, and always for so many of the most popular entities (Michael Jordan for "Jordan"), */
const LEAST_GUESS = 0.01;
const FAMOUS = 100_000;
/** and a name that was only derived, and that no text has, for so many of them. */
const GUESSED = 200_000;

function* chosenSurfaces(kb: KnowledgeBase, placeOf: Int32Array, packed: boolean): Generator<SurfaceInfo> {
  const isRare = ({ entity, prior, sources }: NameCandidate) =>
    isGuess(sources) && prior < LEAST_GUESS && entity >= FAMOUS;
  for (const info of kb.surfaces()) {
    const candidates = info.candidates
      .filter((c) => placeOf[c.entity] >= 0)
      .map((c) => ({ ...c, entity: placeOf[c.entity] }))
      .filter((c) => !packed || !isRare(c));
    const isFarFetched =
      packed && info.textCount === 0 && candidates.every((c) => isGuess(c.sources) && c.entity >= GUESSED);
    if (!isFarFetched && candidates.length > 0)
      yield { ...info, candidates: candidates.slice(0, MOST_CANDIDATES) };
  }
}

/** Vectors of the same space for some of the places, from elsewhere. */
export interface OtherVectors {
  table: VectorTable;
  places: { place: number; source: number }[];
}

/** Unit vectors of the chosen rows; where others have one too, the direction between the two. */
export function chooseVectors(all: VectorTable, rows: number[], others: OtherVectors[]): VectorTable {
  const { d } = all;
  const data = new Float32Array(rows.length * d);
  rows.forEach((row, i) => {
    all.readRow(row, data, i * d);
  });
  const vector = new Float32Array(d);
  for (const { table, places } of others) {
    for (const { place, source } of places) {
      table.readRow(source, vector);
      addUnit(data.subarray(place * d, (place + 1) * d), vector);
    }
  }
  return new VectorTable({ rows: rows.length, d, data });
}

/** own ← the direction between own and other. */
function addUnit(own: Float32Array, other: Float32Array): void {
  const length = (v: Float32Array) => Math.sqrt(v.reduce((sum, x) => sum + x * x, 0)) || 1;
  const [a, b] = [length(own), length(other)];
  for (let k = 0; k < own.length; k++) own[k] = own[k] / a + other[k] / b;
  const sum = length(own);
  for (let k = 0; k < own.length; k++) own[k] /= sum;
}

/** So many of the language's most frequent words are always taken: stop words and signs, for relation contexts. */
const EVERYDAY = 4000;

/** At most `count` words, by how often the entities' texts use them. */
export function chooseWords(all: VectorTable, texts: EntityTexts | undefined, count: number): VectorTable {
  const frequency = new Float64Array(all.rows);
  texts?.words.forEach((word, i) => {
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

/** "packed" and "4bit" also pack the files: in blocks, read as they are needed, or with gzip. */
export type LinkerStorage = "packed" | "4bit" | "int8" | "float32";

/** Entities' vectors as they go into the linker, so that what is trained with is what is linked with. */
export function entitiesAsStored(table: VectorTable, storage: LinkerStorage, seed: number): VectorTable {
  return storage === "packed" ? quantiseRows(table, entityTiers, { seed }) : asStored(table, storage);
}

/** Words' vectors likewise; packed ones have four bits a number, since there are few. */
export function asStored(table: VectorTable, storage: LinkerStorage): VectorTable {
  if (storage !== "4bit" && storage !== "packed") return convertStorage(table, storage);
  const bytes = Uint8Array.from(Buffer.concat(packFourBit(table)));
  const { rows, d, data, scales } = unpackFourBit(bytes.buffer);
  return new VectorTable({ rows, d, data, scales, names: table.names });
}
