// What a scorer of names makes of pages of Wikipedia that did not teach it.
import { Random } from "../../dist/math/random.js";
import { share } from "./corpora.mjs";
import { asNewspapers, commonOpening, disguised, opened, shortStates, wordlikeNames } from "./texts.mjs";

/** Sentences that are made of each page, of every kind. */
const OFTEN = 10;

/** The links of pages, and texts made of the pages in the ways in which texts that teach are made. */
export class HeldOutPages {
  #links = { all: 0, exact: 0, crossed: 0 };
  #states = { all: 0, exact: 0, crossed: 0 };
  #wordlike = { all: 0, exact: 0, crossed: 0 };
  #openings = { all: 0, strays: 0 };
  #commonOpenings = { all: 0, strays: 0 };

  constructor(pages, kb) {
    const random = new Random(1);
    this.pages = pages;
    this.stories = pages.map((page) => asNewspapers(page, kb, random)).filter((page) => page !== undefined);
    const often = (sentencesOf) =>
      pages.flatMap((page) => Array.from({ length: OFTEN }, () => sentencesOf(page)).flat());
    const judging = wordlikeNames(kb, true);
    this.disguises = often((page) => disguised(page, judging, { kb, random, weight: 1 }));
    const own = new Random(2);
    const common = new Set([...judging.values()].flat().map(({ surface }) => surface.toLowerCase()));
    this.common = often((page) => commonOpening(page, common, { random: own, weight: 1 }));
    this.cutBeforeWords = often((page) => opened(page, random, 1).slice(1));
  }

  judge(find) {
    for (const page of this.pages) countPlaces(this.#links, page.names, find(page));
    for (const page of this.stories)
      countPlaces(this.#states, page.names.filter(isShortState(page)), find(page));
    for (const text of this.disguises) countPlaces(this.#wordlike, [text.own], find(text));
    countStrays(this.#openings, this.cutBeforeWords, find);
    countStrays(this.#commonOpenings, this.common, find);
  }

  print() {
    const { pages, stories, disguises, cutBeforeWords, common } = this;
    printPlaces(`links of ${pages.length} held-out pages`, this.#links);
    printPlaces(`states that ${stories.length} of them shorten, written as by newspapers`, this.#states);
    printPlaces(
      `words that are names, put in the place of other names in ${disguises.length} sentences`,
      this.#wordlike,
    );
    printStrays(`${cutBeforeWords.length} sentences cut before a small word`, this.#openings);
    printStrays(`${common.length} of them before a word that is a name too`, this.#commonOpenings);
  }
}

function printPlaces(what, { all, exact, crossed }) {
  console.log(`${what}: ${share(exact / all)} found, ${share(crossed / all)} cut elsewhere`);
}

/** Calif., N.D. */
function isShortState({ text }) {
  return ({ start, end }) => shortStates.has(text.slice(start, end));
}

/** Sentences that begin with a name, though they should not. */
function countStrays(counts, sentences, find) {
  counts.all += sentences.length;
  counts.strays += sentences.filter((text) => find(text).some(({ start }) => start === 0)).length;
}

function printStrays(what, { all, strays }) {
  console.log(`${what}: ${share(strays / all)} begin with a name`);
}

/** Which links are found as they stand, and which only with other bounds. */
function countPlaces(counts, names, found) {
  for (const { start, end } of names) {
    const touching = found.filter((f) => f.start < end && start < f.end);
    counts.all++;
    if (touching.some((f) => f.start === start && f.end === end)) counts.exact++;
    else if (touching.length > 0) counts.crossed++;
  }
}
