/** The names of a build as a trie over the numbers of the corpus log's tokens, to find them in its texts. */
import { join } from "node:path";
import { InternTable } from "../../corpus/intern-table.js";
import { tokenize } from "../../text/tokens.js";
import { readStrings } from "./corpus-log.js";
import { readNameFile } from "./name-file.js";
import { TokenTrie } from "./token-trie.js";

/** Longer names are not looked for in texts; tokens. */
export const MOST_NAME_TOKENS = 7;

export type Vocabulary = ReturnType<typeof readVocabulary>;

/** A number for every node of a growing trie; 0 until it is set. */
export class NodeNumbers {
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

  /** One number for every node of the finished trie. */
  of(trie: TokenTrie): Int32Array {
    if (this.#numbers.length < trie.size) this.set(trie.size - 1, this.get(trie.size - 1));
    return this.#numbers;
  }
}

export interface ExactNames {
  exact: TokenTrie;
  /** Place in the name file of the surface that ends at a node of `exact`, + 1; 0 where none does. */
  surfaceAt: Int32Array;
}

/** All names of the file as they are written; `onName` is told the tokens of each that can occur. */
export function indexExactly(
  namePath: string,
  vocabulary: Vocabulary,
  onName?: (surface: number, tokens: number[]) => void,
): ExactNames {
  const exact = new TokenTrie();
  const surfaceAt = new NodeNumbers();
  let surface = 0;
  for (const { surface: name } of readNameFile(namePath)) {
    const ids = vocabulary.idsOf(name);
    if (ids) {
      let node = 0;
      for (const id of ids) node = exact.add(node, id);
      surfaceAt.set(node, surface + 1);
      onName?.(surface, ids);
    }
    surface++;
  }
  return { exact, surfaceAt: surfaceAt.of(exact) };
}

/** The log's tokens numbered again by hash, with the number of each one's lower-case form. */
export function readVocabulary(folder: string) {
  const own: number[] = [];
  const lower: number[] = [];
  const table = new InternTable(() => {});
  const forms = new InternTable(() => {});
  for (const token of readStrings(join(folder, "words"))) {
    table.intern(token);
    own.push(forms.intern(token));
    lower.push(forms.intern(token.toLowerCase()));
  }
  const size = table.size;
  return {
    size,
    own: Int32Array.from(own),
    lower: Int32Array.from(lower),
    /** Undefined when the surface cannot occur, or is too long to be looked for. */
    idsOf(surface: string): number[] | undefined {
      const tokens = tokenize(surface);
      if (tokens.count === 0 || tokens.count > MOST_NAME_TOKENS) return undefined;
      const ids: number[] = [];
      for (let t = 0; t < tokens.count; t++) {
        const id = table.find(surface, tokens.starts[t], tokens.ends[t]);
        if (id < 0) return undefined;
        ids.push(id);
      }
      return ids;
    },
  };
}
