/** A document while its names are looked for: tokens, their shapes, what single words tell, and what was seen inside sentences. */
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import type { AnalysedText } from "../text/analysed-text.js";
import { isAllCapitals } from "../text/surfaces.js";
import { tokenText } from "../text/tokens.js";
import { LONGEST_SURFACE } from "./known-names.js";
import { Casing, readTokenShapes, Shape, type TokenShapes } from "./token-shapes.js";
import { Role, type WordRoles } from "./word-roles.js";

export class Reading {
  readonly document: AnalysedText;
  readonly kb: KnowledgeBase;
  readonly shapes: TokenShapes;
  readonly #roles: WordRoles;
  /** Words with a capital inside a sentence, where it means something: true for those that stood there alone. */
  readonly #seen = new Map<string, boolean>();

  constructor(document: AnalysedText, kb: KnowledgeBase, roles: WordRoles) {
    this.document = document;
    this.kb = kb;
    this.shapes = readTokenShapes(document);
    this.#roles = roles;
    const { shapes, opening } = this.shapes;
    for (let t = 0; t < document.tokens.count; t++) {
      if (shapes[t] !== Shape.capital || opening[t] === 1 || this.casing(t) !== Casing.normal) continue;
      const word = this.word(t);
      if (this.#seen.get(word) === true) continue;
      this.#seen.set(word, !this.isJoined(t, t + 1));
    }
  }

  word(t: number): string {
    return tokenText(this.document.tokens, t);
  }

  /** The text of tokens [first, end). */
  text(first: number, end: number): string {
    const { starts, ends } = this.document.tokens;
    return this.document.text.slice(starts[first], ends[end - 1]);
  }

  role(t: number): Role {
    const { starts, ends } = this.document.tokens;
    return ends[t] - starts[t] > LONGEST_SURFACE ? Role.custom : this.#roles.of(this.word(t));
  }

  casing(t: number): Casing {
    const { casings, sentenceOf } = this.shapes;
    return casings[sentenceOf[t]] as Casing;
  }

  isOpening(t: number): boolean {
    return this.shapes.opening[t] === 1;
  }

  /** Does another capital word that may belong to the same name stand before or behind tokens [first, end)? */
  isJoined(first: number, end: number): boolean {
    return this.#isNeighbour(first - 1, first) || this.#isNeighbour(end - 1, end);
  }

  /** Does a capital word follow the token before `end`, with a blank between them? */
  isFollowed(end: number): boolean {
    const { shapes, sentenceOf } = this.shapes;
    if (end >= this.document.tokens.count || shapes[end] !== Shape.capital) return false;
    return sentenceOf[end] === sentenceOf[end - 1] && this.isOneBlank(end - 1) && isNameWord(this.role(end));
  }

  #isNeighbour(left: number, right: number): boolean {
    if (left < 0 || right >= this.document.tokens.count) return false;
    const { shapes, sentenceOf } = this.shapes;
    if (shapes[left] !== Shape.capital || shapes[right] !== Shape.capital) return false;
    if (sentenceOf[left] !== sentenceOf[right] || !this.isOneBlank(left)) return false;
    return isNameWord(this.role(left)) && isNameWord(this.role(right));
  }

  /** Is there nothing but a blank between token t and the next: no tab, no new line? */
  isOneBlank(t: number): boolean {
    const { text, tokens } = this.document;
    if (tokens.starts[t + 1] !== tokens.ends[t] + 1) return false;
    const code = text.charCodeAt(tokens.ends[t]);
    return code === 0x20 || code === 0xa0;
  }

  /** Does a dot that does not end the sentence follow token t, without a blank? */
  hasInnerDot(t: number): boolean {
    const { starts, ends, count } = this.document.tokens;
    const { sentenceOf } = this.shapes;
    return (
      t + 2 < count &&
      starts[t + 1] === ends[t] &&
      this.word(t + 1) === "." &&
      sentenceOf[t + 2] === sentenceOf[t]
    );
  }

  /** Does the capital of token t prove something though any word would have one there: a second capital, or what the word does next? */
  isProven(t: number): boolean {
    return isAllCapitals(this.word(t)) || this.wasSeen(t) || this.acts(t);
  }

  /** Did the word have its capital inside a sentence of the document too; an ordinary word, standing alone? */
  wasSeen(t: number): boolean {
    const alone = this.#seen.get(this.word(t));
    return alone !== undefined && (alone || this.role(t) !== Role.ordinary);
  }

  /** Is the word behind token t a verb whose subject is a person or a body of persons? */
  acts(t: number): boolean {
    if (t + 1 >= this.document.tokens.count || !this.isOneBlank(t)) return false;
    const { starts, ends } = this.document.tokens;
    return ends[t + 1] - starts[t + 1] <= LONGEST_VERB && personalVerbs.has(this.word(t + 1));
  }
}

function isNameWord(role: Role): boolean {
  return role !== Role.custom && role !== Role.ending;
}

const personalVerbs = new Set(
  (
    "said says announced announces launched launches unveiled unveils released releases bought buys sold sells hired hires fired " +
    "sued sues denied denies agreed agrees declined declines acquired acquires plans planned signed signs published publishes " +
    "raised rejected rejects reported reports cancelled canceled hosted hosts warned warns urged urges expects hopes " +
    "owns owned employs employed manufactures competes sang recorded starred wrote tweeted"
  ).split(" "),
);
const LONGEST_VERB = 12;
