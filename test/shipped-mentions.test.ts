/** The shipped model on raw sentences: are the right stretches found, and do they mean what a reader would say? Counts are exact: whoever changes them says so. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { Link } from "../src/linker/link.js";
import type { Linker } from "../src/linker/linker.js";
import { loadLinker } from "../src/loading/load-linker.js";
import type { Span } from "../src/types.js";
import { judgingSentences } from "./fixtures/judging-sentences.js";

/** Sentences that the scorer of names is taught from. What it makes of them says little of others. */
const taughtSentences: Record<string, string[]> = JSON.parse(
  readFileSync(new URL("./fixtures/taught-sentences.json", import.meta.url), "utf8"),
);

interface ExpectedName extends Span {
  /** Titles that are right; none for a stranger. Undefined for a stretch that may be linked or not. */
  titles?: string[];
}

/** "[Name|Title|Other title]" and "{Name}" taken out of a marked sentence. */
function readMarks(marked: string): { text: string; names: ExpectedName[] } {
  const names: ExpectedName[] = [];
  let text = "";
  let at = 0;
  for (const match of marked.matchAll(/\[([^|\]]*)\|([^\]]*)\]|\{([^}]*)\}/g)) {
    text += marked.slice(at, match.index);
    const name = match[1] ?? match[3];
    const titles = match[2]?.split("|").filter((title) => title !== "");
    names.push({ start: text.length, end: text.length + name.length, titles });
    text += name;
    at = match.index + match[0].length;
  }
  return { text: text + marked.slice(at), names };
}

function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

function isRight(linker: Linker, { titles }: ExpectedName, link: Link): boolean {
  if (titles!.length === 0) return link.entity === null;
  return link.entity !== null && titles!.some((t) => linker.kb.rowOfTitle(t) === link.entity!.row);
}

/** A line a group: its names, those found with the right bounds, those that mean the right thing too, links that nobody wanted. */
function countGroups(linker: Linker, groups: Record<string, string[]>): string[] {
  return Object.entries(groups).map(([group, sentences]) => {
    const counts = { names: 0, found: 0, right: 0, stray: 0 };
    for (const marked of sentences) {
      const { text, names } = readMarks(marked);
      const links = linker.link(text);
      for (const name of names.filter(({ titles }) => titles !== undefined)) {
        const link = links.find((l) => l.start === name.start && l.end === name.end);
        counts.names++;
        if (link) counts.found++;
        if (link && isRight(linker, name, link)) counts.right++;
      }
      counts.stray += links.filter(
        (link) => link.entity && !names.some((name) => overlaps(name, link)),
      ).length;
    }
    return `${group}: ${counts.names} names, ${counts.found} found, ${counts.right} right, ${counts.stray} stray`;
  });
}

describe("names in raw text", () => {
  let linker: Linker;
  beforeAll(async () => {
    linker = await loadLinker();
  });

  test("every expected title is in the knowledge base", () => {
    const sentences = [...Object.values(taughtSentences), ...Object.values(judgingSentences)].flat();
    const titles = sentences
      .flatMap((marked) => readMarks(marked).names)
      .flatMap(({ titles }) => (titles?.length ? [titles] : []));
    expect(titles.filter((list) => list.every((t) => linker.kb.rowOfTitle(t) < 0))).toEqual([
      ["Moody's Investors Service", "Moody's"],
    ]);
  });

  test("sentences that nobody tuned on are read as they were counted", () => {
    expect(countGroups(linker, judgingSentences)).toMatchInlineSnapshot(`
      [
        "openings: 10 names, 8 found, 7 right, 1 stray",
        "politics: 14 names, 14 found, 13 right, 0 stray",
        "business: 13 names, 13 found, 13 right, 0 stray",
        "strangers: 10 names, 9 found, 9 right, 0 stray",
        "pieces: 9 names, 9 found, 9 right, 0 stray",
        "lowercase: 11 names, 11 found, 10 right, 0 stray",
        "shouted: 8 names, 8 found, 8 right, 0 stray",
        "tweets: 6 names, 6 found, 6 right, 0 stray",
        "encyclopaedia: 16 names, 14 found, 14 right, 0 stray",
        "travel: 11 names, 11 found, 11 right, 0 stray",
      ]
    `);
  });

  test("sentences that the scorer was taught from are read as they were counted", () => {
    expect(countGroups(linker, taughtSentences)).toMatchInlineSnapshot(`
      [
        "strangers: 24 names, 24 found, 24 right, 0 stray",
        "persons: 49 names, 49 found, 48 right, 0 stray",
        "sentence beginnings: 20 names, 19 found, 17 right, 6 stray",
        "business: 31 names, 31 found, 31 right, 0 stray",
        "sports: 37 names, 36 found, 34 right, 0 stray",
        "science: 19 names, 19 found, 18 right, 0 stray",
        "history: 21 names, 21 found, 20 right, 0 stray",
        "places: 31 names, 29 found, 29 right, 0 stray",
        "arts: 27 names, 27 found, 26 right, 0 stray",
        "technology: 18 names, 18 found, 18 right, 0 stray",
        "abbreviations: 16 names, 16 found, 16 right, 2 stray",
        "adjectives: 3 names, 3 found, 3 right, 0 stray",
        "days: 0 names, 0 found, 0 right, 0 stray",
        "headlines: 10 names, 9 found, 9 right, 0 stray",
        "lists and tables: 16 names, 16 found, 16 right, 1 stray",
        "speech and short messages: 7 names, 7 found, 7 right, 1 stray",
        "signs and joints: 23 names, 23 found, 19 right, 0 stray",
        "institutions: 15 names, 15 found, 15 right, 0 stray",
        "second reading: 111 names, 109 found, 105 right, 5 stray",
        "marked before they were first read: 138 names, 138 found, 130 right, 1 stray",
      ]
    `);
  });
});
