import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSmallLinker } from "../../../test/fixtures/small-linker.js";
import type { Link } from "../../linker/link.js";
import { bytesOf, JsonBytes } from "./json-bytes.js";
import { LinkBytes, type LinkBytesOptions } from "./link-bytes.js";
import { linkJson } from "./link-json.js";

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const bounds = { limit: 1e6, tooLarge: (limit: number) => new RangeError(`more than ${limit}`) };
const expected = (links: readonly Link[], options: Partial<LinkBytesOptions>) =>
  JSON.stringify({ links: links.map((link) => linkJson(link, options)) });

function written(write: (out: JsonBytes) => void): string {
  const out = new JsonBytes(1);
  write(out);
  return textOf(out.bytes.subarray(0, out.at));
}

describe("JSON as bytes", () => {
  test("strings, whole numbers and rounded ones are the engine's", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (s) => {
        expect(written((out) => out.string(s))).toBe(textOf(bytesOf(JSON.stringify(s))));
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: -9, max: 2 ** 40 }), (n) => {
        expect(written((out) => out.whole(n))).toBe(String(n));
      }),
    );
    const round = (x: number) => JSON.stringify(Math.round(x * 1e6) / 1e6);
    for (const x of [
      Number.NaN,
      Number.POSITIVE_INFINITY,
      0,
      1,
      1e-6,
      4e-7,
      0.1,
      0.12,
      0.999999,
      0.9999996,
      1.5,
      -0.25,
      123456.789,
    ]) {
      expect(written((out) => out.rounded(x))).toBe(round(x));
    }
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (x) => {
        expect(written((out) => out.rounded(x))).toBe(round(x));
      }),
    );
  });
});

describe("links as bytes", () => {
  const linker = createSmallLinker();
  const text = 'England beat Germany in "Zarkon Vexley", and Apple saw \u2028 England 😀.';

  test("are the JSON of the objects, with what is remembered and without", () => {
    const bytes = new LinkBytes();
    for (const kb of [linker.kb, linker.kb, undefined]) {
      for (const options of [{}, { candidates: 1 }, { offset: (n: number) => n + 3 }]) {
        for (const explain of [false, true]) {
          const links = linker.link(text, { explain });
          expect(links.length).toBeGreaterThan(2);
          const answer = bytes.list("links", links, { ...options, ...bounds, kb });
          expect(textOf(answer)).toBe(expected(links, options));
        }
      }
    }
  });

  test("rows of another knowledge base, and other objects, are other entities", () => {
    const bytes = new LinkBytes();
    const links = linker.link("England");
    const renamed = links.map((link) => ({
      ...link,
      entity: { ...link.entity!, title: "Albion" },
      candidates: [{ ...link.candidates[0], entity: { ...link.candidates[0].entity, title: "Albion" } }],
    }));
    for (const [kb, other] of [
      [{}, {}],
      [undefined, undefined],
    ]) {
      expect(textOf(bytes.list("links", links, { ...bounds, kb }))).toBe(expected(links, {}));
      expect(textOf(bytes.list("links", renamed, { ...bounds, kb: other }))).toBe(expected(renamed, {}));
    }
  });

  test("more entities than are kept, and answers larger than the first room", () => {
    const [link] = linker.link("England");
    const many = Array.from({ length: 20_000 }, (_, row) => {
      const entity = { ...link.entity!, row, title: `Entity ${row} ${"x".repeat(200)}` };
      return { ...link, entity, candidates: [{ ...link.candidates[0], entity }] };
    });
    const bytes = new LinkBytes();
    const options = { ...bounds, limit: 1e9, kb: linker.kb };
    for (const links of [many, many.slice(9_000, 9_100), many.slice(0, 50)]) {
      expect(textOf(bytes.list("links", links, options))).toBe(expected(links, {}));
    }
  });

  test("a list that is too large by a byte is refused, and the next is whole", () => {
    const links = linker.link(text);
    const size = bytesOf(expected(links, {})).length;
    const bytes = new LinkBytes();
    expect(() => bytes.list("links", links, { ...bounds, limit: size - 1 })).toThrow(`more than ${size - 1}`);
    expect(bytes.list("links", links, { ...bounds, limit: size })).toHaveLength(size);
    expect(textOf(bytes.list("links", [], bounds))).toBe('{"links":[]}');
  });
});
