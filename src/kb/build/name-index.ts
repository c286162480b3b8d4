/** The names of a build as tries over the numbers of the corpus log's tokens, to find them in its texts. */
import { join } from "node:path";
import { InternTable } from "../../corpus/intern-table.js";
import { withoutBracket } from "../../corpus/titles.js";
import { tokenize } from "../../text/tokens.js";
import { shared } from "../../workers/shared-memory.js";
import { nameSources, TITLES } from "../name-sources.js";
import { type CorpusLog, readStrings } from "./corpus-log.js";
import { type NameFile, type NameGroup, readNameFile } from "./name-file.js";
import { emptyShortNames, type ShortNames, setFamilyName, setWhole, setWord } from "./short-names.js";
import { TokenTrie, type TrieArrays } from "./token-trie.js";

/** Longer names are not looked for in texts; tokens. */
export const MOST_NAME_TOKENS = 7;

/** A number for every node of a growing trie; 0 until it is set. */
class NodeNumbers {
  #numbers = new Int32Array(1 << 16);

  get(node: number): number {
    return node < this.#numbers.length ? this.#numbers[node] : 0;
  }

  set(node: number, value: number): void {
    while (node >= this.#numbers.length) {
      const grown = new Int32Array(this.#numbers.length * 2);
      grown.set(this.#numbers);
      this.#numbers = grown;
    }
    this.#numbers[node] = value;
  }

  /** One number for every node of the finished trie, where all threads see them. */
  of(trie: TokenTrie): Int32Array {
    const numbers = shared(Int32Array, trie.size);
    numbers.set(this.#numbers.subarray(0, trie.size));
    return numbers;
  }
}

/** All names as they are written. */
export interface ExactNames extends TrieArrays {
  /** Place in the name file of the surface that ends at a node, + 1; 0 where none does. */
  surfaceAt: Int32Array;
}

/** All names, whatever their case. */
export interface BlindNames extends TrieArrays {
  /** Group of surfaces that differ in case only, at a node, + 1. */
  groupAt: Int32Array;
  groups: number;
  /** Of every token the number of its lower-case form, and 1 where it is written otherwise. */
  lower: Int32Array;
  capital: Uint8Array;
}

export interface NameIndex {
  exact: ExactNames;
  blind: BlindNames;
  /** Surface → group, −1 for one that is not looked for. */
  groupOf: Int32Array;
  short: ShortNames;
}

/** The log's words, with the number of each one's lower-case form; where all threads see them. */
export interface WordForms extends Pick<BlindNames, "lower" | "capital"> {
  /** Lower-case forms, and words that are none of them. */
  size: number;
}

/** `isPerson`: by entity. */
export function indexNames(
  log: CorpusLog,
  { path, surfaces }: NameFile,
  forms: WordForms,
  isPerson: ArrayLike<number>,
): NameIndex {
  const { lower, capital } = forms;
  const exact = new TokenTrie(lower.length);
  const surfaceAt = new NodeNumbers();
  const blind = new TokenTrie(forms.size);
  const groupAt = new NodeNumbers();
  const groupOf = new Int32Array(surfaces).fill(-1);
  const short = emptyShortNames(surfaces, isPerson.length);
  let groups = 0;
  let surface = 0;
  for (const { surface: name, names } of readNameFile(path)) {
    const ids = idsOf(name, log);
    if (ids) {
      const only = ids.length > 1 ? onlyMeaning(names) : undefined;
      if (only) {
        const isProper = !COMMON_END.test(withoutBracket(name));
        setWhole(short, surface, { ...only, ids, isPerson: isPerson[only.entity] === 1, isProper });
      } else if (ids.length === 1) addWord(short, surface, ids[0], names, isPerson);
      let node = 0;
      let form = 0;
      for (const id of ids) {
        node = exact.add(node, id);
        form = blind.add(form, lower[id]);
      }
      surfaceAt.set(node, surface + 1);
      if (groupAt.get(form) === 0) groupAt.set(form, ++groups);
      groupOf[surface] = groupAt.get(form) - 1;
    }
    surface++;
  }
  return {
    exact: { ...exact.arrays, surfaceAt: surfaceAt.of(exact) },
    blind: { ...blind.arrays, groupAt: groupAt.of(blind), groups, lower, capital },
    groupOf,
    short,
  };
}

/** A name whose last word is a common one: American football. */
const COMMON_END = /[\s-]\p{Ll}[^\s-]*$/u;

/** The entity whose title or redirect it is, where it is nobody else's and hardly links to anything else. */
function onlyMeaning(names: NameGroup["names"]): { entity: number; isTitle: boolean } | undefined {
  const titled = names.filter(({ sources }) => (sources & TITLES) !== 0);
  if (titled.length !== 1) return undefined;
  const [{ entity, count: own, sources }] = titled;
  const all = names.reduce((sum, { count }) => sum + count, 0);
  if (all - own > 1 + own / 2) return undefined;
  return { entity, isTitle: (sources & nameSources.title) !== 0 };
}

function addWord(
  short: ShortNames,
  surface: number,
  word: number,
  names: NameGroup["names"],
  isPerson: ArrayLike<number>,
): void {
  setWord(short, surface, word);
  for (const { entity, sources } of names)
    if (sources & nameSources.rule && isPerson[entity] === 1) setFamilyName(short, entity, word);
}

/** Of the `size` words of a log in `folder`. */
export function readForms(folder: string, size: number): WordForms {
  const lower = shared(Int32Array, size);
  const capital = shared(Uint8Array, size);
  const forms = new InternTable(() => {});
  let token = 0;
  for (const text of readStrings(join(folder, "words"))) {
    const own = forms.intern(text);
    lower[token] = forms.intern(text.toLowerCase());
    capital[token] = own === lower[token] ? 0 : 1;
    token++;
  }
  return { size: forms.size, lower, capital };
}

/** Numbers of a name's words; undefined when it cannot occur, or is too long to be looked for. */
function idsOf(surface: string, { words }: CorpusLog): number[] | undefined {
  const tokens = tokenize(surface);
  if (tokens.count === 0 || tokens.count > MOST_NAME_TOKENS) return undefined;
  const ids: number[] = [];
  for (let t = 0; t < tokens.count; t++) {
    const id = words.find(surface, tokens.starts[t], tokens.ends[t]);
    if (id < 0) return undefined;
    ids.push(id);
  }
  return ids;
}
