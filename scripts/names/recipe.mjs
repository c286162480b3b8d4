// What a scorer of names is taught from: marked corpora, linked pages, the same without capitals and cut before names, and knowledge bases with entities left out.
import { join } from "node:path";
import { Random } from "../../dist/math/random.js";
import { NameExampleReader } from "../../dist/training/name-examples.js";
import { thinnedKnowledgeBase } from "../../dist/training/thinned-knowledge-base.js";
import { taughtSentences } from "./marked-sentences.mjs";
import {
  asNewspapers,
  disguised,
  linkedTexts,
  markedText,
  opened,
  plainTexts,
  recased,
  wordlikeNames,
} from "./texts.mjs";

/** Corpora that are learned from; the others only judge. */
export const TAUGHT = ["GUM train", "WNUT17 train", "wikigold"];

export const PAGES = 400;
/** Openings of pages, without marks: what is a name there is for other scorers to say. */
const OPENINGS = 1000;
/** What the made-up texts count beside the real ones. */
const VARIANT = 0.3;
const PAGE = 0.3;
const DISGUISED = 0.15;
const SENTENCE = 1.5;
/** Cuts before a name of a long document. */
const CUTS = 12;

/**
 * Examples by corpus, a list for each document so that documents can be held out, and those of pages and our own sentences. With `anyKnowledge` every
 * text is also read with a third of the entities gone, and with nothing counted, so that the scorer fits catalogues and other languages' small corpora;
 * common words in the place of names are not taught then, as only a knowledge base counted in many texts tells them apart.
 */
export async function readExamples(corpora, parts, data, { anyKnowledge }) {
  const { kb } = parts;
  const random = new Random(5);
  const reader = new NameExampleReader(parts);
  const thinned = [true, false].map((counted, i) => {
    const thinning = thinnedKnowledgeBase(kb, { hidden: 0.3, counted, seed: 3 + i });
    const other = new NameExampleReader({ ...parts, kb: thinning.kb }, reader.words);
    const hide = (n) => (n.entity != null && thinning.isHidden(n.entity) ? { ...n, entity: null } : n);
    return (marked) => other.read({ ...marked, names: marked.names.map(hide) });
  });
  const wordlike = wordlikeNames(kb);
  const swap = { kb, random: new Random(6), weight: DISGUISED };
  const byCorpus = {};
  for (const name of TAUGHT) {
    byCorpus[name] = corpora[name].map((document, i) => {
      const marked = markedText(document, kb);
      const texts = [marked, ...variantsOf(marked, name, i)];
      for (let cut = 0; cut < (name === "GUM train" ? CUTS : 1); cut++)
        texts.push(...opened(marked, random, VARIANT));
      const examples = texts.flatMap((text) => reader.read(text));
      if (anyKnowledge) for (const read of thinned) examples.push(...read({ ...marked, weight: PAGE }));
      return examples;
    });
  }
  const others = taughtSentences(kb, SENTENCE).flatMap((marked) =>
    [marked, recased(marked, "small", VARIANT), recased(marked, "capitals", VARIANT)].flatMap((text) =>
      reader.read(text),
    ),
  );
  const path = join(data, "corpora/pages-2014.jsonl.gz");
  for (const [i, marked] of (await linkedTexts(path, kb, { pages: PAGES, weight: PAGE })).entries()) {
    others.push(...(i % 2 === 0 ? thinned[0](marked) : reader.read(marked)));
    const rewritten = asNewspapers(marked, kb, random);
    if (rewritten) others.push(...reader.read(rewritten));
    for (let cut = 0; cut < CUTS / 2; cut++) {
      for (const text of opened(marked, random, VARIANT)) others.push(...reader.read(text));
      if (!anyKnowledge)
        for (const text of disguised(marked, wordlike, swap)) others.push(...reader.read(text));
    }
  }
  const plain = await plainTexts(join(data, "corpora/intros-2020.jsonl.gz"), {
    texts: OPENINGS,
    weight: PAGE,
  });
  for (const text of plain) others.push(...reader.read(text));
  return { byCorpus, others, words: reader.words.list };
}

function variantsOf(marked, corpus, i) {
  const isShort = corpus !== "GUM train";
  if (!isShort || i % (corpus === "wikigold" ? 2 : 4) !== 0) return [];
  const variants = [recased(marked, "small", VARIANT), recased(marked, "capitals", VARIANT)];
  const headline = { ...marked, text: marked.text.replace(/\s*\.\s*$/, "") };
  return corpus === "wikigold" ? [...variants, recased(headline, "title", VARIANT)] : variants;
}
