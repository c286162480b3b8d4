/** The shipped model on raw sentences: are the right stretches found, and do they mean what a reader would say? */
import { beforeAll, describe, expect, test } from "vitest";
import type { Link } from "../src/linker/link.js";
import type { Linker } from "../src/linker/linker.js";
import { loadLinker } from "../src/loading/load-linker.js";
import type { Span } from "../src/types.js";
import { rawSentences } from "./fixtures/raw-sentences.js";

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

function isFound(linker: Linker, name: ExpectedName, links: Link[]): boolean {
  const link = links.find((l) => l.start === name.start && l.end === name.end);
  if (!link) return false;
  if (name.titles!.length === 0) return link.entity === null;
  return link.entity !== null && name.titles!.some((t) => linker.kb.rowOfTitle(t) === link.entity!.row);
}

function describeLinks(links: Link[]): string {
  return links.map((l) => `"${l.mention}" ${l.entity?.title ?? "NIL"}`).join(", ") || "nothing";
}

describe("names in raw text", () => {
  let linker: Linker;
  beforeAll(async () => {
    linker = await loadLinker();
  });

  test("every expected title is in the knowledge base", () => {
    const titles = Object.values(rawSentences)
      .flat()
      .flatMap((marked) => readMarks(marked).names)
      .flatMap(({ titles }) => (titles?.length ? [titles] : []));
    const missing = titles.filter((list) => list.every((t) => linker.kb.rowOfTitle(t) < 0));
    expect(missing).toEqual([]);
  });

  test("nine names of ten are found and linked as a reader would, and hardly anything else is linked", () => {
    let names = 0;
    let sentences = 0;
    let strayLinks = 0;
    const failures: string[] = [];
    for (const marked of Object.values(rawSentences).flat()) {
      const { text, names: expected } = readMarks(marked);
      const links = linker.link(text);
      const wanted = expected.filter((name) => name.titles !== undefined);
      const wrong = wanted.filter((name) => !isFound(linker, name, links));
      const strays = links.filter((link) => link.entity && !expected.some((name) => overlaps(name, link)));
      sentences++;
      names += wanted.length;
      strayLinks += strays.length;
      for (const name of wrong) {
        const got = links.filter((link) => overlaps(link, name));
        const surface = text.slice(name.start, name.end);
        failures.push(`${text}\n  ${surface}: wanted ${name.titles![0] ?? "NIL"}, got ${describeLinks(got)}`);
      }
      if (strays.length > 0) failures.push(`${text}\n  not wanted: ${describeLinks(strays)}`);
    }
    const missed = failures.length - failures.filter((f) => f.includes("not wanted")).length;
    console.info(
      `${sentences} sentences: ${names - missed} of ${names} names right, ${strayLinks} links that nobody wanted.\n${failures.join("\n")}`,
    );
    expect((names - missed) / names, failures.join("\n")).toBeGreaterThanOrEqual(0.9);
    expect(strayLinks / sentences, failures.join("\n")).toBeLessThanOrEqual(0.05);
  });
});
