import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSmallLinker } from "../../test/fixtures/small-linker.js";

const linker = createSmallLinker();
const titles = (text: string, options = {}) => linker.link(text, options).map((l) => l.entity?.title ?? null);

describe("linker", () => {
  test("the context decides between country and team", () => {
    expect(titles("England beat Germany on penalties after a late goal.")).toEqual([
      "England national football team",
      "Germany national football team",
    ]);
    expect(titles("England lies north of the river.")).toEqual(["England"]);
  });
  test("offsets are those of the text", () => {
    const text = "😀 “England’s” computer by Apple";
    for (const link of linker.link(text)) expect(text.slice(link.start, link.end)).toBe(link.mention);
    expect(linker.link(text).map((l) => l.mention)).toEqual(["England", "Apple"]);
  });
  test("a name nobody knows is NIL with confidence 0", () => {
    const [link] = linker.link("We met Zarkon Vexley there.");
    expect(link).toMatchObject({ mention: "Zarkon Vexley", entity: null, confidence: 0, candidates: [] });
  });
  test("a link below the threshold is NIL and keeps its candidates", () => {
    const [link] = linker.link("England", { nil: 1 });
    expect(link.entity).toBeNull();
    expect(link.candidates.length).toBe(2);
  });
  test("a target precision chooses the threshold", () => {
    const all = linker.link("England beat Apple.", { targetPrecision: 0.5 });
    const sure = linker.link("England beat Apple.", { targetPrecision: 0.9 });
    expect(all.every((l) => l.entity)).toBe(true);
    for (const link of sure) expect(link.entity !== null).toBe(link.confidence >= 0.6);
  });
  test("given mentions are linked as they are, in their order", () => {
    const text = "apple pie from England";
    const mentions = [
      { start: 15, end: 22 },
      { start: 0, end: 5 },
    ];
    expect(linker.link(text, { mentions }).map((l) => l.mention)).toEqual(["England", "apple"]);
  });
  test("mentions outside the text are refused in a sentence", () => {
    expect(() => linker.link("abc", { mentions: [{ start: 1, end: 9 }] })).toThrow(
      /Mention 0 is the range 1 to 9/,
    );
  });
  test("a caller's own finder replaces ours", () => {
    const finder = () => [{ start: 0, end: 5 }];
    expect(linker.link("apple pie", { finder })[0].entity?.title).toBe("Apple");
  });
  test("a pinned mention means what it is told and persuades the others, a dropped one is gone", () => {
    const text = "England beat Germany.";
    const pinned = linker.link(text, { pins: { 0: "Q1" } });
    expect(pinned[0]).toMatchObject({ confidence: 1, entity: { title: "England national football team" } });
    expect(titles(text, { drop: [0] })).toHaveLength(1);
  });
  test("an explanation names prior, words, voices and runner-up", () => {
    const text = "England beat Germany on penalties.";
    const { explanation } = linker.link(text, { explain: true })[0];
    expect(explanation!.candidates[0].entity.title).toBe("England national football team");
    expect(explanation!.candidates[0].prior).toBeLessThan(explanation!.candidates[1].prior);
    expect(explanation!.words.map((w) => text.slice(w.start, w.end))).toContain("penalties");
    expect(explanation!.candidates[0].beliefs.length).toBeGreaterThan(1);
    const voice = explanation!.voices.find((v) => v.mention === 1)!;
    expect(voice.entity?.title).toBe("Germany national football team");
    expect(voice.relations).toHaveLength(2);
    expect(voice.support).toBeGreaterThan(0);
    expect(explanation!.lines.join("\n")).toMatch(/means England national football team/);
    expect(explanation!.steps.map((s) => s.step)).toEqual(["name", "words", "names"]);
    expect(explanation!.lines.join("\n")).toMatch(/points ahead of England/);
  });
  test("the same text has the same links alone, in a batch and in any order", async () => {
    const texts = ["England beat Germany.", "Apple computer", "", "Germany is north of the river"];
    const alone = texts.map((t) => linker.link(t));
    const batch = [];
    for await (const doc of linker.linkAll([...texts].reverse())) batch.unshift(doc.links);
    expect(batch).toEqual(alone);
  });
  test("any text is linked, with links inside it", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("England", " Germany ", "Apple", "\ud800", "\u0000", "<b>", "‮", "مرحبا", "😀", "\n\n"),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join("");
        for (const link of linker.link(text)) {
          expect(text.slice(link.start, link.end)).toBe(link.mention);
          expect(link.confidence).toBeGreaterThanOrEqual(0);
          expect(link.confidence).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
  test("ten million letters and a book of names are linked piece by piece", () => {
    expect(linker.link("a".repeat(10_000_000))).toEqual([]);
    const book = "England beat Germany on penalties. ".repeat(1500);
    const links = linker.link(book);
    expect(links).toHaveLength(3000);
    expect(book.slice(links[2999].start, links[2999].end)).toBe("Germany");
  });
  test("a fired signal stops between pieces", () => {
    expect(() => linker.link("England", { signal: AbortSignal.abort() })).toThrow(/cancelled/);
  });
});
