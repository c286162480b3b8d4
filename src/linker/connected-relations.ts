/** What the relations of a trained model connect, on prepared documents: kinds of things, strongest pairs, words between them. */
import { relationWeights } from "../evaluation/relation-analysis.js";
import type { SelectedDocument } from "../features/model-documents.js";
import type { PreparedDocument } from "../features/prepared-document.js";
import type { Model } from "../model/model.js";
import type { EntityEnd } from "./relation-names.js";
import { type NamedRelation, RelationNamer } from "./relation-names.js";

/** A part of a relation's weight, and how many times as much that is as of all relations'. */
export interface WeightShare {
  name: string;
  share: number;
  lift: number;
}

export interface ConnectedRelation {
  relation: number;
  /** Left out where no entity has a type. */
  named?: NamedRelation;
  /** Kinds of pairs that stand out, most first. */
  kinds: WeightShare[];
  /** Entities that it connects most: the mean weight, and in how many documents. */
  pairs: { from: string; to: string; weight: number; documents: number }[];
  /** What stands between two names that follow each other, where the text is known. */
  between: WeightShare[];
}

export interface ConnectionInput {
  selected: SelectedDocument[];
  prepared: PreparedDocument[];
  titleOf: (row: number) => string;
  /** Kind of an entity, where a knowledge base tells. */
  endOf?: (row: number) => EntityEnd | undefined;
}

const MOST_LISTED = 12;
/** A pair met once may be chance. */
const LEAST_DOCUMENTS = 2;
/** Longer stretches between two names say nothing of them. Characters. */
const LONGEST_BETWEEN = 24;
/** What is seen this seldom is no habit of a relation's. */
const LEAST_SHARE = 0.002;

/** Weights summed up by name for each relation, and what stands out of them. */
class WeightSums {
  readonly #sums: Map<string, number>[];
  readonly #all = new Map<string, number>();
  readonly #totals: number[];

  constructor(relations: number) {
    this.#sums = Array.from({ length: relations }, () => new Map());
    this.#totals = new Array<number>(relations).fill(0);
  }

  add(name: string, relation: number, weight: number): void {
    const own = this.#sums[relation];
    own.set(name, (own.get(name) ?? 0) + weight);
    this.#all.set(name, (this.#all.get(name) ?? 0) + weight);
    this.#totals[relation] += weight;
  }

  standingOut(relation: number): WeightShare[] {
    const everything = this.#totals.reduce((a, b) => a + b, 0);
    return [...this.#sums[relation]]
      .map(([name, weight]) => {
        const share = weight / (this.#totals[relation] || 1);
        return { name, share, lift: share / (this.#all.get(name)! / everything) };
      })
      .filter(({ share, lift }) => share >= LEAST_SHARE && lift > 1)
      .sort((a, b) => b.share * Math.log(b.lift) - a.share * Math.log(a.lift))
      .slice(0, MOST_LISTED);
  }
}

/** Sums and counts of ordered pairs of entities, by relation. */
class PairMeans {
  readonly #pairs: Map<
    string,
    { from: number; to: number; sum: number; count: number; documents: Set<number> }
  >[];

  constructor(relations: number) {
    this.#pairs = Array.from({ length: relations }, () => new Map());
  }

  add(
    relation: number,
    { from, to, document }: { from: number; to: number; document: number },
    weight: number,
  ) {
    const key = `${from} ${to}`;
    const known = this.#pairs[relation].get(key) ?? { from, to, sum: 0, count: 0, documents: new Set() };
    known.sum += weight;
    known.count++;
    known.documents.add(document);
    this.#pairs[relation].set(key, known);
  }

  strongest(relation: number, titleOf: (row: number) => string): ConnectedRelation["pairs"] {
    return [...this.#pairs[relation].values()]
      .filter(({ documents }) => documents.size >= LEAST_DOCUMENTS)
      .map(({ from, to, sum, count, documents }) => ({
        from: titleOf(from),
        to: titleOf(to),
        weight: sum / count,
        documents: documents.size,
      }))
      .sort((a, b) => b.weight - a.weight)
      .slice(0, MOST_LISTED);
  }
}

export function connectRelations(model: Model, input: ConnectionInput): ConnectedRelation[] {
  const { relations } = model.config;
  const namer = new RelationNamer();
  const pairs = new PairMeans(relations);
  const between = new WeightSums(relations);
  for (const doc of input.selected) {
    const alpha = relationWeights(model, doc);
    const golds = doc.mentions.map((m) => m.goldEntity);
    for (let i = 0; i < golds.length; i++) {
      if (golds[i] < 0) continue;
      const own = input.endOf?.(golds[i]);
      if (own)
        namer.hear(
          own,
          "nobody",
          alpha.map((rows) => rows[i][golds.length]),
        );
      for (let j = 0; j < golds.length; j++) {
        if (j === i || golds[j] < 0) continue;
        const weights = alpha.map((rows) => rows[i][j]);
        const other = input.endOf?.(golds[j]);
        if (own && other) namer.hear(own, other, weights);
        const words = textBetween(input.prepared[doc.source], doc.mentions[i].source, doc.mentions[j].source);
        for (let k = 0; k < relations; k++) {
          pairs.add(k, { from: golds[i], to: golds[j], document: doc.source }, weights[k]);
          if (words !== undefined) between.add(words, k, weights[k]);
        }
      }
    }
  }
  const named = namer.named();
  const claims = namer.claims();
  return Array.from({ length: relations }, (_, k) => ({
    relation: k + 1,
    ...(named[k] && { named: named[k] }),
    kinds: claims
      .filter((claim) => claim.relation === k)
      .map(({ name, share, lift }) => ({ name, share, lift }))
      .sort((a, b) => b.lift - a.lift)
      .slice(0, MOST_LISTED),
    pairs: pairs.strongest(k, input.titleOf),
    between: between.standingOut(k),
  }));
}

/** What stands between two neighbours in the text, in lower case; undefined for others, and where the text is not known. */
function textBetween({ text, mentions }: PreparedDocument, i: number, j: number): string | undefined {
  if (text === undefined || Math.abs(i - j) !== 1) return undefined;
  const [first, second] = i < j ? [mentions[i].span, mentions[j].span] : [mentions[j].span, mentions[i].span];
  if (!first || !second || second[0] <= first[1] || second[0] - first[1] > LONGEST_BETWEEN) return undefined;
  const words = text.slice(first[1], second[0]).trim().toLowerCase();
  return words === "" ? undefined : words;
}
