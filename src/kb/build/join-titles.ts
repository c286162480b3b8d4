/** Which titles are one thing: takes the claims of all kinds in one order and keeps the ones that contradict nothing. */
import { type AnchorCounts, claimsOfAnchors } from "./join-anchors.js";
import { claimsOfLives } from "./join-lives.js";
import { claimsOfOlderCopies } from "./join-older-copies.js";
import { claimsOfLongerSubjects, claimsOfOpenings, claimsOfSubjects } from "./join-openings.js";
import { claimsOfSameWords } from "./join-same-words.js";
import { claimsOfAliases, claimsOfProperties, claimsOfSpelling } from "./join-spellings.js";
import { claimsOfTwins } from "./join-twins.js";
import { claimsOfVintages } from "./join-vintages.js";
import type { LoggedPage } from "./log-blocks.js";
import type { JoiningTitles, TitleClaim } from "./title-claims.js";

export interface JoinEvidence extends Omit<JoiningTitles, "isJoined"> {
  pages: () => Iterable<LoggedPage>;
  /** Title → the one title whose page gives it as another name. */
  aliases: Map<number, number>;
  /** Pairs of a title and a page that gives it as another name. */
  aliasPairs: Int32Array;
  /** Where links go whose text is a title. */
  anchors: AnchorCounts;
  /** Title → where it leads, −1 for nowhere; joined titles are entered here. */
  redirect: Int32Array;
}

/**
 * The surest first; what is joined stays joined, so that later claims see it. Two articles (copies, twins) are joined into the better
 * known one; a title without an article leads to the article that claims it.
 */
export function joinTitles(evidence: JoinEvidence): void {
  const joining = { ...evidence, isJoined: (t: number) => evidence.redirect[t] >= 0 };
  const joiner = new Joiner(evidence);
  joiner.articles(claimsOfOpenings(evidence.pages), { sameCorpus: true });
  joiner.articles(claimsOfOlderCopies(joining), { sameCorpus: true });
  joiner.articles(claimsOfLives(joining), { sameCorpus: true });
  joiner.articles(claimsOfLongerSubjects(joining), { sameCorpus: true });
  joiner.articles(claimsOfTwins(joining), { sameCorpus: false });
  joiner.titles(claimsOfSpelling(joining));
  joiner.titles(claimsOfSubjects(joining));
  joiner.titles(claimsOfAliases(joining, evidence.aliases));
  joiner.titles(claimsOfSameWords(joining));
  joiner.titles(claimsOfProperties(joining));
  joiner.titles(claimsOfVintages(joining));
  joiner.titles(claimsOfAnchors(joining, evidence.anchors));
}

class Joiner {
  readonly #largest: number;

  constructor(private readonly evidence: JoinEvidence) {
    this.#largest = largestCorpus(evidence.corpora);
  }

  titles(claims: Iterable<TitleClaim>): void {
    const { redirect } = this.evidence;
    for (const { from, to } of claims) if (redirect[from] < 0 && from !== to) redirect[from] = to;
  }

  /** A corpus that tells two titles apart is believed, unless it has the same text under both. */
  articles(claims: Iterable<TitleClaim>, { sameCorpus }: { sameCorpus: boolean }): void {
    const { redirect, corpora, known } = this.evidence;
    for (const { from, to } of claims) {
      const [a, b] = [this.#end(from), this.#end(to)];
      if (a === b || (!sameCorpus && (redirect[from] >= 0 || redirect[to] >= 0))) continue;
      if (!sameCorpus && ((corpora[a] & corpora[b]) !== 0 || (known.has(a) && known.has(b)))) continue;
      const [kept, other] = this.#rank(a) > this.#rank(b) ? [a, b] : [b, a];
      redirect[other] = kept;
      corpora[kept] |= corpora[other];
    }
  }

  #end(title: number): number {
    const { redirect } = this.evidence;
    let at = title;
    for (let steps = 0; redirect[at] >= 0 && steps < 10; steps++) at = redirect[at];
    return at;
  }

  /** Lists know the wiki's own titles; then the largest corpus gives the titles; then links tell. */
  #rank(title: number): number {
    const { known, corpora, links } = this.evidence;
    return (known.has(title) ? 1e12 : 0) + (corpora[title] & this.#largest ? 1e11 : 0) + links[title];
  }
}

function largestCorpus(corpora: Uint32Array): number {
  const articles = new Float64Array(32);
  for (const bits of corpora) for (let c = 0; bits >>> c !== 0; c++) articles[c] += (bits >>> c) & 1;
  return (1 << articles.indexOf(Math.max(...articles))) >>> 0;
}
