/** Texts that teach the finder of names, made of marked ones (scripts/names/texts.mjs): every name still stands where it is said to. */
import { describe, expect, test } from "vitest";
import {
  asNewspapers,
  commonOpening,
  disguised,
  opened,
  recased,
  wordlikeNames,
} from "../scripts/names/texts.mjs";
import { Random } from "../src/math/random.js";

const entities = [
  { title: "Springfield, Oregon", type: "place", popularity: 300 },
  { title: "Oregon", type: "place", popularity: 5000 },
  { title: "Grace Tull", type: "person", popularity: 200 },
  { title: "Ida Stone", type: "person", popularity: 900 },
  { title: "Stone", type: "other", popularity: 900 },
];
const surfaces = [
  { surface: "Stone", candidates: [{ entity: 4 }, { entity: 3 }], lowercaseShare: 0.7, textCount: 5000 },
  { surface: "Rare", candidates: [{ entity: 3 }], lowercaseShare: 0.7, textCount: 5 },
];
/** As much of a knowledge base as is asked for. */
const kb = {
  surfaces: () => surfaces,
  lookup: (name: string) => surfaces.find(({ surface }) => surface === name),
  entity: (row: number) => entities[row],
  popularity: (row: number) => entities[row].popularity,
  rowOfTitle: (title: string) => entities.findIndex((entity) => entity.title === title),
};

interface Marked {
  text: string;
  names: { start: number; end: number; entity?: number }[];
  closed: boolean;
  weight: number;
}

function marked(text: string, names: Record<string, number>): Marked {
  const places = Object.entries(names).map(([name, entity]) => {
    const start = text.indexOf(name);
    return { start, end: start + name.length, entity };
  });
  return { text, names: places.sort((a, b) => a.start - b.start), closed: true, weight: 1 };
}

const namesOf = ({ text, names }: Marked) => names.map(({ start, end }) => text.slice(start, end));

const story = marked(
  "The mill of Springfield, Oregon, was built when the town was small, of stone that came by boat. Later Grace Tull sold it.",
  { Springfield: 0, Oregon: 1, "Grace Tull": 2 },
);

describe("texts that teach the finder of names", () => {
  test("states are shortened as by newspapers, and the place stands in front", () => {
    const text = asNewspapers(story, kb, new Random(1));
    expect(text.text).toMatch(/^SPRINGFIELD, Ore\. .*- The mill of Springfield, Ore\., was/);
    expect(namesOf(text)).toEqual(["SPRINGFIELD", "Ore.", "Reuters", "Springfield", "Ore.", "Grace Tull"]);
    expect(
      asNewspapers(marked("Nothing of Springfield.", { Springfield: 0 }), kb, new Random(1)),
    ).toBeUndefined();
  });

  test("words that are names too take the place of a name", () => {
    const judging = wordlikeNames(kb, true);
    const teaching = wordlikeNames(kb, false);
    // each word either teaches or judges, with the bearer whose title is not the word itself
    const all = [...judging, ...teaching];
    expect(all).toEqual([["person", [{ surface: "Stone", entity: 3, popularity: 900 }]]]);
    const texts: Marked[] = disguised(story, new Map(all), { kb, random: new Random(1), weight: 0.5 });
    expect(texts.map(({ text }) => text)).toEqual(["Stone sold it.", "Later Stone sold it."]);
    for (const text of texts) expect([...namesOf(text), text.weight]).toEqual(["Stone", 0.5]);
  });

  test("the same words open sentences where they are no names", () => {
    const [text] = commonOpening(story, new Set(["stone"]), { random: new Random(1), weight: 0.5 });
    expect(text).toMatchObject({ text: "Stone that came by boat.", names: [], weight: 0.5 });
    expect(commonOpening(story, new Set(["sold"]), { random: new Random(1), weight: 1 })).toHaveLength(1);
    expect(commonOpening(story, new Set(["tull"]), { random: new Random(1), weight: 1 })).toEqual([]);
  });

  test("texts are cut before a name and before a word", () => {
    const [name, word] = opened(story, new Random(1), 1);
    expect(name.text).toBe("Grace Tull sold it.");
    expect(namesOf(name)).toEqual(["Grace Tull"]);
    expect(word.text).toMatch(/^\p{Lu}\p{Ll}+ /u);
  });

  test("names keep their places when letters change", () => {
    const shouted = recased(story, "capitals", 1);
    expect(namesOf(shouted)).toEqual(["SPRINGFIELD", "OREGON", "GRACE TULL"]);
  });
});
