// The AIDA-CoNLL documents, which come as numbers, read anew with our knowledge base: their words are rows of the same word vectors,
// so a mention's own words spell its surface, and its gold entity is known by title.
import { join } from "node:path";
import { candidatesInDocument } from "../../dist/candidates/document-candidates.js";
import { chooseCandidates } from "../../dist/features/choose-candidates.js";
import { loadPreparedDocuments } from "../../dist/features/prepared-document.js";
import { clampPrior } from "../../dist/features/selection.js";
import { titleCase } from "../../dist/text/surfaces.js";
import { readDictionary, readNpyTable } from "../../dist/vectors/vector-file.js";

/** The vectors that come with the AIDA features, and the place of each title in our knowledge base. */
export async function aidaVectors(folder, kb) {
  const table = await readNpyTable(join(folder, "entities.npy"));
  const titles = await readDictionary(join(folder, "entities.txt"));
  const seen = new Set();
  const places = titles
    .map((title, source) => ({ place: kb.rowOfTitle(title), source }))
    .filter(({ place }) => place >= 0 && !seen.has(place) && seen.add(place));
  return { table, places };
}

/** Rows of our word table for the rows of the features' own; −1 where we do not have the word. */
export async function matchWords(folder, allWords, shippedRowOf) {
  const theirs = await readNpyTable(join(folder, "words.npy"));
  const key = (v) => `${Math.round(v[0] * 40)},${Math.round(v[1] * 40)},${Math.round(v[2] * 40)}`;
  const buckets = new Map();
  const row = new Float32Array(allWords.d);
  for (let r = 0; r < allWords.rows; r++) {
    allWords.readRow(r, row);
    const k = key(row);
    if (buckets.has(k)) buckets.get(k).push(r);
    else buckets.set(k, [r]);
  }
  const names = [];
  const rows = new Int32Array(theirs.rows).fill(-1);
  for (let i = 0; i < theirs.rows; i++) {
    const match = nearest(allWords, buckets, theirs.vector(i), row);
    names.push(match < 0 ? undefined : allWords.name(match));
    if (match >= 0) rows[i] = shippedRowOf(names[i]);
  }
  return { names, rows };
}

/** The row equal to the vector up to the rounding of half floats; −1 when there is none. */
function nearest(table, buckets, vector, row) {
  const [a, b, c] = [0, 1, 2].map((k) => Math.round(vector[k] * 40));
  for (const da of [0, -1, 1]) {
    for (const db of [0, -1, 1]) {
      for (const dc of [0, -1, 1]) {
        for (const r of buckets.get(`${a + da},${b + db},${c + dc}`) ?? []) {
          table.readRow(r, row);
          let distance = 0;
          for (let k = 0; k < row.length; k++) distance += (row[k] - vector[k]) ** 2;
          if (distance < 1e-3) return r;
        }
      }
    }
  }
  return -1;
}

/** The features give a name's words in no order: the order in which the knowledge base knows them; undefined when it does not. */
export function spell(words, kb) {
  if (words.includes(undefined) || words.length > 5) return undefined;
  for (const order of permutations(words)) {
    const plain = order.join(" ");
    for (const spelling of new Set([plain, plain.replace(/ ?([-./&']) ?/g, "$1")])) {
      if (kb.lookupFolded(spelling)) return bestCase(spelling, kb);
    }
  }
  return undefined;
}

function* permutations(items) {
  if (items.length <= 1) yield items;
  for (let i = 0; i < items.length && items.length > 1; i++) {
    for (const rest of permutations(items.toSpliced(i, 1))) yield [items[i], ...rest];
  }
}

/** News writes names with capitals: in title case, or in capitals where only those are known. */
function bestCase(spelling, kb) {
  const forms = [titleCase(spelling), spelling.toUpperCase(), spelling];
  const links = forms.map((form) => kb.lookup(form)?.linkCount ?? -1);
  const best = links.indexOf(Math.max(...links));
  return links[best] < 0 ? forms[0] : forms[best];
}

export async function aidaDocuments(folder, part, { kb, entities, unitWords, settings, words }) {
  const titles = await readDictionary(join(folder, "entities.txt"));
  const documents = await loadPreparedDocuments(join(folder, `${part}.jsonl.gz`));
  const toOurs = (list) => list.map((w) => (w < 0 ? -1 : words.rows[w]));
  const known = (list) => Int32Array.from(toOurs(list).filter((w) => w >= 0));
  const surfaceOf = (mention) =>
    spell(
      mention.mention.map((w) => (w < 0 ? undefined : words.names[w])),
      kb,
    );
  // where the name cannot be spelled, the candidates that the features list themselves
  const listed = (mention) =>
    mention.candidates
      .map(([entity, prior]) => ({ entity: kb.rowOfTitle(titles[entity]), prior }))
      .filter((c) => c.entity >= 0);
  const read = (mention, found) => {
    const list = found.map(({ entity, prior }) => ({
      entity,
      prior: clampPrior(prior, settings.candidates),
    }));
    const chosen = chooseCandidates(
      list,
      entities,
      sumOf(unitWords, known(mention.window)),
      settings.candidates,
    );
    const goldRow = mention.gold < 0 ? -1 : kb.rowOfTitle(titles[mention.gold]);
    const candidates = Int32Array.from(chosen, (c) => c.entity);
    return {
      candidates,
      priors: Float64Array.from(chosen, (c) => c.prior),
      words: known(mention.context),
      left: Int32Array.from(toOurs(mention.left)),
      middle: Int32Array.from(toOurs(mention.mention)),
      right: Int32Array.from(toOurs(mention.right)),
      goldRow,
      gold: goldRow < 0 ? -1 : candidates.indexOf(goldRow),
    };
  };
  return documents.map((doc) => {
    const surfaces = doc.mentions.map(surfaceOf);
    const there = new Set(
      doc.mentions
        .flatMap((m) => [...m.context, ...m.left, ...m.mention, ...m.right])
        .map((w) => words.names[w]),
    );
    const lists = candidatesInDocument(
      kb,
      surfaces.map((s) => s ?? ""),
      settings.candidates.considered,
      (word) => there.has(word),
    );
    const candidatesOf = (mention, i) => (surfaces[i] === undefined ? listed(mention) : lists[i]);
    return { title: doc.id, mentions: doc.mentions.map((m, i) => read(m, candidatesOf(m, i))) };
  });
}

function sumOf(unitWords, rows) {
  const sum = new Float32Array(unitWords.d);
  const row = new Float32Array(unitWords.d);
  for (const r of rows) {
    unitWords.readRow(r, row, 0);
    for (let k = 0; k < sum.length; k++) sum[k] += row[k];
  }
  return sum;
}
