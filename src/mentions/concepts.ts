/** Finds common nouns that pages of an encyclopaedia are about, in what the names of a text leave over: nuclear power, measles. Only where asked. */
import { nameSources } from "../kb/name-sources.js";
import { TokenKind } from "../text/tokens.js";
import type { Span } from "../types.js";
import { bestCut } from "./cut.js";
import type { KnownName } from "./known-names.js";
import type { Lattice, LatticeSpan } from "./lattice.js";
import type { FoundName } from "./mention-finder.js";
import { Fact } from "./word-facts.js";

/** Words of the longest concept; hyphens count. */
const LONGEST = 5;
/** Shorter words are hardly ever linked; UTF-16 units. */
const SHORTEST = 3;
/** Log-odds that a page would link the phrase, by what is known of it: `node scripts/choose-settings.mjs concepts`. */
const WEIGHTS = [-1.24, 0.97, 2.39, 0.43, -0.94, -0.3, 0.2, -0.05];
/** Phrases less likely to be linked are no concepts; chosen by the same command. */
const LEAST = 0.08;

/** What is known of a phrase that may be a concept, as numbers. */
export function conceptNumbers({ info }: KnownName, words: number): number[] {
  const best = info.candidates[0];
  return [
    1,
    Math.min(3, words - 1),
    Math.sqrt(info.linkProbability),
    Math.log10(1 + info.linkCount),
    Math.log10(1 + info.textCount),
    best.sources & nameSources.title ? 1 : 0,
    best.prior,
    info.lowercaseShare,
  ];
}

/** Concepts in text order, none in or across the `names`, which come in text order too. */
export function findConcepts(
  lattice: Lattice,
  names: readonly Span[],
  { weights = WEIGHTS, least = LEAST } = {},
): FoundName[] {
  const { starts, ends } = lattice.document.tokens;
  const none = new Int32Array(0);
  return freeStretches(lattice, names).flatMap(({ from, to }) => {
    const spans = conceptSpans(lattice, from, to);
    // a phrase counts for each of its words, or its parts would outweigh it
    const worths = spans.map(({ first, end, known }) => {
      const numbers = conceptNumbers(known!, end - first);
      const odds = numbers.reduce((sum, number, i) => sum + number * weights[i], 0);
      return (1 / (1 + Math.exp(-odds)) - least) * (end - first);
    });
    return bestCut({ from, to, spans, longest: none, shortest: none }, worths, 0).map((s) => ({
      start: starts[spans[s].first],
      end: ends[spans[s].end - 1],
    }));
  });
}

/** Runs of words, from a token up to another, that no name touches. */
export function freeStretches(lattice: Lattice, names: readonly Span[]): { from: number; to: number }[] {
  const { starts, ends, count } = lattice.document.tokens;
  const stretches: { from: number; to: number }[] = [];
  let next = 0;
  for (let from = 0; from < count; ) {
    while (next < names.length && names[next].end <= starts[from]) next++;
    const limit = next < names.length ? names[next].start : Number.POSITIVE_INFINITY;
    let to = from + 1;
    if (ends[from] <= limit && isWordAt(lattice, from)) {
      while (to < count && ends[to] <= limit && continues(lattice, to)) to++;
      stretches.push({ from, to });
    }
    from = to;
  }
  return stretches;
}

/** Phrases between two tokens that somebody is known to use for something. */
export function conceptSpans(lattice: Lattice, from: number, to: number): LatticeSpan[] {
  const spans: LatticeSpan[] = [];
  for (let first = from; first < to; first++) {
    if (!mayBound(lattice, first)) continue;
    for (let end = first + 1; end <= Math.min(to, first + LONGEST); end++) {
      if (!mayBound(lattice, end - 1)) continue;
      const known = lattice.names.find(lattice.text(first, end), end - first > 1 ? "words" : "word");
      if (known?.isUsed && known.whole) spans.push({ first, end, known });
    }
  }
  return spans;
}

function isWordAt(lattice: Lattice, t: number): boolean {
  return lattice.document.tokens.kinds[t] === TokenKind.word;
}

/** Does the token at t go on with the phrase before it: a word behind one blank, a hyphen between words? */
function continues(lattice: Lattice, t: number): boolean {
  const { starts, ends } = lattice.document.tokens;
  const { sentenceOf } = lattice.shapes;
  if (sentenceOf[t] !== sentenceOf[t - 1] || starts[t] - ends[t - 1] > 1) return false;
  return isWordAt(lattice, t) || (lattice.word(t) === "-" && starts[t] === ends[t - 1]);
}

function mayBound(lattice: Lattice, t: number): boolean {
  const { starts, ends } = lattice.document.tokens;
  return isWordAt(lattice, t) && ends[t] - starts[t] >= SHORTEST && lattice.factsAt(t)[Fact.stop] === 0;
}
