// The documents a linker is trained, developed and calibrated on, read with its own knowledge base and vectors.
import { join } from "node:path";
import { hashString } from "../../dist/kb/stores/string-table.js";
import { aidaDocuments, matchWords } from "./aida-documents.mjs";
import { linkedPages, partOf } from "./linked-pages.mjs";
import { pageDocument } from "./page-documents.mjs";

const MENTIONS_TOGETHER = 100;

/** Long documents in consecutive pieces. */
function inPieces(documents) {
  return documents.flatMap((doc) => {
    const pieces = [];
    for (let from = 0; from < doc.mentions.length; from += MENTIONS_TOGETHER) {
      pieces.push({ ...doc, mentions: doc.mentions.slice(from, from + MENTIONS_TOGETHER) });
    }
    return pieces;
  });
}

/** A third of the training pages teaches as much as all of them, in a third of the time. */
const isTaken = (title) => Math.floor(hashString(title) / 20) % 3 === 0;

/** The corpora with links. */
export function linkedCorpora(data) {
  return ["schools-2007.jsonl.gz", "enwik7.xml.gz"].map((name) => join(data, "corpora", name));
}

/** The pages that are read, each with its part. */
export async function* pagesByPart(data) {
  for await (const page of linkedPages(linkedCorpora(data))) {
    const part = partOf(page.title);
    if (part !== "train" || isTaken(page.title)) yield { page, part };
  }
}

/** {train, dev, test} of pages and {train, dev} of AIDA. `allWords` is the table that the shipped words were chosen from. */
export async function readTrainingSets(data, parts, allWords, onProgress = () => {}) {
  const pages = { train: [], dev: [], test: [] };
  let read = 0;
  for await (const { page, part } of pagesByPart(data)) {
    pages[part].push(pageDocument(parts, page));
    if (++read % 1000 === 0) onProgress(`${read} pages read`);
  }
  const folder = join(data, "aida-features");
  const words = await matchWords(folder, allWords, (word) => parts.words.rowOf(word));
  const aida = {};
  for (const part of ["train", "dev"]) aida[part] = await aidaDocuments(folder, part, { ...parts, words });
  for (const set of [pages, aida]) for (const part of Object.keys(set)) set[part] = inPieces(set[part]);
  return { pages, aida };
}

/** What can be known before any training: mentions, gold in the knowledge base, gold among the candidates, prior's share. */
export function describeSet(documents) {
  const counts = { documents: documents.length, mentions: 0, inKb: 0, reachable: 0, priorRight: 0 };
  for (const { mentions } of documents) {
    for (const m of mentions) {
      counts.mentions++;
      if (m.goldRow < 0) continue;
      counts.inKb++;
      if (m.gold < 0) continue;
      counts.reachable++;
      if (m.priors[m.gold] >= Math.max(...m.priors)) counts.priorRight++;
    }
  }
  return counts;
}
