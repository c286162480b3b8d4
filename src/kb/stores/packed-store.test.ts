import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memorySource } from "../../files/byte-source.js";
import { contentsOf } from "../contents.js";
import { createKnowledgeBase } from "./create-knowledge-base.js";
import { openKnowledgeBaseBytes } from "./file-store.js";
import { encodeKnowledgeBase } from "./file-writer.js";
import { decodeForm, encodeForm, encodeFurther } from "./packed-forms.js";
import { decodeCount, decodePrior, encodeCount, encodePrior } from "./packed-numbers.js";
import { openPackedKnowledgeBase } from "./packed-store.js";
import { encodePackedKnowledgeBase } from "./packed-writer.js";

describe("numbers of the packed store", () => {
  test("p̂ comes back within 2.4 %, 1 as 1, and never as 0", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-5, max: 1, noNaN: true }), (prior) => {
        expect(Math.abs(decodePrior(encodePrior(prior)) / prior - 1)).toBeLessThan(0.024);
      }),
    );
    expect([decodePrior(encodePrior(1)), encodePrior(0)]).toEqual([1, 254]);
  });
  test("counts are exact below 32 and within one part in 32 above, larger ones never before smaller", () => {
    let last = -1;
    for (let count = 0; count < 5000; count++) {
      const code = encodeCount(count);
      expect(code).toBeGreaterThanOrEqual(last);
      last = code;
      const back = decodeCount(code);
      expect(Math.abs(back - count)).toBeLessThanOrEqual(count < 32 ? 0 : count / 32);
      expect(encodeCount(back)).toBe(code);
    }
    expect(Math.abs(decodeCount(encodeCount(123_456_789)) / 123_456_789 - 1)).toBeLessThan(1 / 32);
  });
  test("words of a title tell names; others are told by number", () => {
    const names = [
      "Boston",
      "Massachusetts",
      "Boston, Massachusetts",
      "planet",
      "Mercury (planet)",
      "W. Bush",
    ];
    const titles = ["Boston, Massachusetts", "Mercury (planet)", "George W. Bush"];
    const found = names.map(
      (name) => titles.map((title) => encodeForm(title, name)).filter((f) => f >= 0).length,
    );
    expect(found).toEqual([1, 1, 1, 1, 1, 1]);
    expect(encodeForm("Boston, Massachusetts", "Bosto")).toBe(-1);
    expect(encodeForm("Boston", "")).toBe(-1);
    expect(decodeForm(encodeFurther(3), "Boston", (i) => `name ${i}`)).toBe("name 3");
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.string({ minLength: 1, maxLength: 8 }), (title, name) => {
        const form = encodeForm(title, name);
        return form < 0 || decodeForm(form, title, String) === name;
      }),
    );
  });
});

describe("any knowledge base in the packed store", () => {
  const letters = fc.constantFrom("a", "b", "C", " ", "é", "(", ")", ",", "\u{1f600}", "Ł");
  const text = fc
    .array(letters, { minLength: 1, maxLength: 9 })
    .map((list) => list.join("").trim())
    .filter((name) => name !== "");
  const entity = fc.record({
    title: text,
    aliases: fc.array(text, { maxLength: 4 }),
    popularity: fc.integer({ min: 0, max: 5000 }),
    isPerson: fc.boolean(),
    description: fc.option(text, { nil: undefined }),
  });
  test("answers as the single file does, but for rounding", () => {
    const entities = fc.uniqueArray(entity, { minLength: 1, maxLength: 30, selector: (e) => e.title });
    fc.assert(
      fc.property(entities, (list) => {
        const titles = list.map(({ title }) => title);
        const names = list.flatMap(({ aliases }, i) =>
          aliases.map((surface, k) => ({
            surface,
            entity: titles[(i * 7 + k) % titles.length],
            count: i * k,
          })),
        );
        const redirects = list
          .flatMap(({ aliases }) => aliases.slice(0, 1))
          .filter((title, i, all) => all.indexOf(title) === i && !titles.includes(title))
          .map((title) => ({ title, to: titles[0] }));
        const kb = createKnowledgeBase({ entities: list, names, redirects });
        const packed = openPackedKnowledgeBase(
          memorySource(encodePackedKnowledgeBase(contentsOf(kb)).buffer),
          "kb",
        );
        compare(kb, packed);
        const back = openKnowledgeBaseBytes(encodeKnowledgeBase(contentsOf(packed)).buffer);
        expect([...back.surfaces()].map((s) => s.surface)).toEqual([...kb.surfaces()].map((s) => s.surface));
      }),
      { numRuns: 60 },
    );
  });
});

function compare(kb: ReturnType<typeof createKnowledgeBase>, packed: typeof kb): void {
  const { format: _f, version: _v, ...info } = kb.info;
  expect(packed.info).toMatchObject(info);
  for (let row = 0; row < kb.size; row++) {
    expect(packed.entity(row)).toEqual(kb.entity(row));
    const title = kb.title(row);
    expect(packed.rowOfTitle(title)).toBe(kb.rowOfTitle(title));
    expect(packed.rowOfId(kb.entity(row).id)).toBe(row);
    expect([packed.popularity(row), packed.isPerson(row)]).toEqual([kb.popularity(row), kb.isPerson(row)]);
  }
  const rows = (found: ReturnType<typeof kb.lookup>) => found?.candidates.map((c) => c.entity);
  for (const { surface } of kb.surfaces()) {
    expect(rows(packed.lookup(surface))).toEqual(rows(kb.lookup(surface)));
    expect(rows(packed.lookupFolded(surface))?.length).toEqual(rows(kb.lookupFolded(surface))?.length);
  }
  const sorted = (list: Iterable<{ title: string; row: number }>) =>
    [...list].sort((a, b) => (a.title < b.title ? -1 : 1));
  expect(sorted(packed.redirects())).toEqual(sorted(kb.redirects()));
}

describe("identifiers in the packed store", () => {
  const titles = Array.from({ length: 2000 }, (_, i) => `Entry ${i}`);
  /** The store, and how many pieces of it were read. */
  function open(entities: { title: string; id?: string }[]) {
    const bytes = encodePackedKnowledgeBase(contentsOf(createKnowledgeBase({ entities })));
    const source = memorySource(bytes.buffer);
    const counted = { reads: 0 };
    const read = (from: number, to: number) => {
      counted.reads++;
      return source.read(from, to);
    };
    return { counted, kb: openPackedKnowledgeBase({ ...source, read }, "kb") };
  }
  test("that are titles are found without unpacking every entity", () => {
    const { kb, counted } = open(titles.map((title) => ({ title })));
    const opening = counted.reads;
    const row = kb.rowOfId("Entry 1234");
    expect(counted.reads - opening).toBeLessThan(5);
    expect(kb.title(row)).toBe("Entry 1234");
  });
  test("of their own go before a title that looks the same", () => {
    const entities = [
      { title: "Entry 1", id: "a" },
      { title: "Entry 2", id: "Entry 1" },
    ];
    const { kb } = open(entities);
    expect(kb.title(kb.rowOfId("Entry 1"))).toBe("Entry 2");
    expect(kb.title(kb.rowOfId("a"))).toBe("Entry 1");
  });
});
