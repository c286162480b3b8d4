/** A document laid out in kernel memory: one index over all candidates, gathered vectors, priors, word lists. */
import { LinkingError } from "../errors.js";
import { type Address, type Kernels, NONE } from "../math/kernels.js";
import { type CandidateIndex, entityRows, indexCandidates } from "./candidate-index.js";
import type { ModelConfig } from "./config.js";
import { usesEvidence, usesMentionFeatures } from "./config.js";
import type { ModelDocument, ModelMention } from "./document.js";
import { type ModelTables, RowLists, readRows } from "./tables.js";

/** p̂ of a place filled up, and the numbers of its entity (published code). */
const FILLED_PRIOR = 1e-8;
const FILLED_ENTITY = 1e-10;
const UNKNOWN_WORD = [NONE];
/** Added to every divisor of a mean by the published code. */
const PUBLISHED_DIVISOR = 1e-5;

/** Mentions without candidates are left out here; `positions` leads back to the document. */
export interface EncodedDocument extends CandidateIndex {
  /** Mentions of the document itself. */
  documentMentions: number;
  /** Position in the document of each mention here, padding aside. */
  positions: Int32Array;
  /** `starts` and `counts` in kernel memory. */
  startsAddress: Address;
  countsAddress: Address;
  /** (candidates, d) */
  entities: Address;
  /** (candidates): log(p̂ + 1e-20). */
  logPriors: Address;
  /** (candidates, config.evidence), 0 in places that are no candidates; 0 where the model looks at none. */
  evidence: Address;
  /** Word vectors (…, d) and each mention's list of rows into them. */
  words: Address;
  wordRows: Address;
  wordStarts: Int32Array;
  wordCounts: Int32Array;
  /** (mentions without padding, 3d): mean relation words left of, in and right of the mention. */
  surroundings: Address;
}

export class DocumentEncoder {
  readonly #kernels: Kernels;
  readonly #config: ModelConfig;
  readonly #tables: ModelTables;
  readonly #unknown: ArrayLike<number>;
  readonly #words: RowLists;
  readonly #relationWords: RowLists;

  constructor(
    kernels: Kernels,
    config: ModelConfig,
    tables: ModelTables,
    unknownRelationWord: ArrayLike<number>,
  ) {
    this.#kernels = kernels;
    this.#config = config;
    this.#tables = tables;
    this.#unknown = unknownRelationWord;
    this.#words = new RowLists(kernels, "word", tables.words);
    this.#relationWords = new RowLists(kernels, "relation word", tables.relationWords);
  }

  /** `paddingEntity` is the address of the padding mention's entity vector (used only with padding). */
  encode(document: ModelDocument, paddingEntity: Address): EncodedDocument {
    const width = this.#fillWidth(document);
    const active: ModelMention[] = [];
    const places = new Int32Array(document.mentions.length);
    for (let i = 0; i < document.mentions.length; i++) {
      const mention = document.mentions[i];
      if (mention.candidates.length === 0 && width === 0) continue;
      checkMention(mention, i);
      places[active.length] = i;
      active.push(mention);
    }
    const positions = places.subarray(0, active.length);
    const index = indexCandidates(active, width, this.#config.padding);
    const { entities, logPriors } = this.#layOutCandidates(active, index, paddingEntity);
    const { words, wordRows, wordStarts, wordCounts } = this.#layOutWords(active);
    // field by field: spreading the parts would cost as much as scoring a short document
    return {
      documentMentions: document.mentions.length,
      mentions: index.mentions,
      positions,
      padding: index.padding,
      starts: index.starts,
      counts: index.counts,
      startsAddress: copyInts(this.#kernels, index.starts),
      countsAddress: copyInts(this.#kernels, index.counts),
      largestCount: index.largestCount,
      candidates: index.candidates,
      entities,
      logPriors,
      evidence: usesEvidence(this.#config) ? this.#layOutEvidence(active, positions, index) : 0,
      realCounts: index.realCounts,
      golds: index.golds,
      words,
      wordRows,
      wordStarts,
      wordCounts,
      surroundings: usesMentionFeatures(this.#config) ? this.#layOutSurroundings(active) : 0,
    };
  }

  /** The published code fills every list up to the longest; 0 means lists stay as they are. */
  #fillWidth(document: ModelDocument): number {
    if (!this.#config.asPublished) return 0;
    return document.mentions.reduce((width, m) => Math.max(width, m.candidates.length), 0);
  }

  #layOutCandidates(active: ModelMention[], index: CandidateIndex, paddingEntity: Address) {
    const { dims: d, padding: hasPadding } = this.#config;
    const kernels = this.#kernels;
    const { candidates, starts, padding } = index;
    const entities = kernels.alloc(candidates * d);
    const logPriors = kernels.alloc(candidates);
    kernels.fill(logPriors, 1, candidates);
    readRows(kernels, this.#tables.entities, entityRows(active, index), entities);
    this.#writePriors(active, index, { entities, logPriors });
    // the kernels' logarithm, since the engine's may differ from another's in its last bit
    kernels.log(logPriors, logPriors, candidates);
    if (hasPadding) kernels.copy(entities + starts[padding] * d, paddingEntity, d);
    return { entities, logPriors };
  }

  /** p̂ + 1e-20 of every candidate; filled places get theirs, and the near-zero entity. */
  #writePriors(
    active: ModelMention[],
    { starts, counts, realCounts }: CandidateIndex,
    { entities, logPriors }: { entities: Address; logPriors: Address },
  ): void {
    const d = this.#config.dims;
    const { floats } = this.#kernels;
    for (let i = 0; i < active.length; i++) {
      const { priors } = active[i];
      for (let c = 0; c < counts[i]; c++) {
        const place = starts[i] + c;
        const isReal = c < realCounts[i];
        floats[logPriors + place] = (isReal ? priors[c] : FILLED_PRIOR) + 1e-20;
        if (!isReal) floats.fill(FILLED_ENTITY, entities + place * d, entities + (place + 1) * d);
      }
    }
  }

  #layOutEvidence(
    active: ModelMention[],
    positions: Int32Array,
    { starts, candidates }: CandidateIndex,
  ): Address {
    const n = this.#config.evidence;
    const evidence = this.#kernels.allocZero(candidates * n);
    const { floats } = this.#kernels;
    for (let i = 0; i < active.length; i++) {
      const { evidence: own, candidates: rows } = active[i];
      if (own === undefined) continue;
      const wanted = rows.length * n;
      if (own.length !== wanted) {
        throw new LinkingError(
          "shape-mismatch",
          `Mention ${positions[i]} brings ${own.length} numbers of evidence for ${rows.length} candidates, the model wants ${n} for each; prepare the documents with the mulrel that trained it.`,
        );
      }
      floats.set(own, evidence + starts[i] * n);
    }
    return evidence;
  }

  #layOutWords(active: ModelMention[]) {
    const kernels = this.#kernels;
    const wordStarts = new Int32Array(active.length);
    const wordCounts = new Int32Array(active.length);
    let total = 0;
    for (let i = 0; i < active.length; i++) {
      wordStarts[i] = total;
      wordCounts[i] = active[i].words.length;
      total += wordCounts[i];
    }
    const wordRows = kernels.alloc(total);
    this.#words.startDocument();
    for (let i = 0; i < active.length; i++) {
      this.#words.write(active[i].words, wordRows + wordStarts[i], false);
    }
    const words = this.#words.table();
    return { words, wordRows, wordStarts, wordCounts };
  }

  #layOutSurroundings(active: ModelMention[]): Address {
    const d = this.#config.dims;
    const kernels = this.#kernels;
    const surroundings = kernels.alloc(active.length * 3 * d);
    const mark = kernels.mark();
    const counts = kernels.alloc(3 * active.length);
    let total = 0;
    for (const { left, middle, right } of active) {
      total += Math.max(1, left.length) + Math.max(1, middle.length) + Math.max(1, right.length);
    }
    const rows = kernels.alloc(total);
    this.#relationWords.startDocument();
    let at = rows;
    let list = counts;
    for (const { left, middle, right } of active) {
      for (const side of [left, middle, right]) {
        // an empty side is one unknown word
        const words = side.length > 0 ? side : UNKNOWN_WORD;
        this.#relationWords.write(words, at, true);
        kernels.ints[list++] = words.length;
        at += words.length;
      }
    }
    const table = this.#relationWords.table();
    const unknown = kernels.alloc(d);
    for (let l = 0; l < d; l++) kernels.floats[unknown + l] = this.#unknown[l];
    const extra = this.#config.asPublished ? PUBLISHED_DIVISOR : 0;
    kernels.meansOfRows({
      out: surroundings,
      table,
      missing: unknown,
      rows,
      counts,
      lists: 3 * active.length,
      extra,
      d,
    });
    kernels.release(mark);
    return surroundings;
  }
}

function copyInts(kernels: Kernels, values: ArrayLike<number>): Address {
  const address = kernels.alloc(values.length);
  kernels.ints.set(values, address);
  return address;
}

function checkMention(mention: ModelMention, position: number): void {
  if (mention.priors.length !== mention.candidates.length) {
    throw new LinkingError(
      "shape-mismatch",
      `Mention ${position} has ${mention.candidates.length} candidates and ${mention.priors.length} priors; there must be one prior for each candidate.`,
    );
  }
  for (let c = 0; c < mention.priors.length; c++) {
    if (!(mention.priors[c] >= 0 && mention.priors[c] < Infinity)) {
      throw new LinkingError(
        "not-a-number",
        `Mention ${position} gives candidate ${c} the prior ${mention.priors[c]}; a prior is a number from 0 to 1.`,
      );
    }
  }
  if (mention.gold >= mention.candidates.length) {
    throw new LinkingError(
      "bad-input",
      `Mention ${position} says that candidate ${mention.gold} is right, but it has ${mention.candidates.length}; give a position from 0, or −1.`,
    );
  }
}
