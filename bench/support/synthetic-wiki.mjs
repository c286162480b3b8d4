// A made-up wiki with the proportions of the English Wikipedia: words and titles by Zipf's law, any fraction of its size, the same for the same seed.
import { Random } from "../../dist/math/random.js";

/** The English Wikipedia, whole. Bytes are those of the unpacked pages-articles XML. */
export const WHOLE = { articles: 6.9e6, redirects: 11e6, bytes: 95e9 };

const frequent =
  "the of and in to a was is for as on with by that from at his it an are were which be this he had first also has its one their not after or who two but been new other she during more when they she all where would into some most between three only".split(
    " ",
  );
const onsets = "b c d f g h j k l m n p r s t v w z br ch cl dr fr gr pl pr sh st th tr".split(" ");
const vowels = "a e i o u a e i o ai ea ou é ö".split(" ");
const codas = ["", "", "", "n", "r", "s", "l", "t", "nd", "rt", "m", "ck"];

/** Of all but the frequent words, characters. */
const SHORTEST = 4;

/** A word for every number, longer for larger ones; different numbers give different words. */
export function wordOf(number) {
  if (number < frequent.length) return frequent[number];
  let n = number - frequent.length;
  let word = "";
  do {
    word += onsets[n % onsets.length];
    n = Math.floor(n / onsets.length);
    word += vowels[n % vowels.length];
    n = Math.floor(n / vowels.length);
    word += codas[n % codas.length];
    n = Math.floor(n / codas.length);
  } while (n > 0 || word.length < SHORTEST);
  return word;
}

export const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** A rank from 0 to `size` − 1 of chance ∝ 1 / (rank + 1)^exponent, by the inverse of the continuous distribution. */
export function zipf(random, size, exponent) {
  const e = 1 - exponent;
  const all = (size + 1) ** e - 1;
  return Math.min(size - 1, Math.floor((random.uniform() * all + 1) ** (1 / e)) - 1);
}

/** Words fall like 1/rank among the usual ones and faster among the rare ones, whose number never ends: so vocabularies grow as real ones do. */
const USUAL = 8000;
const RARE_SHARE = 0.07;
const RARE_EXPONENT = 1.6;
const usual = new Float64Array(USUAL);
for (let r = 0, sum = 0; r < USUAL; r++) usual[r] = sum += 1 / (r + 2.7);
/** A word for each of many equal parts of all chances: one look instead of a search. */
const PARTS = 1 << 16;
const wordOfPart = new Array(PARTS);
for (let p = 0, r = 0; p < PARTS; p++) {
  while (usual[r] < ((p + 0.5) / PARTS) * usual[USUAL - 1]) r++;
  wordOfPart[p] = wordOf(r);
}

/** A word of running text. */
export function sampleWord(random) {
  const draw = random.uint32();
  if ((draw & 0xff) >= RARE_SHARE * 256) return wordOfPart[draw >>> 16];
  return wordOf(USUAL + Math.floor(USUAL * (random.uniform() ** (1 / (1 - RARE_EXPONENT)) - 1)));
}

const qualifiers =
  "film album song band footballer politician novel village company ship river surname".split(" ");
const kinds = "River Lake Station School Bridge Club House Railway Church Park".split(" ");

/** Titles of articles and of redirects, each once; other names of every article. */
export class SyntheticWiki {
  /** @param {{ fraction: number, seed?: number }} options */
  constructor({ fraction, seed = 1 }) {
    this.random = new Random(seed);
    this.articles = Math.max(1, Math.round(WHOLE.articles * fraction));
    this.redirects = Math.round(WHOLE.redirects * fraction);
    /** A multiplier without common factor: popularity has nothing to do with the place in the dump. */
    this.stride = 2_654_435_761 % this.articles || 1;
    while (greatestDivisor(this.stride, this.articles) !== 1) this.stride++;
    const taken = new Set();
    this.titles = Array.from({ length: this.articles }, () => this.#unique(taken, () => this.#newTitle()));
    this.redirectTargets = Array.from({ length: this.redirects }, () => this.popularArticle());
    this.redirectTitles = this.redirectTargets.map((a) =>
      this.#unique(taken, () => this.#variant(this.titles[a])),
    );
  }

  /** Number of an article, links' favourites more often. */
  popularArticle() {
    return (zipf(this.random, this.articles, 0.9) * this.stride) % this.articles;
  }

  #unique(taken, make) {
    let title = make();
    for (let tries = 0; taken.has(title); tries++) {
      title = tries < 2 ? `${title} (${this.#pick(qualifiers)})` : `${title} ${this.random.below(10_000)}`;
    }
    taken.add(title);
    return title;
  }

  #pick(list) {
    return list[this.random.below(list.length)];
  }

  /** A name of its own: more of them the larger the wiki is. */
  #name() {
    return capital(wordOf(400 + zipf(this.random, 40_000 + this.articles, 0.8)));
  }

  #newTitle() {
    const { random } = this;
    const draw = random.below(100);
    if (draw < 32) return `${capital(wordOf(100 + zipf(random, 4000, 0.9)))} ${this.#name()}`;
    if (draw < 52) return this.#name();
    if (draw < 62) return `${this.#name()}, ${this.#name()}`;
    if (draw < 72) return `${this.#name()} ${this.#pick(kinds)}`;
    if (draw < 80) return `${1850 + random.below(175)} ${this.#name()} ${this.#pick(kinds)}`;
    if (draw < 90) return `${this.#name()} (${this.#pick(qualifiers)})`;
    return `The ${capital(sampleWord(random))} of ${this.#name()}`;
  }

  /** How else a title is written. */
  #variant(title) {
    const { random } = this;
    const words = title.replace(/ \(.*\)$/, "").split(" ");
    const draw = random.below(10);
    if (draw < 3 && words.length > 1) return `${words.at(-1)}, ${words.slice(0, -1).join(" ")}`;
    if (draw < 5) return `${words.join(" ")} ${this.#pick(kinds).toLowerCase()}`;
    if (draw < 6) return `${words.map((w) => w[0]).join("")}${random.below(1000)}`;
    if (draw < 8) return `${this.#name()} ${words.at(-1)}`;
    return `${words[0]} ${capital(sampleWord(random))} ${words.slice(1).join(" ")}`.trim();
  }

  /** A link as it is written: its title alone, another label, through a redirect, or to a page that nobody wrote. */
  link() {
    const { random } = this;
    const draw = random.below(100);
    if (draw < 2) return `[[${this.#name()} ${this.#pick(kinds)}]]`;
    if (draw < 14 && this.redirects > 0)
      return `[[${this.redirectTitles[zipf(random, this.redirects, 0.8)]}]]`;
    const title = this.titles[this.popularArticle()];
    if (draw < 60) return `[[${title}]]`;
    const words = title.replace(/ \(.*\)$|, .*$/, "").split(" ");
    if (draw < 85) return `[[${title}|${words.at(-1)}]]`;
    if (draw < 95) return `[[${title}|${words.join(" ")}]]`;
    return `[[${title}|${words[0]} ${sampleWord(random)}]]`;
  }
}

function greatestDivisor(a, b) {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
