import { describe, expect, test } from "vitest";
import { createSmallLinker } from "../../test/fixtures/small-linker.js";
import { groupEqualMentions } from "./crowded-names.js";

const linker = createSmallLinker();
const list = [{ entity: 1, prior: 1 }];
const noPins = new Map<number, number>();

/** `count` names "Abc" that begin `pitch` units apart. */
function names(count: number, pitch: number) {
  const text = "Abc".padEnd(pitch).repeat(count);
  const piece = Array.from({ length: count }, (_, order) => ({
    start: order * pitch,
    end: order * pitch + 3,
    order,
  }));
  return { text, piece, lists: piece.map(() => list) };
}

describe("equal names of a text", () => {
  test("are decided as one where they are crowded, and each by itself where they are not or are few", () => {
    const groups = (count: number, pitch: number, pins = noPins) => {
      const { text, piece, lists } = names(count, pitch);
      return groupEqualMentions({ text, pins }, piece, lists).map(({ all }) => all.length);
    };
    expect(groups(100, 5)).toEqual([100]);
    expect(groups(100, 12)).toEqual(new Array(100).fill(1));
    expect(groups(10, 5)).toEqual(new Array(10).fill(1));
    expect(groups(100, 5, new Map([[7, 0]]))).toEqual([99, 1]);
  });
  test("are parted by other candidates, and the order of given names does not matter", () => {
    const { text, piece, lists } = names(100, 5);
    lists[40] = [{ entity: 2, prior: 1 }];
    lists[41] = [{ entity: 2, prior: 1 }];
    const groups = groupEqualMentions({ text, pins: noPins }, piece.toReversed(), lists.toReversed());
    expect(groups.map(({ all }) => all.length)).toEqual([98, 2]);
  });
});

describe("a text of one name again and again", () => {
  const text = "Apple, ".repeat(200);
  test("has a link for each with its own place, those decided together alike", () => {
    const links = linker.link(text);
    expect(links.map(({ start }) => start)).toEqual(Array.from({ length: 200 }, (_, i) => 7 * i));
    for (const { start, end, entity, candidates } of links.slice(0, 100)) {
      expect(text.slice(start, end)).toBe("Apple");
      expect({ entity, candidates }).toEqual({
        entity: links[0].entity,
        candidates: links[0].candidates,
      });
    }
  });
  test("is explained where it is asked for, and an explanation changes no link", () => {
    const plain = linker.link(text);
    const explained = linker.link(text, { explain: true, explainWithin: { start: 70, end: 84 } });
    expect(explained.map(({ explanation: _, ...link }) => link)).toEqual(plain);
    expect(explained.flatMap(({ explanation }, i) => (explanation ? [i] : []))).toEqual([10, 11]);
  });
  test("has a pinned name apart from the others", () => {
    const links = linker.link(text, { pins: { 5: "Q1" } });
    expect(links[5]).toMatchObject({ confidence: 1, entity: { id: "Q1" } });
    expect(links[4].confidence).toBeLessThan(1);
  });
});
