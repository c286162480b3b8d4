import fc from "fast-check";
import { expect, test } from "vitest";
import { childOf, TokenTrie } from "./token-trie.js";

const TOKENS = 50;

test("a finished trie has the children that were added and no others, whatever its filter lets through", () => {
  const name = fc.array(fc.nat(TOKENS - 1), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(name, { maxLength: 200 }), (names) => {
      const trie = new TokenTrie(TOKENS);
      const children = new Map<string, number>();
      for (const tokens of names) {
        let node = 0;
        for (const token of tokens) {
          const child = trie.add(node, token);
          expect(children.get(`${node} ${token}`) ?? child).toBe(child);
          children.set(`${node} ${token}`, child);
          node = child;
        }
      }
      const { arrays } = trie;
      for (let node = 0; node < trie.size; node++) {
        for (let token = 0; token < TOKENS; token++) {
          expect(childOf(arrays, node, token)).toBe(children.get(`${node} ${token}`) ?? 0);
        }
      }
    }),
    { numRuns: 20 },
  );
});

test("a trie grows with its nodes", () => {
  const trie = new TokenTrie(1);
  const nodes = [trie.add(0, 0)];
  for (let i = 0; i < 200_000; i++) nodes.push(trie.add(nodes[i], i % 7));
  const { arrays } = trie;
  const lost = nodes.slice(0, -1).filter((node, i) => childOf(arrays, node, i % 7) !== nodes[i + 1]);
  expect(lost).toEqual([]);
});
