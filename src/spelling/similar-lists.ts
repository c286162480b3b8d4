/** Candidate lists by similar spelling for the names of a document, where the knowledge base asks for them (`similar` in its settings). */
import { LinkingError } from "../errors.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { withLookUps } from "../kb/knowledge-base-views.js";
import { longForms, spellOut } from "../text/abbreviations.js";
import type { Candidate } from "../types.js";
import {
  defaultSimilarityWeights,
  type SimilarityWeights,
  similarCandidates,
  weightVector,
} from "./similar-candidates.js";
import { type NameCounts, type SimilarContext, similarityFeatures } from "./similar-features.js";
import { createSimilarIndex } from "./similar-index.js";

/** Spelling as a knowledge base has it: the index, and how its answers are weighed. */
export interface Spelling {
  context: SimilarContext;
  weights: Float64Array;
}

const known = new WeakMap<object, Spelling | null>();

/** Made at the first call, in about a second for 100,000 names; undefined for a knowledge base without the setting. */
export function spellingOf(kb: KnowledgeBase): Spelling | undefined {
  let spelling = known.get(kb);
  if (spelling === undefined) {
    const weights = similarityWeightsOf(kb.info.settings);
    const popularity = (row: number) => kb.popularity(row);
    spelling = weights && { context: { index: createSimilarIndex(kb), popularity }, weights };
    known.set(kb, spelling);
  }
  return spelling ?? undefined;
}

/** `similar: true` stands for the weights we know, an object for weights of its own; null where spelling is not looked at. */
function similarityWeightsOf(settings: Record<string, unknown>): Float64Array | null {
  const { similar } = settings;
  if (!similar) return null;
  if (similar === true) return weightVector(defaultSimilarityWeights);
  const weights = weightVector(similar as SimilarityWeights);
  if (weights.every(Number.isFinite)) return weights;
  throw new LinkingError(
    "bad-file",
    `The knowledge base's setting "similar" should be true or a number for each of ${similarityFeatures.join(", ")}; found ${JSON.stringify(similar)}.`,
  );
}

/** What a view of a knowledge base does not know of spelling: a document's own uses of names, entities that are taken away. */
export interface SpellingLess {
  without?: NameCounts;
  isMissing?: (row: number) => boolean;
}

/** Lets a view share the index of the knowledge base it is a view of; it must not outlive it. */
export function shareSpelling(view: KnowledgeBase, kb: KnowledgeBase, less: SpellingLess): void {
  const spelling = spellingOf(kb);
  known.set(view, spelling ? { ...spelling, context: { ...spelling.context, ...less } } : null);
}

/** The same knowledge base for reading a document whose own uses of names are among its counts, without them. */
export function withoutNames(kb: KnowledgeBase, without: NameCounts): KnowledgeBase {
  const view = withLookUps(kb, {
    lookup: (surface) => kb.lookup(surface),
    lookupFolded: (folded) => kb.lookupFolded(folded),
  });
  shareSpelling(view, kb, { without });
  return view;
}

/** The list of each surface, best first. Short forms that the text defines are looked up spelled out. */
export function listsBySpelling(
  { context, weights }: Spelling,
  surfaces: readonly string[],
  text = "",
  leastCosine = 0,
): Map<string, Candidate[]> {
  const forms = longForms(text);
  const lists = new Map<string, Candidate[]>();
  for (const surface of surfaces) {
    if (lists.has(surface)) continue;
    lists.set(surface, similarCandidates(context, weights, spellOut(surface, forms), leastCosine));
  }
  return lists;
}
